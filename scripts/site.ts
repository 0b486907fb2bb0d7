/** Builds the site into site/dist: the pages of docs, and the playground. Fails for a broken link. */
import { execFileSync } from 'child_process';
import { existsSync, readdirSync, readFileSync } from 'fs';
import { join, posix } from 'path';
import { writePlayground } from './playground';

const SITE = join(__dirname, '..', 'site');
const DIST = join(SITE, 'dist');
const BASE = '/cdk8s-startup-order/';

/** Returns the links of the built pages that lead nowhere: to no file, or to no anchor. */
export function findBrokenLinks(dist: string, base: string): string[] {
  const pages = new Map(
    (readdirSync(dist, { recursive: true }) as string[])
      .filter(file => file.endsWith('.html'))
      .map(file => [file.split('\\').join('/'), readFileSync(join(dist, file), 'utf8')]),
  );
  const anchors = new Map(
    [...pages].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decode(id))),
    ]),
  );
  return [...pages]
    .filter(([file]) => file !== '404.html')
    .flatMap(([file, text]) =>
      [...new Set([...text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href]) => decode(href)))].flatMap(href => {
        if (/^[a-z]+:/.test(href)) {
          return [];
        }
        const [path, anchor] = href.split('#');
        const target = resolveLink(file, path, base);
        const found = [target, `${target}.html`, posix.join(target, 'index.html')]
          .map(name => name.replace(/^\.\//, ''))
          .find(name => pages.has(name) || (name !== '' && existsFile(dist, name)));
        const isBroken =
          found === undefined ||
          (anchor !== undefined &&
            anchor !== '' &&
            anchors.has(found) &&
            !anchors.get(found)!.has(decodeURIComponent(anchor)));
        return isBroken ? [`${file}: ${href}`] : [];
      }),
    );
}

/** Returns the path in the site. A path outside the site keeps its `/`, so there is no such file. */
function resolveLink(file: string, path: string, base: string): string {
  if (path === '') {
    return file;
  }
  if (!path.startsWith('/')) {
    return posix.join(posix.dirname(file), path);
  }
  return path.startsWith(base) ? path.slice(base.length) : path;
}

const existsFile = (dist: string, name: string) => /\.[a-z0-9]+$/.test(name) && existsSync(join(dist, name));
const decode = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

async function main(): Promise<void> {
  // --ignore-scripts: the packages of the site need no installation script.
  if (!existsSync(join(SITE, 'node_modules', 'vitepress'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: SITE, stdio: 'inherit' });
  }
  execFileSync(process.execPath, [join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', SITE], {
    stdio: 'inherit',
  });
  await writePlayground(join(DIST, 'playground'));
  const broken = findBrokenLinks(DIST, BASE);
  if (broken.length > 0) {
    throw new Error(`broken links:\n${broken.join('\n')}`);
  }
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

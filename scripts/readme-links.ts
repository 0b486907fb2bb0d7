/**
 * Makes every link and picture of README.md absolute. README.md is also the page on npm, PyPI, Construct Hub and
 * pkg.go.dev, and the packages do not contain the docs. npm resolves relative links if it knows the repository; PyPI
 * does not.
 */
import { existsSync, readFileSync } from 'fs';
import { extname, join, posix } from 'path';
import { writeOrCheck } from './generated-blocks';

const ROOT = join(__dirname, '..');
const README = join(ROOT, 'README.md');
const REPOSITORY = 'cdk8s-startup-order/cdk8s-startup-order';
const PAGES = `https://github.com/${REPOSITORY}/blob/main/`;
const PICTURES = `https://raw.githubusercontent.com/${REPOSITORY}/main/`;

/** Links in code are not changed. */
const CODE = /(^```[^]*?^```$|`[^`\n]*`)/m;
const LINK = /(\]\(|\b(?:href|src)=")([^)\s"]+)/g;

export function absoluteLinks(text: string): string {
  return text
    .split(CODE)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(LINK, (all, before: string, target: string) => {
            if (/^(#|[a-z]+:)/.test(target)) {
              return all;
            }
            const isPicture = ['.svg', '.png', '.gif'].includes(extname(target));
            return `${before}${isPicture ? PICTURES : PAGES}${posix.normalize(target)}`;
          }),
    )
    .join('');
}

export function missingPictures(text: string, exists: (path: string) => boolean): string[] {
  const targets = [...text.matchAll(LINK)].map(([, , target]) => target);
  return targets.filter(target => target.startsWith(PICTURES) && !exists(target.slice(PICTURES.length)));
}

export function writeReadmeLinks(): void {
  writeOrCheck(README, absoluteLinks);
  for (const picture of missingPictures(absoluteLinks(readFileSync(README, 'utf8')), path =>
    existsSync(join(ROOT, path)),
  )) {
    console.error(`README.md: there is no ${picture}`);
    process.exitCode = 1;
  }
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { Language, PACKAGE_VERSION, ROOT, run } from './language';

const PAGE = join(ROOT, 'docs', 'reference', 'workloads.md');

/** The program with which the page tells readers to begin. */
export const FIRST_PROGRAM = 'examples/quick-start';

/**
 * Runs the first program of a language with the files and the commands of the page, in an empty folder. The built
 * package replaces the one of a registry. Returns the manifests.
 */
export function runFirstProgram({ name, file, publish }: Language): string {
  const page = readFileSync(PAGE, 'utf8');
  const section = part(page, new RegExp(`^### ${name}\n([^]*?)^<!-- end `, 'm'));
  const commands = part(section, /^```sh\n([^]*?)^```$/m);
  const program = part(page, new RegExp(`\\((\\S*/${FIRST_PROGRAM}/${file})\\)`));
  const folder = mkdtempSync(join(tmpdir(), 'startup-order-first-program-'));
  try {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write(part(commands, new RegExp(`(\\S*${file})`)), readFileSync(join(dirname(PAGE), program), 'utf8'));
    for (const [, path, text] of section.matchAll(/^```xml\n<!-- (\S+) -->\n([^]*?)^```$/gm)) {
      write(path, text.replace('…', PACKAGE_VERSION));
    }
    run(['bash', '-euxc', commands], { cwd: folder, env: { ...process.env, ...publish() } });
    const written = readdirSync(join(folder, 'dist')).sort();
    return written.map(manifest => readFileSync(join(folder, 'dist', manifest), 'utf8')).join('---\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function part(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) {
    throw new Error(`${PAGE} has another form: it does not contain ${pattern}`);
  }
  return found;
}

/** Compiles every snippet of README.md, docs/ and the docstrings against the built library. */
import { execFileSync } from 'child_process';
import { existsSync, symlinkSync } from 'fs';
import { join } from 'path';
import { pagesBelow } from './pages';
import { snippetsIn, wrongSnippets } from './snippets';

const ROOT = join(__dirname, '..');
const LINK = join(ROOT, 'node_modules', 'cdk8s-startup-order');

export function checkSnippets(): void {
  // Snippets import the library by its name. They are compiled in this folder, since the folder of rosetta lacks the
  // types of Node.
  if (!existsSync(LINK)) {
    symlinkSync('..', LINK, 'dir');
  }
  // rosetta translates the docstrings, and README.md at the time of the compilation. It reads no other page.
  const rosetta = [
    join(ROOT, 'node_modules', '.bin', 'jsii-rosetta'),
    'extract',
    '--compile',
    '--fail',
    '--directory',
    ROOT,
    ROOT,
  ];
  execFileSync(process.execPath, rosetta, { stdio: 'inherit' });

  const snippets = Object.entries(pagesBelow(ROOT))
    .filter(([page]) => page !== 'API.md')
    .flatMap(([page, text]) => snippetsIn(page, text));
  const wrong = wrongSnippets(ROOT, snippets);
  wrong.forEach(line => console.error(line));
  if (wrong.length > 0) {
    process.exitCode = 1;
  } else {
    console.log(`${snippets.length} snippets of the pages compile`);
  }
}

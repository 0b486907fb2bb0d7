/** Compiles every snippet of README.md, docs/ and the docstrings against the built library, as its users would. */
import { execFileSync } from 'child_process';
import { existsSync, symlinkSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');
const LINK = join(ROOT, 'node_modules', 'cdk8s-startup-order');

// Snippets import the library by its name.
if (!existsSync(LINK)) { symlinkSync('..', LINK, 'dir'); }
execFileSync(process.execPath, [join(ROOT, 'node_modules', '.bin', 'jsii-rosetta'), 'extract', '--compile', '--fail', ROOT], { stdio: 'inherit' });

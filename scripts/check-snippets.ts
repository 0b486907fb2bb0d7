/** Compiles every snippet of README.md, docs/ and the docstrings against the built library, as its users would. */
import { execFileSync } from 'child_process';
import { existsSync, symlinkSync } from 'fs';
import { join } from 'path';

const ROOT = join(__dirname, '..');
const LINK = join(ROOT, 'node_modules', 'cdk8s-startup-order');

// Snippets import the library by its name, and are compiled in this folder: in rosetta's own they would lack the types of Node.
if (!existsSync(LINK)) { symlinkSync('..', LINK, 'dir'); }
const rosetta = [join(ROOT, 'node_modules', '.bin', 'jsii-rosetta'), 'extract', '--compile', '--fail', '--directory', ROOT, ROOT];
execFileSync(process.execPath, rosetta, { stdio: 'inherit' });

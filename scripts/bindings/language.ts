import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { Program } from './programs';

export const ROOT = join(__dirname, '..', '..');

/** All that is built lies here: git and npm leave it out, and it may be deleted. */
export const BUILT = join(ROOT, 'dist', 'bindings');

/** A language that jsii-pacmak writes the library for. */
export interface Language {
  readonly name: string;

  /** The file of a program in it, such as `main.py`. */
  readonly file: string;

  /** What has to be installed: a command that succeeds when it is, and the Debian package that brings it, where one does. */
  readonly needs: readonly { readonly command: readonly string[]; readonly what: string; readonly debian?: string }[];

  /** Builds the package, and what these programs need besides. Tells the command line that runs one of them. */
  build(programs: readonly Program[]): (program: Program) => readonly string[];
}

/** Runs it to its end; when it fails, says all that it said. */
export function run(command: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}): void {
  const { status, stdout, stderr, error } = spawnSync(command[0], command.slice(1), { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26, ...options });
  if (status !== 0) { throw new Error([command.join(' '), stdout, stderr, error?.message].filter(text => text).join('\n')); }
}

export function succeeds(command: readonly string[]): boolean {
  return spawnSync(command[0], command.slice(1)).status === 0;
}

/** Writes the packages of these modules into `folder`; with `code`, only their sources. */
export function pacmak(target: string, folder: string, modules: readonly string[], { code }: { readonly code: boolean }): void {
  rmSync(join(folder, target), { recursive: true, force: true });
  // --no-npmignore: it would change the .npmignore of each module.
  const options = ['--no-npmignore', ...code ? ['--code-only'] : [], '--outdir', folder, '--target', target];
  run([process.execPath, join(ROOT, 'node_modules', 'jsii-pacmak', 'bin', 'jsii-pacmak'), ...modules, ...options]);
}

/** The version of a module that this repository is developed against. */
export function version(module: string): string {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', module, 'package.json'), 'utf8')).version;
}

/** Does what fills `folder`, unless it did so for the same `key` before. */
export function once(folder: string, key: unknown, fill: () => void): void {
  const stamp = join(folder, '.complete');
  const wanted = JSON.stringify(key);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) { return; }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill();
  writeFileSync(stamp, wanted);
}

export function write(file: string, lines: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

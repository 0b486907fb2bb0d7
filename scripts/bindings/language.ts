import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { Program } from './programs';

export const ROOT = join(__dirname, '..', '..');

/** The folder of all builds. git and npm ignore it, and you can delete it. */
export const BUILT = join(ROOT, 'dist', 'bindings');

/** A target language of jsii-pacmak. */
export interface Language {
  readonly name: string;

  /** The file name of a program, such as `main.py`. */
  readonly file: string;

  /** The required tools: a command that succeeds if the tool is installed, and its Debian package. */
  readonly needs: readonly { readonly command: readonly string[]; readonly what: string; readonly debian?: string }[];

  /** Builds the package and the programs. Returns the command line that runs a program. */
  build(programs: readonly Program[]): (program: Program) => readonly string[];

  /** Makes the built package available under its public name. Returns the environment for the package manager. */
  publish(): NodeJS.ProcessEnv;
}

/** Runs a command. On failure, throws an error with its output. */
export function run(
  command: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): void {
  const { status, stdout, stderr, error } = spawnSync(command[0], command.slice(1), {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (status !== 0) {
    throw new Error([command.join(' '), stdout, stderr, error?.message].filter(text => text).join('\n'));
  }
}

export function succeeds(command: readonly string[]): boolean {
  return spawnSync(command[0], command.slice(1)).status === 0;
}

/** Writes the packages of these modules to `folder`; with `code`, only their sources. */
export function pacmak(
  target: string,
  folder: string,
  modules: readonly string[],
  { code }: { readonly code: boolean },
): void {
  rmSync(join(folder, target), { recursive: true, force: true });
  // --no-npmignore: it would change the .npmignore of each module.
  const options = ['--no-npmignore', ...(code ? ['--code-only'] : []), '--outdir', folder, '--target', target];
  run([process.execPath, join(ROOT, 'node_modules', 'jsii-pacmak', 'bin', 'jsii-pacmak'), ...modules, ...options]);
}

const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The version of the built package. */
export const PACKAGE_VERSION: string = PACKAGE.version;

/** The names of the package in other languages. */
export const { targets } = PACKAGE.jsii;

/** Returns the version of a module in node_modules. */
export function version(module: string): string {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', module, 'package.json'), 'utf8')).version;
}

/** Fills `folder`, unless it was filled for the same `key` before. */
export function once(folder: string, key: unknown, fill: () => void): void {
  const stamp = join(folder, '.complete');
  const wanted = JSON.stringify(key);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill();
  writeFileSync(stamp, wanted);
}

export function write(file: string, lines: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

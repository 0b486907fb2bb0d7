import { execFileSync } from 'child_process';
import { createHash } from 'crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { transformSync } from 'esbuild';

const ROOT = join(__dirname, '..');
/** Outside of the project: a build links to its `node_modules`, so a search of the project would find its files again. */
const BUILDS = join(tmpdir(), `startup-order-built-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);

/** The files that a build reads. The lock file has the version of each bundled package. */
const SOURCES = ['agent/bin', 'bin', 'package-lock.json', 'package.json', 'scripts', 'src', 'test/built-library.ts', 'tools'];

/**
 * Returns the folder of the package as npm would install it, built from the sources, for tests in separate processes. Each build takes seconds, so the processes share
 * it: the folder has the name of the hash of the sources. The callers do not change it.
 */
export function builtLibrary(): string {
  const library = join(BUILDS, hashOf(SOURCES));
  if (existsSync(library)) { return library; }
  mkdirSync(BUILDS, { recursive: true });
  const outdated = readdirSync(BUILDS);
  const made = mkdtempSync(join(BUILDS, 'making-'));
  build(made, library);
  try {
    renameSync(made, library);
  } catch {
    // Another process was faster.
    rmSync(made, { recursive: true });
  }
  for (const name of outdated.filter(other => !other.startsWith('making-'))) { rmSync(join(BUILDS, name), { recursive: true, force: true }); }
  return library;
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const files = paths.map(path => join(ROOT, path)).flatMap(path => statSync(path).isFile() ? path : filesBelow(path));
  for (const file of files) { hash.update(`${file}\n`).update(createHash('sha256').update(readFileSync(file)).digest()); }
  return hash.digest('hex').slice(0, 16);
}

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name)).sort();

/** Builds in `directory`. The build will have the path `library`. */
function build(directory: string, library: string): void {
  for (const file of (readdirSync(join(ROOT, 'src'), { recursive: true }) as string[]).filter(f => f.endsWith('.ts'))) {
    const { code } = transformSync(readFileSync(join(ROOT, 'src', file), 'utf8'), { loader: 'ts', format: 'cjs', target: 'node20', tsconfigRaw: '{}' });
    const compiled = join(directory, 'lib', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, code);
  }
  execFileSync(process.execPath, ['-r', 'ts-node/register/transpile-only', join(ROOT, 'scripts', 'bundle.ts'), join(directory, 'bundle')], {
    cwd: ROOT,
    env: { ...process.env, TS_NODE_PROJECT: join(ROOT, 'scripts', 'tsconfig.json') },
  });
  cpSync(join(ROOT, 'bin'), join(directory, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'agent', 'bin'), join(directory, 'agent', 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(directory, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  // For the examples, which import the package by its name.
  const project = { extends: join(ROOT, 'examples', 'tsconfig.json'), compilerOptions: { paths: { 'cdk8s-startup-order': [library] } } };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project));
}

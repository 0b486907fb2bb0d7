import { execFileSync } from 'child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { transformSync } from 'esbuild';

const ROOT = join(__dirname, '..');

/** Builds the package from the sources, as npm would install it, for tests in separate processes. The caller removes the directory. */
export function builtLibrary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'startup-order-library-'));
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
  const project = { extends: join(ROOT, 'examples', 'tsconfig.json'), compilerOptions: { paths: { 'cdk8s-startup-order': [directory] } } };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project));
  return directory;
}

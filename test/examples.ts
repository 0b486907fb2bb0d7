import { execFile } from 'child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { promisify } from 'util';
import { abridged } from './abridged';

export interface Example {
  readonly name: string;
  readonly directory: string;
}

const ROOT = join(__dirname, '..');

export function example(name: string): Example {
  return { name, directory: join(ROOT, 'examples', name) };
}

/** The folders of examples/ with an expected manifest. */
export const EXAMPLES: readonly Example[] = readdirSync(join(ROOT, 'examples')).sort().map(example)
  .filter(e => existsSync(join(e.directory, 'expected.yaml')));

/** Returns the abridged manifest of `cdk8s synth`. `library`: the folder of the built package, which the name of the library refers to. */
export async function synthesize({ directory }: Example, library: string): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'startup-order-example-'));
  try {
    const cli = join(ROOT, 'node_modules', 'cdk8s-cli', 'bin', 'cdk8s');
    const env = { ...process.env, TS_NODE_PROJECT: join(library, 'tsconfig.json') };
    await promisify(execFile)(process.execPath, [cli, 'synth', '--check-upgrade=false', '--no-validate', '--output', output], { cwd: directory, env });
    return abridged(readdirSync(output).filter(f => f.endsWith('.k8s.yaml')).sort().map(f => readFileSync(join(output, f), 'utf8')).join('---\n'));
  } finally {
    // cdk8s removes the folder when the program fails.
    rmSync(output, { recursive: true, force: true });
  }
}

import { execFile } from 'child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join, relative } from 'path';
import { promisify } from 'util';

const ROOT = join(__dirname, '..', '..');

/**
 * A folder with a program in TypeScript and in other languages: an example, or a test of features that no example
 * shows.
 */
export interface Program {
  readonly name: string;
  readonly directory: string;
}

/** The result of a program. */
export interface Outcome {
  readonly manifests: string;
  /** The manifests are the golden of an example (test/golden.ts). */
  readonly isGolden?: true;
  readonly printed: string;
  /** The output on stderr of a failed program. */
  readonly failure?: string;
}

/** Finds the programs that also exist in one of these files. */
export function programsWith(files: readonly string[]): Program[] {
  return ['examples', 'test/bindings']
    .flatMap(parent =>
      readdirSync(join(ROOT, parent))
        .sort()
        .map(name => join(ROOT, parent, name)),
    )
    .filter(directory => files.some(file => existsSync(join(directory, file))))
    .map(directory => ({ name: relative(ROOT, directory), directory }));
}

/** Returns the expected result: the manifest of an example, which prints nothing, or the result of main.ts. */
export async function expected(program: Program): Promise<Outcome> {
  const manifests = join(program.directory, 'expected.yaml');
  if (existsSync(manifests)) {
    return { manifests: readFileSync(manifests, 'utf8'), isGolden: true, printed: '' };
  }
  const register = ['ts-node/register/transpile-only', 'tsconfig-paths/register'].flatMap(module => [
    '--require',
    require.resolve(module),
  ]);
  const outcome = await runProgram(program, [process.execPath, ...register, 'main.ts'], {
    TS_NODE_PROJECT: join(ROOT, 'scripts', 'tsconfig.json'),
  });
  return { ...outcome, failure: outcome.failure && /^Error: ([^]*?)\n {4}at /m.exec(outcome.failure)?.[1] };
}

/** Runs a program in its folder, like `cdk8s synth`. */
export async function runProgram(
  { directory }: Program,
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const output = mkdtempSync(join(tmpdir(), 'startup-order-bindings-'));
  const options = { cwd: directory, env: { ...process.env, ...env, CDK8S_OUTDIR: output }, maxBuffer: 2 ** 24 };
  try {
    const ran = await promisify(execFile)(command[0], command.slice(1), options).then(
      ({ stdout }) => ({ printed: stdout }),
      ({ stdout, stderr, message }) => ({ printed: stdout ?? '', failure: stderr || message }),
    );
    const written = readdirSync(output)
      .filter(file => file.endsWith('.k8s.yaml'))
      .sort();
    return { ...ran, manifests: written.map(file => readFileSync(join(output, file), 'utf8')).join('---\n') };
  } finally {
    rmSync(output, { recursive: true });
  }
}

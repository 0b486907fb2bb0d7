import { execFile } from 'child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'fs';
import { devNull, tmpdir } from 'os';
import { basename, join } from 'path';

const ROOT = join(__dirname, '..', '..');
export const EXAMPLE = join(ROOT, 'examples', 'pipeline');
/** A manifest that the pipeline must reject. */
export const WAITS_FOR_ITSELF = join(__dirname, 'waits-for-itself.yaml');

/**
 * Creates a copy of examples/pipeline as after `npm install`. The packages come from this repository, the library from
 * `library`. The caller removes the directory.
 */
export function pipelineApp(library: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'startup-order-pipeline-'));
  const made = ['node_modules', 'dist', 'start-order'];
  cpSync(EXAMPLE, directory, { recursive: true, filter: file => !made.includes(basename(file)) });
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    symlinkSync(name === 'cdk8s-startup-order' ? library : join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of ['cdk8s', 'ts-node']) {
    symlinkSync(join(ROOT, 'node_modules', '.bin', name), join(modules, '.bin', name));
  }
  symlinkSync(join(library, 'bin', 'cdk8s-startup-order'), join(modules, '.bin', 'cdk8s-startup-order'));
  return directory;
}

export interface PipelineRun {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Returns the output of pipeline.sh in this directory, without a network. */
export async function runPipeline(directory: string): Promise<PipelineRun> {
  const env = {
    // Omits the settings of the npm process that runs the tests.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
    npm_config_userconfig: devNull,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    // The library has no types here; `tsc -p examples` checks the types.
    TS_NODE_TRANSPILE_ONLY: 'true',
  };
  return new Promise(end => {
    execFile(join(directory, 'pipeline.sh'), { env }, (failure, out, error) => {
      end({ code: failure ? Number(failure.code ?? 1) : 0, out, error });
    });
  });
}

/** Returns the output of each command of a run. */
export function outputs(out: string): { readonly command: string; readonly output: string }[] {
  return [...out.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command, output]) => ({ command, output }));
}

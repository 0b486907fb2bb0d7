import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App } from 'cdk8s';
import { abridged } from './abridged';

export interface Example { readonly name: string; readonly directory: string }

const ROOT = join(__dirname, '..');

export function example(name: string): Example { return { name, directory: join(ROOT, 'examples', name) }; }

/** The folders of examples/ with an expected manifest. */
export const EXAMPLES: readonly Example[] = readdirSync(join(ROOT, 'examples')).sort().map(example)
  .filter(e => existsSync(join(e.directory, 'expected.yaml')));

export interface ExampleRun {
  readonly apps: readonly App[];
  /** The abridged manifests. */
  readonly manifests: string;
}

const RUNS = new Map<string, ExampleRun>();

/** Runs the program of an example in this process, as `cdk8s synth` does in its own. Node loads a program only once, so a second call returns the same run. */
export function runExample({ directory }: Example): ExampleRun {
  const known = RUNS.get(directory);
  if (known) { return known; }
  const output = mkdtempSync(join(tmpdir(), 'startup-order-example-'));
  const apps: App[] = [];
  const { synth } = App.prototype;
  const { log } = console;
  const { write } = process.stderr;
  App.prototype.synth = function (this: App) { apps.push(this); synth.call(this); };
  console.log = () => {};
  process.stderr.write = () => true;
  process.env.CDK8S_OUTDIR = output;
  const folder = process.cwd();
  process.chdir(directory);
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(join(directory, 'main.ts'));
    const files = readdirSync(output).filter(file => file.endsWith('.k8s.yaml')).sort();
    const run = { apps, manifests: abridged(files.map(file => readFileSync(join(output, file), 'utf8')).join('---\n')) };
    RUNS.set(directory, run);
    return run;
  } finally {
    App.prototype.synth = synth;
    console.log = log;
    process.stderr.write = write;
    process.chdir(folder);
    delete process.env.CDK8S_OUTDIR;
    rmSync(output, { recursive: true });
  }
}

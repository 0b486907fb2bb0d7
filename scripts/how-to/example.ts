import { readFileSync } from 'fs';
import { join } from 'path';
import { App } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { StartupOrder } from '../../src';
import { abridged } from '../../test/abridged';
import { fenced } from '../markdown';

const ROOT = join(__dirname, '..', '..');
const EXAMPLES = join(ROOT, 'examples');

/** Reads a file of the repository. */
export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Returns the program of an example as a code block. `tsc -p examples` compiles the examples. */
export function program(name: string, file = 'main'): string {
  return fenced('ts nofixture', textOf(join('examples', name, `${file}.ts`)));
}

/** Returns the objects of an example, without the binary of the agent. */
export function objectsOf(name: string): any[] {
  return parseAllDocuments(abridged(appOf(name).synthYaml())).map(document => document.toJS() as unknown);
}

/** Returns the pod spec of a workload of an example. */
export function podSpecOf(name: string, workload: string): any {
  return podSpecIn(objectsOf(name), workload);
}

export const isWorkload = ({ spec }: any) => (spec?.template ?? spec?.jobTemplate ?? spec?.containers) !== undefined;

export function podSpecIn(objects: readonly any[], workload: string): any {
  const { kind, spec } = objects.find(o => o.metadata.name === workload && isWorkload(o));
  return kind === 'Pod' ? spec : (spec.jobTemplate?.spec ?? spec).template.spec;
}

const apps = new Map<string, App>();

/** Runs the program of an example and returns its app, before the app writes any file. */
export function appOf(name: string, file = 'main'): App {
  const path = join(EXAMPLES, name, file);
  const app = apps.get(path) ?? loaded(path);
  apps.set(path, app);
  return app;
}

/** Works once per example, since `require` runs a module only once. */
function loaded(path: string): App {
  const { synth } = App.prototype;
  let app: App | undefined;
  App.prototype.synth = function (this: App) {
    app = this;
  };
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(path);
  } finally {
    App.prototype.synth = synth;
  }
  if (!app) {
    throw new Error(`${path}.ts does not synthesize its app`);
  }
  return app;
}

/** Returns the output of `explain()` for all workloads of an example. */
export function planOf(name: string, file = 'main'): string {
  return fenced('text', StartupOrder.explainAll(appOf(name, file)));
}

import { readFileSync } from 'fs';
import { join } from 'path';
import { App } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { fenced } from './shown';
import { StartupOrder } from '../../src';

const ROOT = join(__dirname, '..', '..');
const EXAMPLES = join(ROOT, 'examples');

/** The text of a file of the repository. */
export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** A program as it stands there: `tsc -p examples` compiles it. */
export function program(name: string, file = 'main'): string {
  return fenced('ts nofixture', textOf(join('examples', name, `${file}.ts`)));
}

/** The objects that `cdk8s synth` writes for it; a test holds the file to that. */
export function objectsOf(name: string): any[] {
  return parseAllDocuments(textOf(join('examples', name, 'expected.yaml'))).map(document => document.toJS() as unknown);
}

/** The pod spec of the workload of that name in it. */
export function podSpecOf(name: string, workload: string): any {
  return podSpecIn(objectsOf(name), workload);
}

export function podSpecIn(objects: readonly any[], workload: string): any {
  const { kind, spec } = objects.find(o => o.metadata.name === workload && (o.spec?.template ?? o.spec?.jobTemplate ?? o.spec?.containers));
  return kind === 'Pod' ? spec : (spec.jobTemplate?.spec ?? spec).template.spec;
}

const apps = new Map<string, App>();

/** Its app, with all that was added to it, before it writes anything. */
export function appOf(name: string, file = 'main'): App {
  const path = join(EXAMPLES, name, file);
  const app = apps.get(path) ?? loaded(path);
  apps.set(path, app);
  return app;
}

/** A module is run once, so that this can be asked only once. */
function loaded(path: string): App {
  const { synth } = App.prototype;
  let app: App | undefined;
  App.prototype.synth = function (this: App) { app = this; };
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(path);
  } finally {
    App.prototype.synth = synth;
  }
  if (!app) { throw new Error(`${path}.ts does not synthesize its app`); }
  return app;
}

/** What `explain()` says of all its workloads; of some sections only, if they are named. */
export function planOf(name: string, sections?: readonly Section[], file = 'main'): string {
  return fenced('text', partOf(StartupOrder.explainAll(appOf(name, file)), sections));
}

export type Section = 'containers' | 'dependencies' | 'shutdown' | 'injected' | 'predicted' | 'to know';

/** A section begins with its title, indented by two; the containers stand in front of the first. */
function partOf(text: string, sections: readonly Section[] | undefined): string {
  let section: Section = 'containers';
  return text.split('\n').filter(line => {
    const [, title] = /^ {2}(dependencies|shutdown|injected|predicted|to know)\b/.exec(line) ?? [];
    section = /^\S/.test(line) ? 'containers' : title as Section | undefined ?? section;
    return !sections || line === '' || sections.includes(section);
  }).join('\n');
}

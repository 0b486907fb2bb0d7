import { join } from 'path';
import { isDeepStrictEqual } from 'util';
import { Yaml } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { run } from './command-line';
import { isWorkload, objectsOf, podSpecIn, program, textOf } from './example';
import { WAIT_AGENT } from '../../src/agent/contract';
import { fenced } from '../markdown';

/** The program of an example in each language, by the name of its code block. */
const LANGUAGES = { python: 'main.py', java: 'Main.java', go: 'main.go' };

export const ORDER = 'npx cdk8s-startup-order order manifests/ --file order.yaml > ordered.yaml';

export interface RecipeOptions {
  /** The manifests before the order. Default: the manifests of the program, without the fields of the order. */
  readonly manifests?: string;
  /** The commands of the first fold, one in each line. */
  readonly command?: string;
  /** Returns the parts of the objects that must be equal. Default: what decides the start of each container. */
  readonly compared?: (objects: readonly any[]) => unknown;
}

/**
 * Returns a recipe in two folds, which the site shows as tabs: an object `StartupOrder` for each name in `specs`, and
 * the program of an example. Throws an error unless the commands with these objects give the same as the program.
 */
export function recipe(
  example: string,
  specs: Readonly<Record<string, string>>,
  { manifests, command = ORDER, compared = startsOf }: RecipeOptions = {},
): string {
  const order = Object.entries(specs).map(describeObject).join('---\n');
  const expected = objectsOf(example);
  const before =
    manifests ??
    expected
      .filter(isWorkload)
      .map(o => Yaml.stringify(withoutOrder(o)))
      .join('---\n');
  const files = { 'manifests/all.yaml': before, 'order.yaml': order };
  const ordered = command.split('\n').flatMap(line => {
    const { out, error } = run(line, { files, stdin: before });
    if (out === '') {
      throw new Error(`${example}: ${error}`);
    }
    return parseAllDocuments(out).map(document => document.toJS() as any);
  });
  const [byObject, byProgram] = [ordered, expected].map(compared);
  if (!isDeepStrictEqual(byObject, byProgram)) {
    throw new Error(`${example}: the object and the program differ:\n${Yaml.stringify(byObject, byProgram)}`);
  }
  return tabs(
    [fenced('yaml', `# order.yaml\n${order.trim()}`), fenced('sh', command), resultOf(example)],
    [program(example), inOtherLanguages(example)],
  );
}

/** Returns two folds, which the site shows as tabs. */
export function tabs(yaml: readonly string[], cdk8s: readonly string[]): string {
  return [fold('YAML', true, ...yaml), fold('cdk8s', false, ...cdk8s)].join('\n\n');
}

const resultOf = (example: string) => `[The result](../../examples/${example}/expected.yaml).`;

/** Returns the program of an example in the other languages, in a fold. `npm run bindings` runs these programs. */
function inOtherLanguages(example: string): string {
  const programs = Object.entries(LANGUAGES).map(([language, file]) =>
    // The comment at the top is the comment of main.ts.
    fenced(language, textOf(join('examples', example, file)).replace(/^(?:(?:#|\/\/).*\n)+/, '')),
  );
  return fold('Python, Java and Go', false, ...programs);
}

function describeObject([name, spec]: [string, string]): string {
  return [
    'apiVersion: cdk8s-startup-order.github.io/v1alpha1',
    'kind: StartupOrder',
    `metadata: { name: ${name} }`,
    'spec:',
    ...spec
      .split('\n')
      .filter(line => line !== '')
      .map(line => `  ${line}`),
    '',
  ].join('\n');
}

function fold(title: string, isOpen: boolean, ...parts: readonly string[]): string {
  return [
    `<details${isOpen ? ' open' : ''}>`,
    `<summary>${title}</summary>`,
    '',
    parts.join('\n\n'),
    '',
    '</details>',
  ].join('\n');
}

const isInjected = (name: string) => /^(wait-for-|startup-order-)/.test(name);

/** The command of a container after the arguments of the wait agent. */
const withoutGate = (command: readonly string[]) =>
  command[0] === WAIT_AGENT ? command.slice(command.indexOf('--') + 1) : command;

/** Returns the workload as a user writes it: all containers in `containers`, without the fields of the order. */
function withoutOrder({ apiVersion, kind, metadata, spec }: any): unknown {
  const { template, ...rest } = spec;
  const { initContainers = [], containers, volumes = [], serviceAccountName, ...pod } = template.spec;
  const own = [...containers, ...initContainers].filter(({ name }) => !isInjected(name));
  return {
    apiVersion,
    kind,
    metadata: { name: metadata.name, namespace: metadata.namespace },
    spec: {
      ...rest,
      template: {
        metadata: { labels: template.metadata?.labels },
        spec: {
          ...pod,
          containers: own.map(
            ({ restartPolicy, startupProbe, lifecycle, volumeMounts = [], command, ...container }) => ({
              ...container,
              ...(command && { command: withoutGate(command) }),
              volumeMounts: volumeMounts.filter(({ name }: any) => !isInjected(name)),
            }),
          ),
          volumes: volumes.filter(({ name }: any) => !isInjected(name)),
        },
      },
    },
  };
}

/** Returns what decides the start of each container, by workload. */
export function startsOf(objects: readonly any[]): Readonly<Record<string, unknown>> {
  const started = ({ name, restartPolicy, command, startupProbe }: any) => ({
    name,
    restartPolicy,
    command,
    startupProbe,
  });
  return Object.fromEntries(
    objects.filter(isWorkload).map(({ metadata: { name } }) => {
      const { initContainers = [], containers } = podSpecIn(objects, name);
      return [name, { initContainers: initContainers.map(started), containers: containers.map(started) }];
    }),
  );
}

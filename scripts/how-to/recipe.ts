import { existsSync } from 'fs';
import { join } from 'path';
import { isDeepStrictEqual } from 'util';
import { Yaml } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { objectsOf, podSpecIn, program } from './example';
import { cli } from '../../test/cli/host';
import { fenced } from '../markdown';

const EXAMPLES = join(__dirname, '..', '..', 'examples');
const LANGUAGES = { 'main.py': 'Python', 'Main.java': 'Java', 'main.go': 'Go' };

/**
 * Returns a recipe in two folds, which the site shows as tabs: an object `StartupOrder` for each name in `specs`, and
 * the program of an example. Throws an error unless `order` with these objects gives the same pods as the program.
 */
export function recipe(example: string, specs: Readonly<Record<string, string>>): string {
  const order = Object.entries(specs).map(describeObject).join('---\n');
  const expected = objectsOf(example).filter(isWorkload);
  const manifests = expected.map(workload => Yaml.stringify(withoutOrder(workload))).join('---\n');
  const files = { 'manifests.yaml': manifests, 'order.yaml': order };
  const { out, error } = cli(['order', 'manifests.yaml', '--file', 'order.yaml'], { files });
  if (out === '') {
    throw new Error(`${example}: ${error}`);
  }
  const ordered = parseAllDocuments(out).map(document => document.toJS() as any);
  for (const {
    metadata: { name },
  } of expected) {
    const [byObject, byProgram] = [ordered, expected].map(objects => startOf(objects, name));
    if (!isDeepStrictEqual(byObject, byProgram)) {
      throw new Error(`${example}/${name}: the object and the program differ:\n${Yaml.stringify(byObject, byProgram)}`);
    }
  }
  return [
    fold('YAML', true, fenced('yaml', `# order.yaml\n${order.trim()}`), runs()),
    fold('cdk8s', false, program(example), languages(example)),
  ].join('\n\n');
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

function runs(): string {
  return fenced('sh', 'npx cdk8s-startup-order order manifests/ --file order.yaml > ordered.yaml');
}

function languages(example: string): string {
  const links = Object.entries(LANGUAGES)
    .filter(([file]) => existsSync(join(EXAMPLES, example, file)))
    .map(([file, language]) => `[${language}](../../examples/${example}/${file})`);
  const words = '[the words of Python, Java and Go](../reference/workloads.md#python-java-and-go)';
  return links.length > 0 ? `The same program in ${links.join(', ')}.` : `See ${words}.`;
}

const isWorkload = ({ spec }: any) => spec?.template !== undefined;
const isInjected = (name: string) => /^(wait-for-|startup-order-)/.test(name);

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
          containers: own.map(({ restartPolicy, startupProbe, lifecycle, volumeMounts = [], ...container }) => ({
            ...container,
            volumeMounts: volumeMounts.filter(({ name }: any) => !isInjected(name)),
          })),
          volumes: volumes.filter(({ name }: any) => !isInjected(name)),
        },
      },
    },
  };
}

/** Returns what decides the start of each container. */
function startOf(objects: readonly any[], workload: string): unknown {
  const { initContainers = [], containers } = podSpecIn(objects, workload);
  const started = ({ name, restartPolicy, command, startupProbe }: any) => ({
    name,
    restartPolicy,
    command,
    startupProbe,
  });
  return { initContainers: initContainers.map(started), containers: containers.map(started) };
}

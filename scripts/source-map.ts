/**
 * Fills the map of the folders of src in CONTRIBUTING.md: the content of each folder, and the folders that it imports. With --check it fails when the map is stale.
 * A folder without a description is an error.
 */
import { readdirSync, readFileSync } from 'fs';
import { join, posix } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';

const ROOT = join(__dirname, '..');
const SRC = join(ROOT, 'src');

const CONTENT: Readonly<Record<string, string>> = {
  'api': 'the public words: dependencies, ready checks, enums, options, and the plan as users read it',
  'api/private': 'types that several folders share: declarations, checks, the pod spec as JSON, and the texts of all errors',
  'agent': 'the contract with the wait agent: paths, arguments, exit codes, and its binaries',
  'pod': 'the domain: reads a pod spec and its declarations into a `PodIntent` (plain data), and defines the `PodPlan`',
  'pod/checks': 'one module for each kind of check: its arguments, and where it can run',
  'pod/meshes': 'one module for each mesh: its annotations by version, and the traffic that it captures',
  'planner': 'decides: makes a `PodPlan` from a `PodIntent`. `plan.ts` is its table of contents',
  'planner/graph': 'resolves the declarations to edges between containers',
  'planner/schedule': 'sorts the containers, and decides in which list each container starts',
  'planner/mechanisms': 'chooses a mechanism for each dependency. Each mechanism has a folder: `judge.ts` (description, cost, conditions, guarantee), `plan.ts` (decisions), `emit.ts` (output)',
  'emit': 'writes the `PodPlan` into the pod spec, with the `emit.ts` of the mechanisms, and decides nothing',
  'engine': 'reads, plans and writes one pod: `order-pod.ts`',
  'policy': 'builds the admission policies from the plans: `requirements.ts` finds the parts of a pod that enforce each dependency, `build-injection-policy.ts` adds waits for injected containers',
  'declarations': 'the object `StartupOrder` and the annotation: one description gives their types, validation, JSON schema and reference page',
  'report': 'describes a plan: `explain()`, graphs, timelines, predicted times',
  'constructs': 'the classes that users instantiate, such as `OrderedDeployment` and `StartupOrder`',
  'constructs/private': 'attaches an order to an `ApiObject`, and checks dependencies between workloads',
  'inspect/reader': 'reads any manifest: its waits, its probes, and the order that the kubelet enforces',
  'inspect/reader/command': 'finds the waits in a shell command, such as a loop around curl',
  'inspect/reader/shell': 'parses shell commands',
  'inspect/lint': 'runs the lint rules on a manifest',
  'inspect/lint/rules': 'one file for each lint rule',
  'inspect/live': 'diagnoses a pod of a cluster for `timeline`',
  'images': '`startup-order.images.json`: the configurations of images, and their references',
  'compose': 'compose files: reads their services and `depends_on`, and declares them for the manifests of kompose and Compose Bridge',
  'validation': 'the lint as a validation of `cdk8s synth`',
  'cli/images': 'reads images from registries, container engines and archives, for `images`',
  'manifests': 'manifests as text: reads them with positions, and writes them in order with the text around the changes. Runs in a browser, too',
  'cli/order': 'the command `order`: manifests, patches, policies and compose files',
  'cli': 'the command line; the only folder that accesses your files, runs programs and prints',
};

/** The modules of the mechanisms have the same structure, so the map describes them together. */
const DESCRIBED_WITH_PARENT = /^planner\/mechanisms\//;

interface Folder {
  readonly path: string;
  readonly imports: ReadonlySet<string>;
}

function readFolders(): Folder[] {
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(file => file.endsWith('.ts') && file.includes('/')).sort();
  const folders = [...new Set(files.map(file => posix.dirname(file)))].filter(path => !DESCRIBED_WITH_PARENT.test(path));
  return folders.map(path => ({ path, imports: new Set(files.filter(file => posix.dirname(file) === path).flatMap(importedLayers)) }));
}

/** Returns the top folders that a file imports, except its own. */
function importedLayers(file: string): string[] {
  const imported = [...readFileSync(join(SRC, file), 'utf8').matchAll(/^(?:import|export|\}) .*?from '(\.[^']*)';$/gm)];
  const layers = imported.map(([, from]) => posix.join(posix.dirname(file), from).split('/')[0]);
  return layers.filter(layer => layer !== file.split('/')[0]);
}

function describe({ path, imports }: Folder): string {
  const content = CONTENT[path];
  if (content === undefined) { throw new Error(`scripts/source-map.ts has no description of src/${path}`); }
  return `| [${path}](src/${path}) | ${content} | ${[...imports].sort().join(', ')} |`;
}

const folders = readFolders();
const order = Object.keys(CONTENT);
const gone = order.filter(path => !folders.some(folder => folder.path === path));
if (gone.length > 0) { throw new Error(`scripts/source-map.ts describes folders that do not exist: ${gone.join(', ')}`); }
const rows = folders.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)).map(describe);

writeOrCheck(join(ROOT, 'CONTRIBUTING.md'), before => withBlocks(before, { folders: ['| folder of src | content | imports |', '|---|---|---|', ...rows].join('\n') }));

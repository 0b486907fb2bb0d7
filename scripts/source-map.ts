/**
 * Fills the map of the folders of src and tools in CONTRIBUTING.md: the content of each folder, and the folders that it
 * imports. A folder without a description is an error.
 */
import { readdirSync, readFileSync } from 'fs';
import { join, posix } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';

const ROOT = join(__dirname, '..');
const ROOTS = ['src', 'tools'];

const CONTENT: Readonly<Record<string, string>> = {
  'src/api': 'the public words: dependencies, ready checks, enums, options, and the plan as users read it',
  'src/api/private': 'types that several folders share: declarations, checks, the pod spec as JSON, and errors',
  'src/agent': 'the contract with the wait agent: paths, names, exit codes, and its binaries',
  'src/pod':
    'the domain: reads a pod spec and its declarations into a `PodIntent` (plain data), and defines the `PodPlan`',
  'src/pod/checks': 'one module for each kind of check: its arguments, and where it can run',
  'src/pod/meshes': 'the facts about each mesh by version, and their reader',
  'src/planner': 'decides: makes a `PodPlan` from a `PodIntent`. `plan.ts` is its table of contents',
  'src/planner/graph': 'resolves the declarations to edges between containers',
  'src/planner/schedule': 'sorts the containers, and decides in which list each container starts',
  'src/planner/mechanisms':
    'chooses a mechanism for each dependency. Each mechanism has a file or a folder: `judge.ts` (words, ' +
    'cost, conditions, guarantee), `plan.ts` (decisions)',
  'src/planner/advice':
    'explains dependencies that are impossible or weak: what can the user change? `planPod` needs only `changes.ts`',
  'src/emit': 'writes the `PodPlan` into the pod spec, and decides nothing',
  'src/engine': 'reads, plans and writes one pod: `order-pod.ts`',
  'src/policy':
    'builds the admission policies from the plans: `requirements.ts` finds the parts of a pod that enforce ' +
    'each dependency',
  'src/report': 'describes a plan: its warnings, the text of `explain()`, and the predicted times that it prints',
  'src/constructs': 'the classes that users instantiate, such as `OrderedDeployment` and `StartupOrder`',
  'src/constructs/private': 'attaches an order to an `ApiObject`, and checks dependencies between workloads',
  'src/images': '`startup-order.images.json`: the configurations of images, and their references',
  'tools/read':
    'reads any manifest: its waits, its probes, and the order that the kubelet enforces; and files of plans',
  'tools/read/command': 'finds the waits in a shell command, such as a loop around curl',
  'tools/lint': 'runs the lint rules on a manifest',
  'tools/lint/rules': 'one file for each lint rule',
  'tools/live': 'diagnoses a pod of a cluster for `timeline`',
  'tools/order':
    'the annotation and the object `StartupOrder`, and manifests as text: reads them with positions, and writes ' +
    'them in order. Runs in a browser, too',
  'tools/compose': 'declares the `depends_on` of compose services for the manifests of kompose and Compose Bridge',
  'tools/suggest': 'the orders that manifests and compose files suggest: waits by hand, and names of other servers',
  'tools/pictures': 'draws plans: timelines, graphs, and the HTML report',
  'tools/validation': 'the lint as a validation of `cdk8s synth`',
  'tools/cli': 'the command line; the only folder that accesses your files, runs programs and prints',
  'tools/cli/images': 'reads the configurations of images, for `images`',
  'tools/cli/order': 'the command `order`: manifests, patches, policies and compose files',
};

/** The modules of the mechanisms have the same structure, so the map describes them together. */
const DESCRIBED_WITH_PARENT = /^src\/planner\/mechanisms\//;

interface Folder {
  readonly path: string;
  readonly imports: ReadonlySet<string>;
}

function readFolders(): Folder[] {
  const files = ROOTS.flatMap(root =>
    (readdirSync(join(ROOT, root), { recursive: true }) as string[]).map(file => `${root}/${file}`),
  )
    .filter(file => file.endsWith('.ts'))
    .sort();
  const folders = [...new Set(files.map(file => posix.dirname(file)))].filter(
    path => !ROOTS.includes(path) && !DESCRIBED_WITH_PARENT.test(path),
  );
  return folders.map(path => ({
    path,
    imports: new Set(files.filter(file => posix.dirname(file) === path).flatMap(importedLayers)),
  }));
}

/** Returns the top folders that a file imports, except its own. A file of tools may import all of src. */
function importedLayers(file: string): string[] {
  const imported = [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export|\}) .*?from '(\.[^']*)';$/gm),
  ];
  const layers = imported.map(([, from]) => posix.join(posix.dirname(file), from).split('/').slice(0, 2));
  const [root, own] = file.split('/');
  return layers.filter(([otherRoot, layer]) => otherRoot === root && layer !== own).map(([, layer]) => layer);
}

function describe({ path, imports }: Folder): string {
  const content = CONTENT[path];
  if (content === undefined) {
    throw new Error(`scripts/source-map.ts has no description of ${path}`);
  }
  return `| [${path}](${path}) | ${content} | ${[...imports].sort().join(', ')} |`;
}

export function writeSourceMap(): void {
  const folders = readFolders();
  const order = Object.keys(CONTENT);
  const gone = order.filter(path => !folders.some(folder => folder.path === path));
  if (gone.length > 0) {
    throw new Error(`scripts/source-map.ts describes folders that do not exist: ${gone.join(', ')}`);
  }
  const rows = folders.sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)).map(describe);
  writeOrCheck(join(ROOT, 'CONTRIBUTING.md'), before =>
    withBlocks(before, {
      folders: ['| folder | content | imports of the same root |', '|---|---|---|', ...rows].join('\n'),
    }),
  );
}

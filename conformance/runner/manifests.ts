import { App, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { Behaviour, testAppFlags } from './behaviour';
import { WAIT_AGENT } from '../../src/agent/contract';

/** Manifests to apply: the output of the library, with the test app instead of the programs of the user. */

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly spec?: any;
}

export interface Images {
  readonly 'test-app': string;
  readonly 'test-app-shell': string;
  /** For bench stories. */
  readonly 'peers'?: string;
}

export interface ContainerManifest {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly [field: string]: unknown;
}

/** Images that the runner does not swap: of the init container that copies the agent, and of tools. */
const KEPT = /(^|\/)busybox:1\.37\.0$/;

/** The architecture of this machine, and so of the node, in the spelling of Kubernetes. */
const NODE_ARCHITECTURE = process.arch === 'x64' ? 'amd64' : process.arch;

interface Synthesized {
  readonly manifests: Manifest[];
  readonly notices: string;
}

/** The corrections of the capabilities of nodes, for all apps. */
let corrections: Readonly<Record<string, boolean>> = {};

/** Plans all apps from now on without this capability of nodes. */
export function planWithout(capability: string): void {
  corrections = { [capability]: false };
}

/** Returns an app with the architecture of the node, and the corrections of its capabilities, in its context. */
export function newApp(): App {
  const app = new App();
  app.node.setContext('cdk8s-startup-order:capabilities', corrections);
  app.node.setContext('cdk8s-startup-order:architecture', NODE_ARCHITECTURE);
  return app;
}

/** Synthesizes an app to YAML and parses the YAML. `notices` has the messages of the library on stderr. */
export function synthesize(name: string, namespace: string, fill: (chart: Chart) => void): Synthesized {
  const app = newApp();
  const write = process.stderr.write;
  let notices = '';
  process.stderr.write = (text: string | Uint8Array) => { notices += String(text); return true; };
  try {
    fill(new Chart(app, name, { namespace }));
    const documents = parseAllDocuments(app.synthYaml());
    return { manifests: documents.map(d => d.toJS()), notices };
  } finally {
    process.stderr.write = write;
  }
}

/** Swaps images for the test app, except the images of `asTheyAre`. */
export function swapImages(
  manifest: Manifest, behaviours: Readonly<Record<string, Behaviour>>, images: Images, asTheyAre: readonly string[] = [],
): Manifest {
  const swap = (container: ContainerManifest) =>
    asTheyAre.includes(container.image) ? container : swapContainer(container, behaviours[container.name], images);
  const inPodSpec = (spec: any) => ({
    ...spec,
    containers: spec.containers.map(swap),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(swap) } : {}),
  });
  // A pod spec is any object with `containers`, in every kind.
  const walk = (value: any): any => value === null || typeof value !== 'object' || Array.isArray(value) ? value
    : Array.isArray(value.containers) ? inPodSpec(value)
      : Object.fromEntries(Object.entries(value).map(([key, v]) => [key, walk(v)]));
  return walk(manifest);
}

function swapContainer(container: ContainerManifest, behaviour: Behaviour | undefined, images: Images): ContainerManifest {
  if (!behaviour) {
    if (KEPT.test(container.image)) { return container; }
    // An injected init container runs in the image of its dependent.
    if (container.command?.[0] === WAIT_AGENT) { return { ...container, image: images['test-app'], imagePullPolicy: 'IfNotPresent' }; }
    throw new Error(`the story has no behaviour for container '${container.name}'`);
  }
  // cdk8s-plus requests a whole CPU for each container; a small node would run one pod at a time.
  const { args: _args, resources: _resources, ...rest } = container;
  return { ...rest, image: imageOf(behaviour, images), imagePullPolicy: 'IfNotPresent', command: commandOf(container, behaviour) };
}

function imageOf({ shell, peers, image }: Behaviour, images: Images): string {
  if (image !== undefined) { return image; }
  if (!peers) { return images[shell ? 'test-app-shell' : 'test-app']; }
  if (images.peers === undefined) { throw new Error('this story needs the image with other wait tools: --image peers=REF'); }
  return images.peers;
}

/** Splits a command: if the wait agent or another wrapper runs first, the command of the user follows `--`. */
function commandOf({ name, command = [] }: ContainerManifest, behaviour: Behaviour): readonly string[] {
  if (behaviour.command === 'waiter') { return command; }
  const isWrapped = behaviour.command === 'wrapper' || command[0] === WAIT_AGENT;
  const program = behaviour.program ? [behaviour.program] : ['/usr/local/bin/test-app', ...testAppFlags(name, behaviour)];
  return [...isWrapped ? command.slice(0, command.indexOf('--') + 1) : [], ...program];
}

/** Returns a pod with one container, for the `beside` of a story. */
export function podBeside(name: string, behaviour: Behaviour, images: Images): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [swapContainer({ name, image: '' }, behaviour, images)], terminationGracePeriodSeconds: 1 },
  };
}

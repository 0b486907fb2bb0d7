import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ApiClient } from './api-client';
import { Cost, countRequests } from './load';
import { LogFiles, LogsOfApi, LogSource } from './logs';
import { Images, Manifest } from './manifests';
import { poll } from './poll';
import { endGroup, run, startProcess } from './processes';
import { ImageOfOthers } from './story';
import { microseconds } from './timestamps';
import { NodeVersions } from './versions';

/** The cluster for the stories: our own node, or any cluster. */
export interface Cluster {
  /** The version, such as `1.37.1`, and the version of the kubelet if it differs. */
  readonly name: string;
  /** The minor version of the API server. */
  readonly minor: number;
  /** The minor version of the kubelet. On another cluster the suite assumes that of the API server. */
  readonly kubelet: number;
  /** The container runtime and its version in the status of the node, such as `containerd://1.6.20`. */
  readonly runtime: string;
  /** Whether the kubelet reports that the default container runtime has user namespaces. */
  readonly userNamespaces: boolean;
  /** The names of the RuntimeClasses. */
  readonly runtimeClasses: readonly string[];
  readonly api: ApiClient;
  readonly images: Images;
  readonly logs: (namespace: string) => LogSource;
  /** Present only on our own node, which faults may disturb. */
  readonly node?: OwnNode;
  /** The directory for recorded pods and events. */
  readonly recordTo?: string;
  readonly close: () => Promise<void>;
}

export interface OwnNode {
  /** Sends a signal to the container, or to the sandbox of the pod. */
  readonly signal: (signal: string, namespace: string, pod: string, container?: string) => Promise<void>;
  /** Ends the processes of the pod, and empties its volumes in memory. */
  readonly rebootPod: (namespace: string, pod: string) => Promise<void>;
  /** Restarts the kubelet. Returns the start of the restart, in microseconds. */
  readonly restartKubelet: () => Promise<number>;
  /** Writes a pod into the folder of manifests, from which the kubelet starts it. */
  readonly addStaticPod: (namespace: string, manifest: Manifest) => void;
  /** Removes the static pods of the namespace. */
  readonly removeStaticPods: (namespace: string) => void;
  /** Returns what the node has cost since its start. */
  readonly cost: () => Promise<Cost>;
}

const NODE = join(__dirname, '..', 'node', 'node.sh');
const STATES = '/run/cdk8s-startup-order';

/** Returns the missing requirement for our own node, in one sentence. */
export function missingForNode(): string | undefined {
  if (process.platform !== 'linux') { return 'A real node needs Linux.'; }
  if (process.getuid!() !== 0) { return 'A real node needs root: it makes cgroups and namespaces.'; }
  if (!existsSync('/etc/debian_version')) { return 'A real node needs Debian: containerd and runc come from its packages.'; }
  const inPath = (program: string) => process.env.PATH!.split(':').some(d => existsSync(join(d, program)));
  return inPath('go') ? undefined : 'A real node needs Go: Kubernetes is built from its modules.';
}

/** Starts the node. First builds missing binaries and images, which may take minutes. */
export async function startNode(
  { version, kubelet = version, newestContainerd = false, gvisor = false }: NodeVersions, images: Images,
  { withPeers, others }: { readonly withPeers: boolean; readonly others: ReadonlySet<ImageOfOthers> },
): Promise<Cluster> {
  const name = freeName(`conformance-${nameOf({ version, kubelet })}${newestContainerd ? '-newest-containerd' : ''}${gvisor ? '-gvisor' : ''}`, isInUse);
  const command = async (args: readonly string[], timeoutMs: number, verbose = false) =>
    run(NODE, [name, ...args], { timeoutMs, verbose, env: { NODE_OWNER: `${process.pid}` } });
  const runtimes = [...newestContainerd ? ['--newest-containerd'] : [], ...gvisor ? ['--gvisor'] : []];
  const more = [...runtimes, ...withPeers ? ['--with-peers'] : [], ...[...others].map(image => `--image=${image}`)];
  await command(['up', version, kubelet, ...more], 30 * 60_000, true);
  const state = join(STATES, name);
  const api = new ApiClient(join(state, 'api.sock'));
  const features = await runtimesOf(api);
  const manifests = join(state, 'manifests');
  return {
    name: `${nameOf({ version, kubelet })}${newestContainerd ? `-${features.runtime.replace('://', '-').replace(/\+.*/, '')}` : ''}`,
    minor: minorOf(version),
    kubelet: minorOf(kubelet),
    ...features,
    api,
    images,
    logs: namespace => new LogFiles(join(state, 'log', 'pods'), namespace),
    node: {
      signal: async (...words) => { await command(['signal', ...words.filter(w => w !== undefined)], 60_000); },
      rebootPod: async (namespace, pod) => { await command(['reboot-pod', namespace, pod], 60_000); },
      restartKubelet: async () => {
        const began = microseconds();
        await command(['restart-kubelet'], 60_000);
        return began;
      },
      addStaticPod: (namespace, manifest) => {
        // The kubelet ignores names with a dot at the begin, and so sees only whole files.
        const file = `${namespace}_${manifest.metadata.name}.json`;
        writeFileSync(join(manifests, `.${file}`), JSON.stringify(manifest));
        renameSync(join(manifests, `.${file}`), join(manifests, file));
      },
      removeStaticPods: namespace => {
        readdirSync(manifests).filter(file => file.startsWith(`${namespace}_`)).forEach(file => { rmSync(join(manifests, file)); });
      },
      cost: async () => ({
        cpu: Number(await command(['cpu'], 60_000)) / 1000,
        kubeletMiB: Number(await command(['kubelet-memory'], 60_000)) / 1024,
        ...countRequests(await api.text('/metrics')),
      }),
    },
    close: async () => {
      api.close();
      await command(['down'], 60_000);
    },
  };
}

/** Returns the first of NAME, NAME-2, NAME-3 … that no other run uses. A run after a crash gets the name of the crashed node, and so cleans up. */
export function freeName(name: string, inUse: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? name : `${name}-${n}`;
    if (!inUse(numbered)) { return numbered; }
  }
}

/** Returns whether the process that owns the node runs. The file contains its ID and, because IDs are reused, its start time. */
function isInUse(name: string): boolean {
  try {
    const [pid, started] = readFileSync(join(STATES, name, 'owner'), 'utf8').trim().split(' ');
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
    return fields[19] === started;
  } catch {
    return false;
  }
}

export async function connect(kubeconfig: string, images: Images): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'startup-order-conformance-'));
  const socket = join(directory, 'api.sock');
  const proxy = startProcess('kubectl', ['proxy', `--kubeconfig=${kubeconfig}`, `--unix-socket=${socket}`]);
  await poll('kubectl proxy', { withinMs: 10_000 }, async () => {
    if (proxy.exitCode !== null) { throw new Error('kubectl proxy has ended'); }
    return existsSync(socket) || undefined;
  });
  const api = new ApiClient(socket);
  const version = (await api.get<{ gitVersion: string }>('/version')).gitVersion.replace(/^v/, '');
  return {
    name: version,
    minor: minorOf(version),
    kubelet: minorOf(version),
    ...await runtimesOf(api),
    api,
    images,
    logs: namespace => new LogsOfApi(api, namespace),
    close: async () => {
      api.close();
      endGroup(proxy);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Deletes the namespace without waiting for the namespace controller. */
export async function removeNamespace({ api }: Cluster, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}`;
  if (await api.find(path)) { await api.delete(path); }
}

/** Returns the runtimes of the first node. The suite assumes that all nodes are alike. Kubelets report their features from 1.30 on. */
async function runtimesOf(api: ApiClient): Promise<Pick<Cluster, 'runtime' | 'userNamespaces' | 'runtimeClasses'>> {
  const { nodeInfo, runtimeHandlers = [] } = (await api.get('/api/v1/nodes')).items[0].status;
  const classes: Manifest[] = (await api.get('/apis/node.k8s.io/v1/runtimeclasses')).items;
  return {
    runtime: nodeInfo.containerRuntimeVersion,
    userNamespaces: runtimeHandlers.some((handler: any) => handler.name === '' && handler.features?.userNamespaces === true),
    runtimeClasses: classes.map(c => c.metadata.name),
  };
}

function nameOf({ version, kubelet }: NodeVersions): string {
  return kubelet === version ? version : `${version}-kubelet-${kubelet}`;
}

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

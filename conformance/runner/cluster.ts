import { existsSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ApiClient } from './api-client';
import { LogFiles, LogsOfApi, LogSource } from './logs';
import { Images } from './manifests';
import { poll } from './poll';
import { endGroup, run, startProcess } from './processes';
import { ImageOfOthers } from './story';
import { microseconds } from './timestamps';
import { NodeVersions } from './versions';

/** Where stories run: a node of our own, or any cluster. */
export interface Cluster {
  /** Its version, such as `1.37.1`, and the kubelet's where that is another one. */
  readonly name: string;
  /** The minor version of the API server. */
  readonly minor: number;
  /** The minor version of the kubelet; on a cluster that is not ours it is taken for the API server's. */
  readonly kubelet: number;
  /** The container runtime and its version as the node says it, such as `containerd://1.6.20`. */
  readonly runtime: string;
  readonly api: ApiClient;
  readonly images: Images;
  readonly logs: (namespace: string) => LogSource;
  /** Only a node of our own can be hurt. */
  readonly node?: OwnNode;
  /** The directory that what people are told about pods goes to. */
  readonly recordTo?: string;
  readonly close: () => Promise<void>;
}

export interface OwnNode {
  /** Without a container, to the pod's sandbox. */
  readonly signal: (signal: string, namespace: string, pod: string, container?: string) => Promise<void>;
  /** The time at which it began, in microseconds. */
  readonly restartKubelet: () => Promise<number>;
  /** CPU of all its processes since it is up. */
  readonly cpuMs: () => Promise<number>;
}

const NODE = join(__dirname, '..', 'node', 'node.sh');

/** What the machine lacks for a node of our own, in one sentence. */
export function missingForNode(): string | undefined {
  if (process.platform !== 'linux') { return 'A real node needs Linux.'; }
  if (process.getuid!() !== 0) { return 'A real node needs root: it makes cgroups and namespaces.'; }
  if (!existsSync('/etc/debian_version')) { return 'A real node needs Debian: containerd and runc come from its packages.'; }
  const inPath = (program: string) => process.env.PATH!.split(':').some(d => existsSync(join(d, program)));
  return inPath('go') ? undefined : 'A real node needs Go: Kubernetes is built from its modules.';
}

/** Builds what is missing, first; that may take minutes. */
export async function startNode(
  { version, kubelet = version, newestContainerd = false }: NodeVersions, images: Images,
  { withPeers, others }: { readonly withPeers: boolean; readonly others: ReadonlySet<ImageOfOthers> },
): Promise<Cluster> {
  const name = `conformance-${nameOf({ version, kubelet })}${newestContainerd ? '-newest-containerd' : ''}`;
  const command = async (args: readonly string[], timeoutMs: number, verbose = false) =>
    run(NODE, [name, ...args], { timeoutMs, verbose, env: { NODE_OWNER: `${process.pid}` } });
  const more = [...newestContainerd ? ['--newest-containerd'] : [], ...withPeers ? ['--with-peers'] : [], ...[...others].map(image => `--image=${image}`)];
  await command(['up', version, kubelet, ...more], 30 * 60_000, true);
  const state = `/run/cdk8s-startup-order/${name}`;
  const api = new ApiClient(join(state, 'api.sock'));
  const runtime = await runtimeOf(api);
  return {
    name: `${nameOf({ version, kubelet })}${newestContainerd ? `-${runtime.replace('://', '-').replace(/\+.*/, '')}` : ''}`,
    minor: minorOf(version),
    kubelet: minorOf(kubelet),
    runtime,
    api,
    images,
    logs: namespace => new LogFiles(join(state, 'log', 'pods'), namespace),
    node: {
      signal: async (...words) => { await command(['signal', ...words.filter(w => w !== undefined)], 10_000); },
      restartKubelet: async () => {
        const began = microseconds();
        await command(['restart-kubelet'], 60_000);
        return began;
      },
      cpuMs: async () => Number(await command(['cpu'], 10_000)) / 1000,
    },
    close: async () => {
      api.close();
      await command(['down'], 60_000);
    },
  };
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
    runtime: await runtimeOf(api),
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

/** Begins to remove it; the rest is the namespace controller's. */
export async function removeNamespace({ api }: Cluster, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}`;
  if (await api.find(path)) { await api.delete(path); }
}

/** Of the first node: they are taken for alike. */
async function runtimeOf(api: ApiClient): Promise<string> {
  return (await api.get('/api/v1/nodes')).items[0].status.nodeInfo.containerRuntimeVersion;
}

function nameOf({ version, kubelet }: NodeVersions): string {
  return kubelet === version ? version : `${version}-kubelet-${kubelet}`;
}

function minorOf(version: string): number {
  return Number(version.split('.')[1]);
}

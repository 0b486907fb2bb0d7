/** The binaries of the wait agent (agent/bin), and the ConfigMaps that carry them. */
import { BinaryText, readBinary } from './read-binary';

/** The architectures with a binary in the package (`kubernetes.io/arch`), each with the output of `uname -m`. */
export const ARCHITECTURES: Readonly<Record<string, string>> = {
  amd64: 'x86_64',
  arm64: 'aarch64',
  arm: 'armv7l',
  ppc64le: 'ppc64le',
  riscv64: 'riscv64',
  s390x: 's390x',
};

/** The architectures of the binaries in a pod with an unknown architecture. */
export const COMMON_ARCHITECTURES: readonly string[] = ['amd64', 'arm64'];

/** Returns the key of the binary in a `WaitAgentConfigMap`. */
export function binaryKey(architecture: string): string {
  return `wait-${architecture}`;
}

/** The key of the binary in a ConfigMap that the library adds, with one binary. */
export const ONLY_KEY = 'wait';

/** An immutable ConfigMap with binaries. Its name contains their hashes, so a ConfigMap never changes. */
export interface AgentConfigMap {
  readonly name: string;
  /** In base64, by key. */
  readonly binaryData: Readonly<Record<string, string>>;
}

/** A ConfigMap with the agent, and the namespace in which a workload needs it. */
export interface NeededConfigMap extends AgentConfigMap {
  readonly namespace?: string;
}

const configMaps = new Map<string, AgentConfigMap>();

/**
 * Returns the ConfigMap with the binaries for these architectures: a single binary has the key `wait`, several have the
 * output of `uname -m`. `owner`: the end of its name.
 */
export function loadAgentConfigMap(architectures: readonly string[], owner?: string): AgentConfigMap {
  const key = architectures.join();
  const loaded = configMaps.get(key) ?? createConfigMap(architectures);
  configMaps.set(key, loaded);
  return owner === undefined ? loaded : { ...loaded, name: `${loaded.name}-${owner}` };
}

function createConfigMap(architectures: readonly string[]): AgentConfigMap {
  const [only, ...others] = architectures;
  if (others.length === 0) {
    const { base64, sha256 } = loadBinary(only);
    return { name: `startup-order-${binaryKey(only)}-${sha256.slice(0, 8)}`, binaryData: { [ONLY_KEY]: base64 } };
  }
  const binaries = architectures.map(architecture => ({ architecture, ...loadBinary(architecture) }));
  const hashes = binaries.map(b => b.sha256.slice(0, 8)).join('-');
  return {
    name: `startup-order-wait-${hashes}`,
    binaryData: Object.fromEntries(binaries.map(b => [ARCHITECTURES[b.architecture], b.base64])),
  };
}

export function loadBinary(architecture: string): BinaryText {
  return readBinary(`linux-${architecture}/wait`);
}

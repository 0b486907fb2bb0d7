/** The binaries of the wait agent (agent/bin), and the ConfigMaps that carry them. */
import { readBinary } from './read-binary';

/** The architectures with a binary in the package (`kubernetes.io/arch`), each with the output of `uname -m`. */
export const ARCHITECTURES: Readonly<Record<string, string>> = {
  amd64: 'x86_64', arm64: 'aarch64', arm: 'armv7l', ppc64le: 'ppc64le', riscv64: 'riscv64', s390x: 's390x',
};

/** The architectures of the binaries in a pod with an unknown architecture. */
export const COMMON_ARCHITECTURES: readonly string[] = ['amd64', 'arm64'];

/** Whether the package contains a binary for this architecture. */
export function hasBinary(architecture: string): boolean {
  return Object.keys(ARCHITECTURES).includes(architecture);
}

/** Returns the key of the binary in a `WaitAgentConfigMap`. */
export function binaryKey(architecture: string): string {
  return `wait-${architecture}`;
}

/** The key of the binary in a ConfigMap that the library adds, with one binary. */
export const ONLY_KEY = 'wait';

/** An immutable ConfigMap with one binary. Its name contains a hash of the binary, so a ConfigMap never changes. */
export interface AgentConfigMap {
  readonly name: string;
  /** The binary in base64. */
  readonly binary: string;
}

/** A ConfigMap with the agent, and the namespace in which a workload needs it. */
export interface NeededConfigMap extends AgentConfigMap {
  readonly namespace?: string;
}

const configMaps = new Map<string, AgentConfigMap>();

export function loadAgentConfigMap(architecture: string): AgentConfigMap {
  const read = configMaps.get(architecture) ?? readConfigMap(architecture);
  configMaps.set(architecture, read);
  return read;
}

function readConfigMap(architecture: string): AgentConfigMap {
  const { base64, sha256 } = readBinary(`linux-${architecture}/wait`);
  return { name: `startup-order-${binaryKey(architecture)}-${sha256.slice(0, 8)}`, binary: base64 };
}

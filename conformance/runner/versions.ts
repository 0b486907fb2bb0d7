/** The Kubernetes versions of the conformance runs. conformance/kubernetes/README.md gives the reasons. */
export const VERSIONS = ['1.27.4', '1.29.15', '1.33.13', '1.35.4', '1.37.1'];

export const NEWEST = VERSIONS[VERSIONS.length - 1];

/** The newest version with a kubelet that starts app containers at the same time (conformance/kubernetes/parallel.patch). */
export const PARALLEL = [`${NEWEST}-parallel`, `${NEWEST}-parallel-starts`];

/** Returns whether the kubelet of the node starts app containers at the same time. */
export function isParallel(version: string): boolean {
  return PARALLEL.some(p => version.startsWith(p));
}

/** The versions of the components of a node. */
export interface NodeVersions {
  readonly version: string;
  /** The version of the kubelet, if older. */
  readonly kubelet?: string;
  /** Use a newer containerd than that of the Debian of this machine, if available (node/runtime.sh). */
  readonly newestContainerd?: boolean;
  /** Also install the runtime of gVisor, and its RuntimeClass. */
  readonly gvisor?: boolean;
}

/** A cluster during an upgrade: the API server is newer than the kubelet (https://kubernetes.io/releases/version-skew-policy/). */
export const SKEW: NodeVersions = { version: '1.35.4', kubelet: '1.33.13' };

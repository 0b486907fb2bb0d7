/** The Kubernetes versions that the library is tested on (conformance/kubernetes/README.md says why these). */
export const VERSIONS = ['1.27.4', '1.33.13', '1.35.4', '1.37.1'];

export const NEWEST = VERSIONS[VERSIONS.length - 1];

/** What a node is made of. */
export interface NodeVersions {
  readonly version: string;
  /** The kubelet's, where it is older. */
  readonly kubelet?: string;
  /** Newer than the containerd of the machine's own Debian, where it can be had (node/runtime.sh). */
  readonly newestContainerd?: boolean;
}

/** A cluster in the middle of an upgrade: the API server knows what the kubelet does not (https://kubernetes.io/releases/version-skew-policy/). */
export const SKEW: NodeVersions = { version: '1.35.4', kubelet: '1.33.13' };

/** The Kubernetes versions that the library is tested on (conformance/kubernetes/README.md says why these). */
export const VERSIONS = ['1.27.4', '1.33.13', '1.35.4', '1.37.1'];

export const NEWEST = VERSIONS[VERSIONS.length - 1];

import { nativeSidecars } from '../pod-queries';
import { Rule } from '../rule';

export const noNativeSidecars: Rule = {
  id: 'no-native-sidecars',
  severity: 'error',
  what: 'Native sidecars for nodes that have none',
  why: 'Before Kubernetes 1.29 the API server drops `restartPolicy` of an init container: what is left is an init container that never '
    + 'ends, and the pod stays in `Init` for ever. If it has a probe or a hook the API server refuses the pod instead. Found when the '
    + 'version is said (`--kubernetes-version`).',
  fix: {
    without: 'make it a regular container, first in `containers`, and let the command of the others wait',
    withLibrary: 'set `kubernetesVersion`: the library then makes the sidecar a regular container before the others, and lets them wait in '
      + 'another way; it refuses a pod where an ordinary init container comes after the sidecar (SO230)',
  },
  source: 'KEP-753: alpha in 1.28, beta and on in 1.29, GA in 1.33; kube-apiserver, pkg/api/pod/util.go dropDisabledFields',
  example: {
    kubernetesVersion: '1.28',
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
      restartPolicy: Always
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
    - name: app
      image: shop/app:7
      command: [sh, -c, "until nc -z localhost 9901; do sleep 1; done; exec /app"]
`,
  },

  find: (pod, { kubernetesVersion }) => pod.capabilities.nativeSidecars ? [] : nativeSidecars(pod).map(({ name, path, json }) => ({
    path: `${path}.restartPolicy`,
    message: `'${name}' is a native sidecar, which Kubernetes ${kubernetesVersion} does not have: `
      + `${json.startupProbe || json.readinessProbe || json.livenessProbe || json.lifecycle ? 'the API server refuses the pod' : 'the pod waits for ever for it to end'}`,
  })),
};

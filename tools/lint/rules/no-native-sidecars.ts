import { findRefusedField } from '../pod-queries';
import { Rule } from '../rule';

export const noNativeSidecars: Rule = {
  id: 'no-native-sidecars',
  severity: 'note',
  what: 'Native sidecars on nodes that do not support them',
  why:
    'Before Kubernetes 1.29 the API server drops `restartPolicy` from an init container. The container is then an ' +
    'ordinary init container that never exits, and the pod stays in `Init` forever. If the container has a probe ' +
    'or a hook, the API server rejects the pod instead. The rule needs the Kubernetes version ' +
    '(`--kubernetes-version`). It is a note, like every error that only a version before 1.29 causes.',
  fix: {
    without:
      'make the container a regular container, first in `containers`, and let the command of the other containers wait',
    withLibrary:
      'set `kubernetesVersion`: the library then makes the sidecar a regular container before the others, and ' +
      'lets them wait in another way; it rejects a pod where an ordinary init container comes after the sidecar ' +
      '(SO230)',
  },
  source:
    'KEP-753: alpha in 1.28, beta and enabled by default in 1.29, GA in 1.33; kube-apiserver, ' +
    'pkg/api/pod/util.go dropDisabledFields',
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

  find: pod =>
    pod.capabilities.nativeSidecars
      ? []
      : pod.sidecars.map(sidecar => {
          const isRejected = findRefusedField(sidecar) !== undefined;
          return {
            path: `${sidecar.path}.restartPolicy`,
            message:
              `'${sidecar.name}' is a native sidecar, which Kubernetes ${pod.kubernetesVersion} does not support: ` +
              (isRejected ? 'the API server rejects the pod' : 'the pod waits for its exit forever'),
          };
        }),
};

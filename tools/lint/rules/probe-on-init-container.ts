import { listInitContainers, findRefusedField } from '../pod-queries';
import { Rule } from '../rule';

export const probeOnInitContainer: Rule = {
  id: 'probe-on-init-container',
  severity: 'error',
  what: 'A probe or a hook on an ordinary init container',
  why:
    'The kubelet never probes an ordinary init container, and the API server rejects the pod. Usually the ' +
    'container is meant as a native sidecar, and its `restartPolicy: Always` is missing.',
  fix: {
    without:
      'remove the probe; or, if the container keeps running, add `restartPolicy: Always` from Kubernetes 1.29 on, ' +
      'and before 1.29 make it a regular container',
    withLibrary: 'remove the probe, or give a container that keeps running `role: ContainerRole.SIDECAR`',
  },
  source:
    'kube-apiserver 1.28–1.37, validation.go validateInitContainers: "may not be set for init containers without ' +
    'restartPolicy=Always"',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: cache
      image: redis:7
      startupProbe:
        tcpSocket: { port: 6379 }
        periodSeconds: 1
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: cache
      image: redis:7
      restartPolicy: Always
      startupProbe:
        tcpSocket: { port: 6379 }
        periodSeconds: 1
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    for (const container of listInitContainers(pod)) {
      const field = findRefusedField(container);
      if (field) {
        yield {
          path: `${container.path}.${field}`,
          message:
            `the init container '${container.name}' has \`${field}\` without \`restartPolicy: Always\`: the ` +
            `API server rejects the pod`,
        };
      }
    }
  },
};

import { findLaterContainers } from '../../read/pod-view';
import { findProbedLater } from '../../read/ports';
import { quoteWithVerb } from '../../read/quote-list';
import { listNativeSidecars } from '../pod-queries';
import { Rule } from '../rule';

export const startupProbeNeedsLaterContainer: Rule = {
  id: 'startup-probe-needs-later-container',
  severity: 'error',
  what: 'A native sidecar whose startup probe asks a later container',
  why:
    'The kubelet starts the containers after a native sidecar when its startup probe has passed. A probe of a ' +
    'port on which only a later container listens never passes: the kubelet restarts the sidecar again and again, ' +
    'and the pod stays in `Init`.',
  fix: {
    without: 'probe a port of the sidecar itself, or remove the startup probe',
    withLibrary:
      'declare `readyWhen` with a port of the sidecar, or `dependsOn` if the sidecar needs the other container',
  },
  source:
    'kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: a sidecar counts when `Started` is true',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: logs
      image: fluent/fluent-bit:3.1
      restartPolicy: Always
      startupProbe:
        httpGet: { path: /healthz, port: 8080 }
        periodSeconds: 1
        failureThreshold: 60
  containers:
    - name: app
      image: shop/app:7
      ports: [{ containerPort: 8080 }]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: logs
      image: fluent/fluent-bit:3.1
      restartPolicy: Always
      startupProbe:
        httpGet: { path: /api/v1/health, port: 2020 }
        periodSeconds: 1
        failureThreshold: 60
  containers:
    - name: app
      image: shop/app:7
      ports: [{ containerPort: 8080 }]
`,
  },

  *find(pod) {
    for (const container of listNativeSidecars(pod)) {
      const [later] = findProbedLater(container, pod);
      const held = findLaterContainers(container, pod).map(c => c.name);
      if (later) {
        yield {
          path: `${container.path}.startupProbe`,
          message:
            `the startup probe of '${container.name}' asks a port of '${later.name}', which starts ` +
            `after the probe has passed: ${quoteWithVerb(held, 'never starts', 'never start')}`,
        };
      }
    }
  },
};

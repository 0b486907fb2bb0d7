import { findLaterListeners, findProbedLater } from '../../read/ports';
import { quoteList } from '../../read/quote-list';
import { describeTarget } from '../../read/wait';
import { listCertainTargets, listHookWaits, listInitWaits, listNativeSidecars } from '../pod-queries';
import { Rule } from '../rule';

export const waitsForLaterContainer: Rule = {
  id: 'waits-for-later-container',
  severity: 'error',
  what: 'An init container, a postStart hook or a startup probe that waits for a later container of its own pod',
  why:
    'The kubelet starts a container when the init containers before it have exited, when the startup probes of the ' +
    'native sidecars before it have passed, and when the postStart hooks before it have exited. A wait for that ' +
    'container then delays the container: until the wait gives up, or forever.',
  fix: {
    without:
      'from Kubernetes 1.29 on make the awaited container a native sidecar, listed before the container that ' +
      'waits; otherwise let the command of the dependent container wait; probe a port of the sidecar itself',
    withLibrary:
      'write `dependsOn` between the two containers: a cycle is an error, and the library sorts the lists; the ' +
      'dependency can be a `SIDECAR`',
  },
  source:
    'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod; kuberuntime_container.go startContainer: the hook runs ' +
    'inline; 1.29–1.37, computeInitContainerActions: a sidecar counts when `Started` is true',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: migrate
      image: shop/migrate:7
      command: [sh, -c, "timeout 60 sh -c 'until nc -z 127.0.0.1 5432; do sleep 1; done' && exec /migrate"]
  containers:
    - name: proxy
      image: shop/db-proxy:3
      ports: [{ containerPort: 5432 }]
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: shop/db-proxy:3
      restartPolicy: Always
      ports: [{ containerPort: 5432 }]
    - name: migrate
      image: shop/migrate:7
      command: [sh, -c, "timeout 60 sh -c 'until nc -z 127.0.0.1 5432; do sleep 1; done' && exec /migrate"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    for (const awaited of listCertainTargets([...listHookWaits(pod), ...listInitWaits(pod)])) {
      const { path, who, target, container } = awaited;
      const later = findLaterListeners(awaited, container, pod);
      if (later.length > 0) {
        yield { path, message: `${who} waits for ${quoteList(later)} (${describeTarget(target)})${STARTS_LATER}` };
      }
    }
    for (const container of listNativeSidecars(pod)) {
      const later = findProbedLater(container, pod);
      if (later.length > 0) {
        const message = `the startup probe of '${container.name}' asks a port of ${quoteList(later)}${STARTS_LATER}`;
        yield { path: `${container.path}.startupProbe`, message };
      }
    }
  },
};

const STARTS_LATER = ', which the kubelet does not start during this wait';

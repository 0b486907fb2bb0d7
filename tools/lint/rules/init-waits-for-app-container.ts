import { findLaterListeners } from '../../read/ports';
import { chooseVerb, quoteList } from '../../read/quote-list';
import { describeTarget } from '../../read/wait';
import { listCertainTargets, listInitWaits } from '../pod-queries';
import { Rule } from '../rule';

export const initWaitsForAppContainer: Rule = {
  id: 'init-waits-for-app-container',
  severity: 'error',
  what: 'An init container that waits for a later container of its own pod',
  why:
    'The kubelet starts the entries of `containers` after the last init container has exited. An init container ' +
    'that waits for a later container delays that container: until the wait gives up, or forever.',
  fix: {
    without:
      'from Kubernetes 1.29 on make the dependency a native sidecar, listed before the init container; otherwise ' +
      'let the command of the dependent container wait',
    withLibrary: 'write `dependsOn` between the two containers; the dependency can be a `SIDECAR`',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod',
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
    for (const awaited of listCertainTargets(listInitWaits(pod))) {
      const { path, who, target, container } = awaited;
      const later = findLaterListeners(awaited, container, pod).map(c => c.name);
      if (later.length > 0) {
        yield {
          path,
          message:
            `${who} waits for ${quoteList(later)} (${describeTarget(target)}), which ` +
            `${chooseVerb(later, 'starts', 'start')} after the init container has exited`,
        };
      }
    }
  },
};

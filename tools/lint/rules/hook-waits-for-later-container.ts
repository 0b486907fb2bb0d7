import { findLaterListeners } from '../../read/ports';
import { describeTarget } from '../../read/wait';
import { listCertainTargets, listHookWaits } from '../pod-queries';
import { Rule } from '../rule';

export const hookWaitsForLaterContainer: Rule = {
  id: 'hook-waits-for-later-container',
  severity: 'error',
  what: 'A postStart hook that waits for a later container',
  why:
    'The kubelet starts no later container before a postStart hook has exited. The hook waits for a container ' +
    'that waits for the hook: until the hook gives up, or forever.',
  fix: {
    without: 'list the other container first, or let the command wait instead of the hook',
    withLibrary: 'write `dependsOn`: a cycle is an error, and the library sorts the list',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_container.go startContainer: the hook runs inline',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
      lifecycle:
        postStart:
          exec: { command: [timeout, "60", sh, -c, until nc -z localhost 6379; do sleep 1; done] }
    - name: cache
      image: redis:7
      ports: [{ containerPort: 6379 }]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: cache
      image: redis:7
      ports: [{ containerPort: 6379 }]
    - name: app
      image: shop/app:7
      command: [sh, -c, until nc -z localhost 6379; do sleep 1; done; exec /app]
`,
  },

  *find(pod) {
    for (const awaited of listCertainTargets(listHookWaits(pod))) {
      const { path, who, target, container } = awaited;
      const [later] = findLaterListeners(awaited, container, pod);
      if (later) {
        yield {
          path,
          message:
            `${who} waits for '${later.name}' (${describeTarget(target)}), which the kubelet starts after ` +
            `the hook has exited`,
        };
      }
    }
  },
};

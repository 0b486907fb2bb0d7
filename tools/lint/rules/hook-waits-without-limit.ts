import { describeTargets } from '../../read/wait';
import { listHookWaits } from '../pod-queries';
import { Rule } from '../rule';

export const hookWaitsWithoutLimit: Rule = {
  id: 'hook-waits-without-limit',
  severity: 'warning',
  what: 'A postStart hook that waits without a limit',
  why:
    'No version of Kubernetes ends a postStart hook: there is no timeout, and a deletion waits for the hook as ' +
    'well. While the hook waits, the pod shows no logs, gets no signal and cannot be deleted, and the kubelet ' +
    'starts no later container.',
  fix: {
    without: 'limit the number of tries, or run the command with `timeout 60`',
    withLibrary: 'declare the ready check with `readyWhen`: a hook with the wait agent always has a limit',
  },
  source:
    'kubernetes#116032; kubelet 1.20–1.37, kuberuntime_container.go: ExecSync with timeout 0; observed on 1.36.2: ' +
    'a pod that is deleted during the hook ends with the hook',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: proxy
      image: shop/proxy:3
      lifecycle:
        postStart:
          exec: { command: [sh, -c, until curl -fs localhost:9901/ready; do sleep 1; done] }
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
      image: shop/proxy:3
      lifecycle:
        postStart:
          exec: { command: [timeout, "60", sh, -c, until curl -fs localhost:9901/ready; do sleep 1; done] }
    - name: app
      image: shop/app:7
`,
  },

  find: pod =>
    listHookWaits(pod)
      .filter(({ wait }) => !wait.bounded)
      .map(({ wait, path, who }) => ({
        path,
        message:
          `${who} waits for ${describeTargets(wait.targets)} without a limit, and the pod cannot be deleted ` +
          `before the hook exits`,
      })),
};

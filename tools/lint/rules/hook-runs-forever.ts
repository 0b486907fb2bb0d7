import { getHookPath } from '../pod-queries';
import { Rule } from '../rule';

export const hookRunsForever: Rule = {
  id: 'hook-runs-forever',
  severity: 'error',
  what: 'A postStart hook that never exits',
  why:
    'The kubelet waits until a postStart hook exits. Until then it starts no later container, makes no probe of the ' +
    'container with the hook, and does not delete the pod.',
  fix: {
    without: 'run the command in a container of its own, or start it from the command of the container',
    withLibrary: 'run the command in a container of its own',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_container.go startContainer: the hook runs inline, without a timeout',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: web
      image: nginx:1.27
      lifecycle:
        postStart:
          exec: { command: [sh, -c, "while true; do refresh-certificates; sleep 60; done"] }
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: web
      image: nginx:1.27
    - name: certificates
      image: shop/certificates:2
      command: [sh, -c, "while true; do refresh-certificates; sleep 60; done"]
`,
  },

  find: ({ containers }) =>
    containers
      .filter(c => c.postStart?.endless)
      .map(container => ({
        path: getHookPath(container),
        message:
          `the postStart hook of '${container.name}' never exits, so the container never counts as started, and ` +
          `no later container starts`,
      })),
};

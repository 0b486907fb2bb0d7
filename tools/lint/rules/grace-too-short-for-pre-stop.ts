import { Rule } from '../rule';

export const graceTooShortForPreStop: Rule = {
  id: 'grace-too-short-for-pre-stop',
  severity: 'warning',
  what: 'A preStop hook that takes the whole grace period of the pod, or longer',
  why:
    'The time of a preStop hook counts against `terminationGracePeriodSeconds` (default 30 s). After the grace ' +
    'period the container gets SIGTERM, and two seconds later SIGKILL, which cuts off its own shutdown. The API ' +
    'server rejects a `sleep` action that is longer than the grace period.',
  fix: {
    without: 'set `terminationGracePeriodSeconds` to the time of the hook plus the time of the container',
    withLibrary:
      'declare the time of the shutdown with `stopsWithin`: a shutdown that does not fit into the grace ' +
      'period is an error',
  },
  source:
    'kubelet 1.28–1.37, kuberuntime_container.go killContainer: minimumGracePeriodInSeconds is 2; validation.go ' +
    'validateSleepAction',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  terminationGracePeriodSeconds: 20
  containers:
    - name: web
      image: nginx:1.27
      lifecycle:
        preStop:
          exec: { command: [sh, -c, sleep 30 && nginx -s quit] }
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  terminationGracePeriodSeconds: 60
  containers:
    - name: web
      image: nginx:1.27
      lifecycle:
        preStop:
          exec: { command: [sh, -c, sleep 30 && nginx -s quit] }
`,
  },

  *find({ containers, spec }) {
    const grace = spec.terminationGracePeriodSeconds ?? 30;
    for (const { name, path, preStop } of containers) {
      const seconds = preStop?.delay ?? preStop?.sleepsFirst;
      if (seconds !== undefined && seconds >= grace && grace > 0) {
        yield {
          path: `${path}.lifecycle.preStop`,
          message:
            `the preStop hook of '${name}' takes ${seconds} s, and the grace period of the pod is ${grace} ` +
            `s${spec.terminationGracePeriodSeconds === undefined ? ' (the default)' : ''}: ` +
            'no time is left for the container itself',
        };
      }
    }
  },
};

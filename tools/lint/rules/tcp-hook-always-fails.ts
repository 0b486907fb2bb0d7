import { Rule } from '../rule';

export const tcpHookAlwaysFails: Rule = {
  id: 'tcp-hook-always-fails',
  severity: 'error',
  what: 'A tcpSocket hook',
  why:
    'The API accepts a `tcpSocket` handler in `lifecycle` for compatibility with old manifests, and the kubelet ' +
    'does not implement it. A postStart hook fails at each start, and the kubelet kills the container. A preStop ' +
    'hook does nothing.',
  fix: {
    without: 'a startup probe can be `tcpSocket`; a hook cannot',
    withLibrary: 'declare `readyWhen: ReadyCheck.tcpSocket(…)`, and `dependsOn` on the containers that need it',
  },
  source:
    'kubelet 1.20–1.37, lifecycle/handlers.go: "invalid handler"; API reference, LifecycleHandler: "NOT supported ' +
    'as a LifecycleHandler"',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: cache
      image: redis:7
      lifecycle:
        postStart:
          tcpSocket: { port: 6379 }
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
        failureThreshold: 60
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find({ containers }) {
    for (const { name, path, json } of containers) {
      for (const hook of ['postStart', 'preStop'] as const) {
        if (json.lifecycle?.[hook]?.tcpSocket) {
          yield {
            path: `${path}.lifecycle.${hook}.tcpSocket`,
            message:
              `the ${hook} hook of '${name}' is \`tcpSocket\`, which the kubelet does not support: ` +
              `${hook === 'postStart' ? 'it fails at each start, and the container is killed' : 'it does nothing'}`,
          };
        }
      }
    }
  },
};

import { isLoopback } from '../../reader/wait';
import { hookPath } from '../pod-queries';
import { Rule } from '../rule';

export const httpHookIsNoGate: Rule = {
  id: 'http-hook-is-no-gate',
  severity: 'warning',
  what: 'An httpGet postStart hook, taken for a wait until the container answers',
  why: 'An httpGet hook is one request, right after the launch. If nobody listens yet the hook has failed, and the kubelet kills the '
    + 'container; if somebody answers, any status will do, 404 and 503 too. It never waits.',
  fix: {
    without: 'a startup probe holds back the probes of the container itself; to hold back others make it a native sidecar with a startup '
      + 'probe, or let an exec hook ask in a loop that gives up',
    withLibrary: 'declare `readyWhen: ReadyCheck.httpGet(…)`, and `dependsOn` on the containers behind it',
  },
  source: 'kubelet 1.20–1.37, lifecycle/handlers.go runHTTPHandler: the status is ignored, there is no second try',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: config
      image: shop/config:7
      lifecycle:
        postStart:
          httpGet: { path: /ready, port: 8080 }
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: config
      image: shop/config:7
      restartPolicy: Always
      startupProbe:
        httpGet: { path: /ready, port: 8080 }
        periodSeconds: 1
        failureThreshold: 60
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: ({ containers }) => containers.flatMap(container => {
    const request = container.json.lifecycle?.postStart?.httpGet as { host?: string } | undefined;
    // A request to somebody else tells them something, and waits for nothing.
    return request && (request.host === undefined || isLoopback(request.host)) ? [{
      path: `${hookPath(container)}.httpGet`,
      message: `the httpGet hook of '${container.name}' asks once, at once: while nobody listens yet the container is killed, and any answer will do`,
    }] : [];
  }),
};

import { isLoopback } from '../../../src/pod/checks/hosts';
import { getHookPath } from '../pod-queries';
import { Rule } from '../rule';

export const httpHookIsNoGate: Rule = {
  id: 'http-hook-is-no-gate',
  severity: 'warning',
  what: 'An httpGet postStart hook that is meant to wait until the container answers',
  why:
    'An httpGet hook sends one request, right after the launch of the container. If no process listens yet, the ' +
    'hook fails and the kubelet kills the container. Otherwise any status passes, 404 and 503 too. The hook never ' +
    'waits.',
  fix: {
    without:
      'a startup probe holds the other probes of the same container; to hold other containers, use a native ' +
      'sidecar with a startup probe, or an exec hook that polls in a loop with a limit',
    withLibrary: 'declare `readyWhen: ReadyCheck.httpGet(…)`, and `dependsOn` on the containers that need it',
  },
  source:
    'kubelet 1.20–1.37, lifecycle/handlers.go runHTTPHandler: the status is ignored, and the request is not repeated',
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

  *find({ containers }) {
    for (const container of containers) {
      const request = container.json.lifecycle?.postStart?.httpGet as { host?: string } | undefined;
      // A request to another host sends a message, and is not meant as a wait.
      if (request && (!request.host || isLoopback(request.host))) {
        yield {
          path: `${getHookPath(container)}.httpGet`,
          message:
            `the httpGet hook of '${container.name}' sends one request, immediately: if no process listens ` +
            `yet, the kubelet kills the container, and any status passes`,
        };
      }
    }
  },
};

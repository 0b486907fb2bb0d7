import { chooseVerb, quoteWithVerb } from '../../read/quote-list';
import { listUnheld } from '../pod-queries';
import { Rule } from '../rule';

export const sidecarReadinessProbeOrdersNothing: Rule = {
  id: 'sidecar-readiness-probe-orders-nothing',
  severity: 'warning',
  what: 'A native sidecar with a readiness probe only, which a later container needs',
  why:
    'The kubelet waits for the startup probe of a native sidecar before it starts the next container. It does not ' +
    'wait for the readiness probe, which only affects the traffic of Services. The rule finds a later container ' +
    'that names a port of the sidecar and does not wait for it.',
  fix: {
    without: 'add a `startupProbe` with the same check, `periodSeconds: 1` and a larger `failureThreshold`',
    withLibrary: 'write `dependsOn` on the container that needs it: the library adds the startup probe',
  },
  source:
    'kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: a sidecar counts when `Started` is ' +
    'true, which the startup probe decides',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: cache
      image: redis:7
      restartPolicy: Always
      readinessProbe:
        tcpSocket: { port: 6379 }
  containers:
    - name: app
      image: shop/app:7
      env: [{ name: CACHE, value: "redis://localhost:6379" }]
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
        failureThreshold: 300
      readinessProbe:
        tcpSocket: { port: 6379 }
  containers:
    - name: app
      image: shop/app:7
      env: [{ name: CACHE, value: "redis://localhost:6379" }]
`,
  },

  find: pod =>
    listUnheld('readinessProbe', pod)
      .filter(({ container }) => pod.sidecars.includes(container))
      .map(({ container: { name }, free, path }) => ({
        path,
        message:
          `the readiness probe of '${name}' holds no container: ${quoteWithVerb(free, 'uses', 'use')} '${name}' and ` +
          `${chooseVerb(free, 'starts', 'start')} before it is ready`,
      })),
};

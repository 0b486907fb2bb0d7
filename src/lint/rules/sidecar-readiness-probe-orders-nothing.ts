import { ContainerView } from '../../reader/pod-view';
import { portsOf } from '../../reader/ports';
import { isLoopback } from '../../reader/wait';
import { behind, nativeSidecars } from '../pod-parts';
import { Rule } from '../rule';
import { quoted, verb } from '../words';

export const sidecarReadinessProbeOrdersNothing: Rule = {
  id: 'sidecar-readiness-probe-orders-nothing',
  severity: 'warning',
  what: 'A native sidecar with a readiness probe only, which a later container needs',
  why: 'The kubelet waits for the startup probe of a native sidecar before it starts the next container. It does not wait for the readiness '
    + 'probe, which decides about the traffic of Services only. Found where a later container names a port of the sidecar and does not '
    + 'wait for it.',
  fix: {
    without: 'add a `startupProbe` with the same check, `periodSeconds: 1` and a larger `failureThreshold`',
    withLibrary: 'write `dependsOn` on the container that needs it: the library adds the startup probe',
  },
  source: 'kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: a sidecar counts when `Started` is true, which the '
    + 'startup probe decides',
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

  find: pod => !pod.capabilities.nativeSidecars ? [] : nativeSidecars(pod).flatMap(sidecar => {
    const { name, path, json: { readinessProbe, startupProbe }, postStart, agentHook } = sidecar;
    if (!readinessProbe || startupProbe || postStart || agentHook) { return []; }
    const isOrdered = (then: string) => pod.order.ordered.some(pair => pair.first === name && pair.then === then && pair.by !== 'position');
    const free = behind(sidecar, pod).filter(other => namesPortOf(sidecar, other) && !isOrdered(other.name)).map(other => other.name);
    return free.length === 0 ? [] : [{
      path: `${path}.readinessProbe`,
      message: `the readiness probe of '${name}' holds no container: ${quoted(free)} ${verb(free, 'uses', 'use')} '${name}' and ${verb(free, 'starts', 'start')} before it is ready`,
    }];
  }),
};

/** The command, the arguments or the variables of the other container contain the address of the sidecar. */
function namesPortOf(sidecar: ContainerView, { json: { command = [], args = [], env = [] } }: ContainerView): boolean {
  const ports = [...portsOf(sidecar)].map(String);
  const values = env.flatMap(({ value }) => value ?? []);
  const addresses = [...command, ...args, ...values].flatMap(text => [...text.matchAll(/(?:localhost|127\.0\.0\.1|\[::1\])[:\s]\s*(\d{1,5})\b/g)].map(([, port]) => port));
  return addresses.some(port => ports.includes(port)) || (values.some(isLoopback) && values.some(value => ports.includes(value)));
}

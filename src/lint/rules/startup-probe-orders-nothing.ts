import { ContainerView } from '../../reader/pod-view';
import { portsOf } from '../../reader/ports';
import { apps } from '../pod-parts';
import { Rule } from '../rule';
import { quoted, verb } from '../words';

export const startupProbeOrdersNothing: Rule = {
  id: 'startup-probe-orders-nothing',
  severity: 'warning',
  what: 'A startup probe on a regular container, meant to hold back the containers behind it',
  why: 'The kubelet starts the entries of `containers` one after the other and looks at no probe meanwhile. A startup probe holds back '
    + 'the liveness and readiness probes of its own container, and nothing else; only that of a native sidecar holds what stands behind '
    + 'it. Found where the probe serves nothing else: the container has no liveness or readiness probe.',
  fix: {
    without: 'from Kubernetes 1.29 on make it a native sidecar: move it to `initContainers`, with `restartPolicy: Always`, and `periodSeconds: '
      + '1` in the probe',
    withLibrary: 'write `dependsOn` on the container that needs it: the startup probe counts as the ready check',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod; who wrote up the example, in 2021, saw both start within a second',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: sidecar-startup-example }
spec:
  containers:
    - name: sidecar-container
      image: busybox:1.37
      command: [sh, -c, sleep 10; touch /tmp/healthy; sleep 600]
      startupProbe:
        exec: { command: [cat, /tmp/healthy] }
        failureThreshold: 5
        periodSeconds: 5
    - name: app-container
      image: busybox:1.37
      command: [sh, -c, date; sleep 3600]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: sidecar-startup-example }
spec:
  initContainers:
    - name: sidecar-container
      image: busybox:1.37
      command: [sh, -c, sleep 10; touch /tmp/healthy; sleep 600]
      restartPolicy: Always
      startupProbe:
        exec: { command: [cat, /tmp/healthy] }
        failureThreshold: 30
        periodSeconds: 1
  containers:
    - name: app-container
      image: busybox:1.37
      command: [sh, -c, date; sleep 3600]
`,
  },

  find: pod => {
    const hopedBehind = new Map<string, string[]>();
    for (const { by, first, then } of pod.order.hoped) {
      if (by !== 'startupProbe' || first === undefined || then === undefined) { continue; }
      const names = hopedBehind.get(first) ?? [];
      hopedBehind.set(first, names);
      names.push(then);
    }
    return apps(pod).flatMap(container => {
      const { startupProbe, livenessProbe, readinessProbe } = container.json;
      if (!startupProbe || livenessProbe || readinessProbe || isAutomatic(container)) { return []; }
      const hoped = hopedBehind.get(container.name) ?? [];
      return hoped.length === 0 ? [] : [{
        path: `${container.path}.startupProbe`,
        message: `the startup probe of '${container.name}' holds back no other container: ${quoted(hoped)} `
        + `${verb(hoped, 'starts', 'start')} as soon as '${container.name}' was launched, ready or not`,
      }];
    });
  },
};

/** cdk8s-plus adds this one to each container with a port: nobody has meant anything by it. */
function isAutomatic(container: ContainerView): boolean {
  const { startupProbe } = container.json;
  const port = startupProbe?.tcpSocket?.port;
  return Object.keys(startupProbe ?? {}).sort().join() === 'failureThreshold,tcpSocket' && startupProbe!.failureThreshold === 3
    && typeof port === 'number' && portsOf(container).has(port);
}

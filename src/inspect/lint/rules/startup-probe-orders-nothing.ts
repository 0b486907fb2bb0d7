import { servesNothingElse } from '../../reader/unenforced-order';
import { apps } from '../pod-queries';
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

  find: pod => apps(pod).filter(servesNothingElse).flatMap(({ name, path }) => {
    const hoped = pod.order.hoped.flatMap(h => h.by === 'startupProbe' && h.path === `${path}.startupProbe` ? h.then ?? [] : []);
    return hoped.length === 0 ? [] : [{
      path: `${path}.startupProbe`,
      message: `the startup probe of '${name}' holds back no other container: ${quoted(hoped)} `
        + `${verb(hoped, 'starts', 'start')} as soon as '${name}' was launched, ready or not`,
    }];
  }),
};

import { quoteWithVerb } from '../../read/quote-list';
import { servesNothingElse } from '../../read/unenforced-order';
import { listUnheld } from '../pod-queries';
import { Rule } from '../rule';

export const startupProbeOrdersNothing: Rule = {
  id: 'startup-probe-orders-nothing',
  severity: 'warning',
  what: 'A startup probe on a regular container, meant to hold later containers',
  why:
    'The kubelet starts the entries of `containers` one after the other, and runs no probe before all entries ' +
    'have started. A startup probe holds only the liveness and readiness probes of its own container. Only the ' +
    'startup probe of a native sidecar holds later containers. The rule finds a startup probe without any other ' +
    'purpose: the container has no liveness or readiness probe.',
  fix: {
    without:
      'from Kubernetes 1.29 on make the container a native sidecar: move it to `initContainers`, with ' +
      '`restartPolicy: Always`, and `periodSeconds: 1` and a larger `failureThreshold` in the probe',
    withLibrary: 'write `dependsOn` on the container that needs it: the startup probe counts as the ready check',
  },
  source:
    'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod; observed in the write-up of the example, 2021: both ' +
    'containers start within a second',
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

  find: pod =>
    listUnheld('startupProbe', pod)
      .filter(({ container }) => servesNothingElse(container))
      .map(({ container: { name }, free, path }) => ({
        path,
        message:
          `the startup probe of '${name}' holds back no other container: ` +
          `${quoteWithVerb(free, 'starts', 'start')} as soon as '${name}' has been ` +
          'launched, ready or not',
      })),
};

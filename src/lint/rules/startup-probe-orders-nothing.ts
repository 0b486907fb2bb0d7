import { ContainerSlot } from '../../model/startup-plan';
import { Rule } from '../rule';

export const startupProbeOrdersNothing: Rule = {
  id: 'startup-probe-orders-nothing',
  severity: 'warning',
  what: 'A startup probe on a regular container, for the sake of those behind it',
  why: 'The kubelet starts the entries of `containers` one after the other and never looks at their probes meanwhile. A startup probe holds back the liveness and readiness probes of '
    + 'its own container, and nothing else; only on a native sidecar does it hold what stands behind it.',
  fix: {
    withLibrary: 'say `dependsOn` on the container that needs it; the startup probe is taken as its ready check',
    without: 'from Kubernetes 1.29 on make it a native sidecar: move it to `initContainers`, with `restartPolicy: Always` and `periodSeconds: 1` in the probe',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod; seen on 1.36.2',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata:
  name: sidecar-startup-example
spec:
  containers:
    - name: sidecar-container
      image: busybox:1.37
      command: [sh, -c, sleep 10; touch /tmp/healthy; sleep 600]
      startupProbe:
        exec:
          command: [cat, /tmp/healthy]
        failureThreshold: 5
        periodSeconds: 5
    - name: app-container
      image: busybox:1.37
      command: [sh, -c, date; sleep 3600]
`,
    right: `
apiVersion: v1
kind: Pod
metadata:
  name: sidecar-startup-example
spec:
  initContainers:
    - name: sidecar-container
      image: busybox:1.37
      command: [sh, -c, sleep 10; touch /tmp/healthy; sleep 600]
      restartPolicy: Always
      startupProbe:
        exec:
          command: [cat, /tmp/healthy]
        failureThreshold: 30
        periodSeconds: 1
  containers:
    - name: app-container
      image: busybox:1.37
      command: [sh, -c, date; sleep 3600]
`,
  },

  find: ({ containers }) => containers.filter(c => c.slot === ContainerSlot.CONTAINER).flatMap((container, i, all) => {
    const behind = all.slice(i + 1).map(c => `'${c.name}'`);
    const { startupProbe, livenessProbe, readinessProbe } = container.json;
    if (!startupProbe || livenessProbe || readinessProbe || behind.length === 0) { return []; }
    return [{
      path: `${container.path}.startupProbe`,
      message: `the startup probe of '${container.name}' holds back no other container: ${behind.join(', ')} ${behind.length > 1 ? 'start' : 'starts'} right after it was launched, ready or not`,
    }];
  }),
};

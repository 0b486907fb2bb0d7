import { PodReading } from '../../read/read-pod';
import { describeTarget } from '../../read/wait';
import { asksForOwnAddress, listEarlyTargets, needsReadyPod } from '../early-waits';
import { LintContext } from '../lint-context';
import { PlacedTarget } from '../pod-queries';
import { Rule, RuleFinding } from '../rule';

export const waitsForOwnPod: Rule = {
  id: 'waits-for-own-pod',
  severity: 'error',
  what: 'A wait of a pod until the pod itself is ready',
  why:
    'While an init container or a postStart hook runs, or the command of a container with a readiness probe ' +
    'waits, the pod is not ready. Neither the API server nor a Service with only this pod reports it as ready. ' +
    'The container waits for itself.',
  fix: {
    without: 'check the container over localhost, from a later container',
    withLibrary: 'declare the real dependency with `dependsOn`, on a container or on something outside the pod',
  },
  source:
    'kubelet 1.20–1.37: status is written between two runs of SyncPod; EndpointSlice controller: addresses of ' +
    'pods that are not ready are not served',
  example: {
    wrong: `
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 8080 }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
        - name: wait
          image: busybox:1.37
          command: [timeout, "60", sh, -c, "until wget -q --spider http://web:8080/ready; do sleep 1; done"]
      containers:
        - name: web
          image: shop/web:7
          ports: [{ containerPort: 8080 }]
`,
    right: `
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 8080 }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
        - name: wait
          image: busybox:1.37
          command: [timeout, "60", sh, -c, "until wget -q --spider http://config:8080/ready; do sleep 1; done"]
      containers:
        - name: web
          image: shop/web:7
          ports: [{ containerPort: 8080 }]
`,
  },

  find: (pod, lintContext) =>
    findWaitsForItself(pod, lintContext).map(
      ({ path, who, message }): RuleFinding => ({ path, message: `${who} ${message}` }),
    ),
};

/** Returns the waits of a pod until the pod itself is ready. */
export function findWaitsForItself(
  pod: PodReading,
  lintContext: LintContext,
): (PlacedTarget & { readonly message: string })[] {
  return listEarlyTargets(pod).flatMap(early => {
    const message = describeWaitForItself(early, pod, lintContext);
    return message === undefined ? [] : [{ ...early, message }];
  });
}

function describeWaitForItself(early: PlacedTarget, pod: PodReading, lintContext: LintContext): string | undefined {
  const { target, container } = early;
  if (target.kind === 'kubernetes') {
    return target.own && !asksForOwnAddress(target)
      ? `waits until the API server reports its own pod as ready (${describeTarget(target)}), ` +
          'but the pod is not ready during the wait'
      : undefined;
  }
  const itself = lintContext.findWorkload(pod);
  const pods = itself && lintContext.findPods(target, itself);
  // With publishNotReadyAddresses a running container can answer. Beside the first init container none runs.
  const answers = container.slot !== 'INIT' || pod.sidecars.length > 0;
  const waits = pods && (needsReadyPod(target, pods) || (target.kind === 'network' && !answers));
  return waits && pods.workloads[0] === itself
    ? `waits for ${describeTarget(target)}, but this host has only pods of this workload, and they are not ` +
        'ready during the wait'
    : undefined;
}

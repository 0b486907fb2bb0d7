import { ContainerSlot } from '../../../src/api/private/container-slot';
import { describeTarget } from '../../read/wait';
import { asksForOwnAddress, findOwnService } from '../own-service';
import { listCertainTargets, listCommandWaits, listHookWaits, listInitWaits } from '../pod-queries';
import { Rule } from '../rule';

export const waitsForOwnPod: Rule = {
  id: 'waits-for-own-pod',
  severity: 'error',
  what: 'A wait of a pod until the pod itself is ready',
  why:
    'While an init container or a postStart hook runs, or the command of a container with a readiness probe ' +
    'waits, the pod is not ' +
    'ready. Neither the API server nor a Service with only this pod reports it as ready. The container ' +
    'waits for itself.',
  fix: {
    without: 'check the container over localhost, from a later container',
    withLibrary: 'declare the real dependency with `dependsOn`, on a container or on something outside the pod',
  },
  source:
    'kubelet 1.20–1.37: status is written between two runs of SyncPod; EndpointSlice controller: addresses of ' +
    'pods that are not ready ' +
    'are not served',
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

  find: (pod, lintContext) => {
    // A container with a readiness probe is not ready before its own command runs.
    const unready = listCommandWaits(pod).filter(
      ({ container }) => container.slot === ContainerSlot.CONTAINER && container.json.readinessProbe,
    );
    const early = [...listHookWaits(pod), ...listInitWaits(pod), ...unready];
    return listCertainTargets(early).flatMap(({ target, path, who, container }) => {
      if (target.kind === 'kubernetes') {
        return target.own && !asksForOwnAddress(target)
          ? [
              {
                path,
                message:
                  `${who} waits until the API server reports its own pod as ready (${describeTarget(target)}), ` +
                  `but the pod is not ready during the wait`,
              },
            ]
          : [];
      }
      const service = findOwnService(target, pod, lintContext);
      // With publishNotReadyAddresses a running container can answer. While init containers run, no such container
      // exists.
      const answers = service?.publishesNotReady && container.slot !== ContainerSlot.INIT;
      return service && !answers
        ? [
            {
              path,
              message:
                `${who} waits for the Service '${service.name}' (${describeTarget(target)}), which selects only ` +
                `pods of this workload, and they are not ready during the wait`,
            },
          ]
        : [];
    });
  },
};

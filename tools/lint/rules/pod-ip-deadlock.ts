import { describeTarget } from '../../read/wait';
import { asksForOwnAddress } from '../early-waits';
import { listCertainTargets, listHookWaits } from '../pod-queries';
import { Rule } from '../rule';

export const podIpDeadlock: Rule = {
  id: 'pod-ip-deadlock',
  severity: 'error',
  what: 'A postStart hook that waits for something that needs the IP of its own pod',
  why:
    'The kubelet publishes `status.podIP` after its start loop. In a pod without init containers the hook is part ' +
    'of this loop. While the hook runs, the API server, EndpointSlices and DNS records contain no address of the ' +
    'pod.',
  fix: {
    without: 'add any init container, or check over localhost',
    withLibrary:
      'write the `command` of the dependent container, or add its image to the image file (`cdk8s-startup-order ' +
      'images`): the library then waits in a gate inside that container, and the kubelet publishes the address',
  },
  source:
    'kubernetes#85966; kubelet 1.20–1.37, kubelet.go SyncPod; observed on 1.36.2: with an init container before ' +
    'the hook, the IP is known during the hook',
  example: {
    wrong: `
apiVersion: v1
kind: Service
metadata: { name: db }
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: { app: db }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      containers:
        - name: db
          image: shop/db:7
          lifecycle:
            postStart:
              exec: { command: [timeout, "60", sh, -c, until nslookup db; do sleep 1; done] }
        - name: join
          image: shop/join:7
`,
    right: `
apiVersion: v1
kind: Service
metadata: { name: db }
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector: { app: db }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db }
spec:
  serviceName: db
  selector: { matchLabels: { app: db } }
  template:
    metadata: { labels: { app: db } }
    spec:
      initContainers:
        - name: directories
          image: busybox:1.37
          command: [mkdir, -p, /data/db]
      containers:
        - name: db
          image: shop/db:7
          lifecycle:
            postStart:
              exec: { command: [timeout, "60", sh, -c, until nslookup db; do sleep 1; done] }
        - name: join
          image: shop/join:7
`,
  },

  *find(pod, lintContext) {
    if (pod.inits.length + pod.sidecars.length > 0) {
      return;
    }
    const itself = lintContext.findWorkload(pod);
    for (const { target, path, who } of listCertainTargets(listHookWaits(pod))) {
      const pods = itself && lintContext.findPods(target, itself);
      const isHeld = pods?.publishesNotReady === true && (target.kind === 'network' || pods.isHeadless === true);
      const needsIt = isHeld && pods.workloads[0] === itself;
      if (asksForOwnAddress(target) || needsIt) {
        yield {
          path,
          message:
            `${who} waits for ${describeTarget(target)}, which needs the pod IP, and in a pod without init ` +
            `containers the kubelet publishes the pod IP after the hook has exited`,
        };
      }
    }
  },
};

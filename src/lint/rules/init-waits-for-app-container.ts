import { ContainerSlot } from '../../model/startup-plan';
import { listeners } from '../../reader/ports';
import { describeTarget } from '../../reader/wait';
import { commandWaits } from '../pod-parts';
import { Rule } from '../rule';
import { quoted, verb } from '../words';

export const initWaitsForAppContainer: Rule = {
  id: 'init-waits-for-app-container',
  severity: 'error',
  what: 'An init container that waits for a container of its own pod which starts behind it',
  why: 'The kubelet starts the entries of `containers` when the last init container has ended. One that waits for them waits for itself: '
    + 'until it gives up, or for ever.',
  fix: {
    withLibrary: 'write `dependsOn` between the two; what is waited for can be a `SIDECAR`',
    without: 'from Kubernetes 1.29 on make what is waited for a native sidecar in front of it; else let the command of the container that '
      + 'needs it wait',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: migrate
      image: shop/migrate:7
      command: [sh, -c, "timeout 60 sh -c 'until nc -z 127.0.0.1 5432; do sleep 1; done' && exec /migrate"]
  containers:
    - name: proxy
      image: shop/db-proxy:3
      ports: [{ containerPort: 5432 }]
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: shop/db-proxy:3
      restartPolicy: Always
      ports: [{ containerPort: 5432 }]
    - name: migrate
      image: shop/migrate:7
      command: [sh, -c, "timeout 60 sh -c 'until nc -z 127.0.0.1 5432; do sleep 1; done' && exec /migrate"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod => commandWaits(pod).filter(({ container, wait }) => container.slot === ContainerSlot.INIT_CONTAINER && !wait.conditional)
    .flatMap(({ container, wait, path, who }) => wait.targets.flatMap(target => {
      const all = listeners(target, pod.containers).filter(c => c !== container);
      const later = all.filter(c => pod.containers.indexOf(c) > pod.containers.indexOf(container)).map(c => c.name);
      // With the network of the node somebody else can listen there.
      return all.length > 0 && later.length === all.length && !pod.spec.hostNetwork ? [{
        path,
        message: `${who} waits for ${quoted(later)} (${describeTarget(target)}), which ${verb(later, 'is', 'are')} started when it has ended`,
      }] : [];
    })),
};

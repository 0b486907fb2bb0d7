import { findListeners } from '../../read/ports';
import { describeTargets, listTargets } from '../../read/wait';
import { hasDeadline, listInitWaits } from '../pod-queries';
import { Rule } from '../rule';

export const initWaitsWithoutLimit: Rule = {
  id: 'init-waits-without-limit',
  severity: 'note',
  what: 'An init container that waits without a limit',
  why:
    'While the init container waits, nothing fails: the pod is in `Init`, no container restarts, and no alert on ' +
    'restarts or failed Jobs fires. With a limit, the status and the log of a failed container contain the reason.',
  fix: {
    without:
      'limit the number of tries and `exit 1`, or run the command with `timeout 300`; or set ' +
      '`activeDeadlineSeconds` of a Job',
    withLibrary:
      'write `Dependency.onUrl`, `onTcp` or a similar method, with a `timeout`; the name and the log of the wait ' +
      'contain the dependency',
  },
  source:
    'kubelet 1.20–1.37, kuberuntime_container.go computeInitContainerActions: the kubelet restarts a failed init ' +
    'container with a back-off',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-db
      image: busybox:1.37
      command: [sh, -c, "until nc -z db.data 5432; do sleep 2; done"]
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-db
      image: busybox:1.37
      command: [sh, -c, "for i in $(seq 150); do nc -z db.data 5432 && exit 0; sleep 2; done; exit 1"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod =>
    hasDeadline(pod)
      ? []
      : listInitWaits(pod)
          .filter(({ wait }) => !wait.bounded)
          // The kubelet restarts a container of the same pod, and reports the restart.
          .filter(
            ({ wait }) =>
              !pod.containers.some(({ name }) => name === wait.name) &&
              listTargets([wait]).every(awaited => findListeners(awaited, pod.containers).length === 0),
          )
          .map(({ wait, path, who }) => ({
            path,
            message: `${who} waits for ${describeTargets(wait.targets)} forever`,
          })),
};

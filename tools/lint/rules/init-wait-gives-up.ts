import { onlyWaits } from '../../read/read-command';
import { describeTargets } from '../../read/wait';
import { getCommandPath, listInitContainers } from '../pod-queries';
import { Rule } from '../rule';

export const initWaitGivesUp: Rule = {
  id: 'init-wait-gives-up',
  severity: 'warning',
  what: 'An init container that gives up and exits with 0',
  why:
    'A loop exits with the code of its last command, such as `sleep`. After the last try, the init container has ' +
    'succeeded, and the kubelet starts the next container, although nothing answers.',
  fix: {
    without: 'end the script with `exit 1`, and the loop with `exit 0`: the kubelet starts the init container again',
    withLibrary: 'write `Dependency.onTcp(…)` or a similar method: after its `timeout`, the wait fails',
  },
  source:
    'POSIX.1-2017, shell, 2.9.4; kubelet 1.20–1.37, kuberuntime_container.go computeInitContainerActions: an init ' +
    'container that has exited with 0 is complete',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-db
      image: busybox:1.37
      command: [sh, -c, "for i in $(seq 150); do nc -z db.data 5432 && break; sleep 2; done"]
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
    listInitContainers(pod).flatMap(container => {
      const { command, name } = container;
      if (!onlyWaits(command)) {
        // Work after the wait reports a missing server itself.
        return [];
      }
      const strict = command.waits.filter(({ goesOn }) => !goesOn).map(({ targets }) => describeTargets(targets));
      return (
        command.waits
          // The rule wait-for-it-is-not-strict finds the others.
          .filter(({ goesOn, runsAnyway }) => goesOn && !runsAnyway)
          .map(({ targets }) => describeTargets(targets))
          .filter(awaited => !strict.includes(awaited))
          .map(awaited => ({
            path: getCommandPath(container),
            message: `the init container '${name}' waits for ${awaited}, and exits with 0 when it gives up`,
          }))
      );
    }),
};

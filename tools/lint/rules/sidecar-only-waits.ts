import { findLaterContainers } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { onlyWaits } from '../../read/read-command';
import { describeTargets } from '../../read/wait';
import { getCommandPath, listNativeSidecars } from '../pod-queries';
import { Rule } from '../rule';

export const sidecarOnlyWaits: Rule = {
  id: 'sidecar-only-waits',
  severity: 'warning',
  what: 'A native sidecar that only waits, and holds no container',
  why:
    'The kubelet starts the next container as soon as a native sidecar runs and its startup probe, if any, has ' +
    'passed. It does not wait for the command of the sidecar. Only an ordinary init container holds the next ' +
    'container until its command has exited.',
  fix: {
    without: 'remove `restartPolicy: Always`, and let the command exit with 0 when the wait is over',
    withLibrary: 'write `dependsOn` on the container that needs it, and remove the sidecar',
  },
  source: 'kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-db
      image: busybox:1.37
      restartPolicy: Always
      command: [sh, -c, "until nc -z db.data 5432; do sleep 2; done; sleep infinity"]
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
      command: [timeout, "300", sh, -c, "until nc -z db.data 5432; do sleep 2; done"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    for (const container of listNativeSidecars(pod)) {
      const { command, json, postStart } = container;
      const free = findLaterContainers(container, pod);
      const waits = onlyWaits(command) && command.waits.length > 0;
      if (waits && !json.startupProbe && !postStart && free.length > 0) {
        yield {
          path: getCommandPath(container),
          message:
            `the native sidecar '${container.name}' waits for ` +
            `${describeTargets(container.command.waits.flatMap(w => w.targets))}, and ` +
            `${quoteWithVerb(free, 'starts', 'start')} during the wait`,
        };
      }
    }
  },
};

import { getImageName } from '../../read/known-servers';
import { findLaterContainers } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { getCommandPath, listInitContainers, findRefusedField } from '../pod-queries';
import { Rule } from '../rule';
import { runsForever } from '../runs-forever';

export const initContainerRunsForever: Rule = {
  id: 'init-container-runs-forever',
  severity: 'error',
  what: 'An init container that never exits: a server, or an endless command',
  why:
    'The kubelet starts the next container when an init container has exited with 0. A proxy, a log shipper or ' +
    'another server never exits, so the pod stays in `Init` forever. The rule knows the images of well-known ' +
    'servers, and commands that contain an endless loop.',
  fix: {
    without:
      'from Kubernetes 1.29 on add `restartPolicy: Always`, which makes the container a native sidecar; before ' +
      '1.29 move it to `containers`',
    withLibrary: 'give the container `role: ContainerRole.SIDECAR`',
  },
  source: 'kubelet 1.20–1.37, kuberuntime_container.go computeInitContainerActions',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: ship-logs
      image: busybox:1.37
      command: [sh, -c, tail -F /var/log/app.log]
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
    - name: ship-logs
      image: busybox:1.37
      command: [sh, -c, tail -F /var/log/app.log]
      restartPolicy: Always
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod =>
    listInitContainers(pod)
      .filter(c => runsForever(c) && findRefusedField(c) === undefined)
      .map(container => {
        const { name, path, json, command } = container;
        const held = findLaterContainers(container, pod);
        const subject = command.endless
          ? `the command of the init container '${name}'`
          : `the init container '${name}' is a server (${getImageName(json.image)}): it`;
        const effect = held.length === 0 ? '' : `, and ${quoteWithVerb(held, 'waits', 'wait')} for its exit`;
        return {
          path: json.command || json.args || command.endless ? getCommandPath(container) : path,
          message: `${subject} never exits${effect}`,
        };
      }),
};

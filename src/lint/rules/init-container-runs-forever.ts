import { behind, commandPath, initContainers } from '../pod-parts';
import { Rule } from '../rule';
import { quoted, verb } from '../words';

export const initContainerRunsForever: Rule = {
  id: 'init-container-runs-forever',
  severity: 'error',
  what: 'An init container whose command never ends',
  why: 'What stands behind an init container starts when that has exited with 0. One that runs for ever holds the pod in `Init` for '
    + 'ever; a helper that is meant to run beside the others is a native sidecar, which `restartPolicy: Always` makes of it.',
  fix: {
    without: 'from Kubernetes 1.29 on add `restartPolicy: Always`; before, make it a regular container',
    withLibrary: 'give it `role: ContainerRole.SIDECAR`',
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

  find: pod => initContainers(pod).filter(c => c.command.endless).map(container => {
    const held = behind(container, pod).map(c => c.name);
    return {
      path: commandPath(container),
      message: `the command of the init container '${container.name}' never ends${held.length === 0 ? '' : `, and ${quoted(held)} ${verb(held, 'waits', 'wait')} for that`}`,
    };
  }),
};

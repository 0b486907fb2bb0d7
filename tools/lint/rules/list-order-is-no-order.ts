import { Rule } from '../rule';

export const listOrderIsNoOrder: Rule = {
  id: 'list-order-is-no-order',
  severity: 'note',
  what: 'Names that promise an order that nothing enforces',
  why:
    'The position in `containers` only specifies which process the kubelet launches first, a tenth of a second ' +
    'before the next. Nothing waits until the first container is ready or even listens.',
  fix: {
    without:
      'make the first container a native sidecar with a startup probe, or let the command of the second container wait',
    withLibrary: 'write `dependsOn`, with `readyWhen` on the dependency',
  },
  source:
    'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod; observed on 1.36.2: 80 to 100 ms from one start to the next',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: multi-containers-example }
spec:
  containers:
    - { name: 1st-container, image: "busybox:1.37", command: [sleep, infinity] }
    - { name: 2nd-container, image: "busybox:1.37", command: [sleep, infinity] }
    - { name: app-container, image: "busybox:1.37", command: [sleep, infinity] }
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: multi-containers-example }
spec:
  initContainers:
    - { name: 1st-container, image: "busybox:1.37", command: [sleep, infinity], restartPolicy: Always }
    - { name: 2nd-container, image: "busybox:1.37", command: [sleep, infinity], restartPolicy: Always }
  containers:
    - { name: app-container, image: "busybox:1.37", command: [sleep, infinity] }
`,
  },

  *find({ apps, order }) {
    for (const [i, container] of apps.entries()) {
      const next = apps[i + 1];
      const ordinal = parseOrdinal(container.name);
      if (!next || ordinal === undefined || parseOrdinal(next.name) !== ordinal + 1) {
        continue;
      }
      const pair = [container.name, next.name];
      const isOrdered = order.ordered.some(
        ({ first, then, by }) => by !== 'position' && first !== then && pair.includes(first) && pair.includes(then),
      );
      if (!isOrdered) {
        yield {
          path: container.path,
          message:
            `'${container.name}' and '${next.name}' are launched in this order, a tenth of a second apart; ` +
            `nothing waits until '${container.name}' is ready`,
        };
      }
    }
  },
};

/** `1st-container` is 1. A plain number, as in `worker-1`, numbers equal containers and is no ordinal. */
function parseOrdinal(name: string): number | undefined {
  const [, digits] = /^(?:\w+-)*?(\d+)(?:st|nd|rd|th)(?:-|$)/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

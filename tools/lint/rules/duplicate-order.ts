import { findLaterContainers } from '../../read/pod-view';
import { findListeners, findProbedPort } from '../../read/ports';
import { PodReading } from '../../read/read-pod';
import { describeTarget, WaitTarget } from '../../read/wait';
import { listInitWaits } from '../pod-queries';
import { Rule, RuleFinding } from '../rule';

export const duplicateOrder: Rule = {
  id: 'duplicate-order',
  severity: 'note',
  what: 'Two waits for the same dependency',
  why:
    'Each wait takes time, an init container about half a second. A change of only one of the two waits ' +
    'has no effect.',
  fix: {
    without: 'remove one of the two waits',
    withLibrary: 'write `dependsOn` once: the library generates one wait',
  },
  source: 'measured on 1.36.2: each init container that waits costs 0.2 to 1.2 s, even if the dependency is ready',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-db
      image: busybox:1.37
      command: [timeout, "300", sh, -c, "until nc -z db.data 5432; do sleep 2; done"]
    - name: wait-for-db-again
      image: postgres:17
      command: [timeout, "300", sh, -c, "until pg_isready -h db.data; do sleep 2; done"]
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
      image: postgres:17
      command: [timeout, "300", sh, -c, "until pg_isready -h db.data; do sleep 2; done"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod => [...findSameWaits(pod), ...findProbedAndAwaited(pod)],
};

/** Finds two init containers that wait for the same address. */
function findSameWaits(pod: PodReading): RuleFinding[] {
  const seen = new Map<string, string>();
  return listInitWaits(pod).flatMap(({ container, wait, path, works }) =>
    wait.targets.flatMap(target => {
      const address = formatAddress(target);
      if (address === undefined) {
        return [];
      }
      const first = seen.get(address) ?? container.name;
      seen.set(address, first);
      return first === container.name || works
        ? []
        : [
            {
              path,
              message:
                `the init container '${container.name}' waits for ${describeTarget(target)}, but '${first}' has ` +
                `already waited for it`,
            },
          ];
    }),
  );
}

/** Different HTTP paths are different addresses. */
function formatAddress(target: WaitTarget): string | undefined {
  return target.kind === 'network' && target.host !== undefined && target.port !== undefined
    ? `${target.host}:${target.port}${target.path ?? ''}`
    : undefined;
}

/** Finds init containers that check the port of the startup probe of a native sidecar, which holds them already. */
function findProbedAndAwaited(pod: PodReading): RuleFinding[] {
  return pod.sidecars.flatMap(sidecar => {
    const { startupProbe } = sidecar.json;
    const port = findProbedPort(startupProbe, sidecar.json);
    const path = startupProbe?.httpGet ? (startupProbe.httpGet.path ?? '/') : undefined;
    const isSame = (target: WaitTarget) =>
      target.kind === 'network' &&
      target.port === port &&
      (path === undefined || target.path === undefined || target.path === path);
    const later = findLaterContainers(sidecar, pod);
    const again = listInitWaits(pod).filter(
      ({ container, wait, works }) =>
        !works &&
        later.includes(container) &&
        wait.targets.some(target => findListeners(target, wait, [sidecar]).length > 0 && isSame(target)),
    );
    return again.map(({ container, path: where }) => ({
      path: where,
      message:
        `the init container '${container.name}' waits for '${sidecar.name}', whose startup probe already holds ` +
        `all later containers`,
    }));
  });
}

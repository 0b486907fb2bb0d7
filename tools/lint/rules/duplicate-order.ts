import { findLaterContainers } from '../../read/pod-view';
import { findListeners, findProbedPort } from '../../read/ports';
import { PodReading } from '../../read/read-pod';
import { AwaitedTarget, describeTarget, listTargets, WaitTarget } from '../../read/wait';
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

  *find(pod) {
    yield* findSameWaits(pod);
    yield* findProbedAndAwaited(pod);
  },
};

/** Finds two init containers that wait for the same address. */
function* findSameWaits(pod: PodReading): Generator<RuleFinding> {
  const seen = new Map<string, string>();
  for (const { container, wait, path, works } of listInitWaits(pod)) {
    for (const target of wait.targets) {
      const address = formatAddress(target);
      if (address === undefined) {
        continue;
      }
      const first = seen.get(address) ?? container.name;
      seen.set(address, first);
      if (first !== container.name && !works) {
        yield {
          path,
          message:
            `the init container '${container.name}' waits for ${describeTarget(target)}, but '${first}' has ` +
            `already waited for it`,
        };
      }
    }
  }
}

/** Different HTTP paths are different addresses. */
function formatAddress(target: WaitTarget): string | undefined {
  return target.kind === 'network' && target.host !== undefined && target.port !== undefined
    ? `${target.host}:${target.port}${target.path ?? ''}`
    : undefined;
}

/** Finds init containers that check the port of the startup probe of a native sidecar, which holds them already. */
function* findProbedAndAwaited(pod: PodReading): Generator<RuleFinding> {
  for (const sidecar of pod.sidecars) {
    const { startupProbe } = sidecar.json;
    const port = findProbedPort(startupProbe, sidecar.json);
    const path = startupProbe?.httpGet && (startupProbe.httpGet.path ?? '/');
    const isSame = (awaited: AwaitedTarget) =>
      awaited.target.kind === 'network' &&
      awaited.target.port === port &&
      (path === undefined || awaited.target.path === undefined || awaited.target.path === path) &&
      findListeners(awaited, [sidecar]).length > 0;
    const later = findLaterContainers(sidecar, pod);
    for (const { container, wait, works, path: where } of listInitWaits(pod)) {
      if (!works && later.includes(container) && listTargets([wait]).some(isSame)) {
        yield {
          path: where,
          message:
            `the init container '${container.name}' waits for '${sidecar.name}', whose startup probe already holds ` +
            `all later containers`,
        };
      }
    }
  }
}

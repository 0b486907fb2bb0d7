import { isLoopback } from '../../../src/pod/checks/hosts';
import { ContainerView, findLaterContainers } from '../../read/pod-view';
import { findProbedPort } from '../../read/ports';
import { describeTarget, WaitTarget } from '../../read/wait';
import { listInitWaits, listTargetsOf } from '../pod-queries';
import { Rule } from '../rule';

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
    const waiting = new Map<string, string>();
    for (const { target, container, path, works } of listTargetsOf(listInitWaits(pod))) {
      const address = formatAddress(target);
      const first = address === undefined ? container.name : (waiting.get(address) ?? container.name);
      if (address !== undefined) {
        waiting.set(address, first);
      }
      const before = pod.sidecars.filter(sidecar => findLaterContainers(sidecar, pod).includes(container));
      const probed = before.find(sidecar => isProbed(target, sidecar));
      if (!works && (probed || first !== container.name)) {
        const holds = probed
          ? `the startup probe of '${probed.name}' already holds all later containers`
          : `'${first}' has already waited for it`;
        yield {
          path,
          message: `the init container '${container.name}' waits for ${describeTarget(target)}, but ${holds}`,
        };
      }
    }
  },
};

/** Different HTTP paths are different addresses. */
function formatAddress(target: WaitTarget): string | undefined {
  return target.kind === 'network' && target.host !== undefined && target.port !== undefined
    ? `${target.host}:${target.port}${target.path ?? ''}`
    : undefined;
}

/** The startup probe of the container asks the same port. */
function isProbed(target: WaitTarget, { json }: ContainerView): boolean {
  const path = json.startupProbe?.httpGet && (json.startupProbe.httpGet.path ?? '/');
  return (
    target.kind === 'network' &&
    isLoopback(target.host) &&
    target.port !== undefined &&
    target.port === findProbedPort(json.startupProbe, json) &&
    (path === undefined || target.path === undefined || target.path === path)
  );
}

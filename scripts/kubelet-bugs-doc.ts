/** Fills the table of kubelet bugs in docs/explanation/guarantees.md from the table of the planner. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { KUBELET_BUGS, KubeletBug } from '../src/pod/kubelet-bugs';

export const GUARANTEES_DOC = join(__dirname, '..', 'docs', 'explanation', 'guarantees.md');

const AFFECTED: Readonly<Record<KubeletBug['affects'], string>> = {
  initContainers: 'init containers: `POSITION`, `INIT_CONTAINER`, `SIDECAR_WAIT_INIT`',
  initContainersAndSidecars: 'init containers and native sidecars',
  nativeSidecars: 'native sidecars',
  sidecarsOnHostPorts: 'native sidecars with ports, in a pod with `hostNetwork`',
  sidecarsWithStartupProbe: 'native sidecars with a startup probe: `SIDECAR_PROBE`, `POSITION`',
  sidecarsWithStartupProbeIfNever: 'native sidecars with a startup probe, in a pod with `restartPolicy: Never`',
  postStartSleeps: 'containers with `sleep` in their `postStart` hook: `POST_START` for a delay',
};

/** The bugs that no plan names. */
export const OTHER_BUGS: readonly (Omit<KubeletBug, 'affects'> & { readonly affects: string })[] = [
  {
    issue: 'kubernetes#141155',
    effect: 'after a restart of the container, its liveness probe can run before its startup probe has passed',
    affects: '`ENTRYPOINT_GATE` in a container with a liveness probe',
    fixedIn: { 35: 'none', 36: 'none', 37: 'none' },
    workaround: 'let the liveness probe tolerate more than one failure (`failureThreshold`)',
  },
  {
    issue: 'kubernetes#141473',
    effect:
      'after a restart of the kubelet, a container that the kubelet replaced while the API server was ' +
      'unreachable counts as ready before its readiness probe has passed',
    affects: 'a wait for ready pods of a Service or another workload',
    fixedIn: { 35: 'none', 36: 'none', 37: 'none' },
    workaround: 'wait with `Dependency.onUrl` or `Dependency.onTcp`, which ask the server itself',
  },
];

/** The facts about a bug that only the page needs. */
interface BugSource {
  /** The changes in Kubernetes, and observations. */
  readonly source: string;
  /** The reason why a plan needs no warning. */
  readonly noWarning?: string;
}

/** By issue. */
export const BUG_SOURCES: Readonly<Record<string, BugSource>> = {
  'kubernetes#120247': {
    source: 'regression of 1.28.0; fixed by #120281',
  },
  'kubernetes#125880': {
    source: 'fixed by #125935',
  },
  'kubernetes#126543': {
    source: 'regression of 1.29; fixed by #127202 and #127212 in 1.31.1, and their backports',
  },
  'kubernetes#129907': {
    source:
      'regression of 1.32.0 in the API server (pkg/api/pod/util.go `podLifecycleSleepActionZeroValueInUse`); ' +
      'fixed by #129946',
  },
  'kubernetes#132037': {
    source: 'fixed by #132040 (pkg/scheduler/framework/plugins/nodeports)',
  },
  'kubernetes#132826': {
    source: 'fixed by #133072 (prober/worker.go `doProbe`)',
  },
  'kubernetes#136910': {
    source: 'regression of 1.35.0; fixed by #137146',
  },
  'kubernetes#137710': {
    source:
      'kuberuntime_container.go `computeInitContainerActions`, which searches the containers of all sandboxes; ' +
      'from 1.29.9, 1.30.5 and 1.31.1 to 1.33 only in a pod with a native sidecar; ' +
      'fixed by #138514 in 1.37.0, without a backport (1.36.3)',
    noWarning:
      'an exception of each dependency; observed only after a node lost power between the creation and the ' +
      'start of an app container (#140309)',
  },
  'kubernetes#141155': {
    source:
      'feature gate `ChangeContainerStatusOnKubeletRestart`, disabled by default from 1.35 on; fixed by #141342 ' +
      'in 1.38.0-beta.0, not in 1.35.8, 1.36.5, 1.37.2',
    noWarning:
      'a gate waited 16 s after a restart by its liveness probe (`failureThreshold: 2`) and was not ' +
      'killed, with 1.37.1',
  },
  'kubernetes#141473': {
    source:
      'the same feature gate (prober/worker.go `doProbe`); fixed by #141487 in 1.38.0-beta.0, not in 1.35.8, ' +
      '1.36.5, 1.37.2',
    noWarning:
      'no mechanism between containers reads whether the kubelet reports a container as ready; not reproduced here',
  },
  'kubernetes#142305': {
    source:
      'the same feature gate; open in November 2026; observed with 1.35.4, 1.37.1 and 1.38.0-beta.0, not with 1.33.13',
    noWarning: 'an exception of each dependency',
  },
};

export function kubeletBugsDoc(before: string): string {
  return withBlocks(before, { 'kubelet-bugs': bugs() });
}

function bugs(): string {
  const all = [...KUBELET_BUGS.map(bug => ({ ...bug, affects: AFFECTED[bug.affects] })), ...OTHER_BUGS];
  const sorted = all.sort((a, b) => (a.issue < b.issue ? -1 : 1));
  const rows = sorted.map(({ issue, effect, affects, fixedIn, workaround }) => [
    `[${issue}](https://github.com/kubernetes/kubernetes/issues/${issue.split('#')[1]})`,
    affects,
    effect,
    Object.entries(fixedIn).map(formatReleases).join(', '),
    workaround,
    BUG_SOURCES[issue].source,
    BUG_SOURCES[issue].noWarning === undefined ? 'yes' : `no: ${BUG_SOURCES[issue].noWarning}`,
  ]);
  return table(['bug', 'affects', 'effect', 'releases', 'workaround', 'source', 'the plan warns'], rows);
}

function formatReleases([minor, fixed]: [string, number | 'none']): string {
  if (fixed === 'none') {
    return `1.${minor}`;
  }
  return fixed === 1 ? `1.${minor}.0` : `1.${minor}.0 to 1.${minor}.${fixed - 1}`;
}

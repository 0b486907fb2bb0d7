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
  sidecarsWithStartupProbe: 'native sidecars with a startup probe: `SIDECAR_PROBE`, `POSITION`',
  sidecarsWithStartupProbeIfNever: 'native sidecars with a startup probe, in a pod with `restartPolicy: Never`',
  postStartSleeps: 'containers with `sleep` in their `postStart` hook: `POST_START` for a delay',
  gates: '`ENTRYPOINT_GATE` in a container with a liveness probe',
  podWaits: 'a wait for ready pods of a Service or another workload',
};

export function kubeletBugsDoc(before: string): string {
  return withBlocks(before, { 'kubelet-bugs': bugs() });
}

function bugs(): string {
  const rows = KUBELET_BUGS.map(({ issue, effect, affects, fixedIn, workaround, source, noWarning }) => [
    `[${issue}](https://github.com/kubernetes/kubernetes/issues/${issue.split('#')[1]})`,
    AFFECTED[affects],
    effect,
    Object.entries(fixedIn).map(formatReleases).join(', '),
    workaround,
    source,
    noWarning === undefined ? 'yes' : `no: ${noWarning}`,
  ]);
  return table(['bug', 'affects', 'effect', 'releases', 'workaround', 'source', 'the plan warns'], rows);
}

function formatReleases([minor, fixed]: [string, number | 'none']): string {
  if (fixed === 'none') {
    return `1.${minor}`;
  }
  return fixed === 1 ? `1.${minor}.0` : `1.${minor}.0 to 1.${minor}.${fixed - 1}`;
}

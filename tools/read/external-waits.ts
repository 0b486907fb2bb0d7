import { OutsideWait } from './enforced-edges';
import { ContainerView, findLaterContainers, mustExitFirst, PodView } from './pod-view';
import { CommandReading } from './read-command';
import { AwaitedTarget, describeTarget, findOpening, GATE_OPENING, listTargets } from './wait';
import { isLoopback } from '../../src/pod/checks/hosts';

/**
 * The waits of a container for something outside the pod: in its command, in the gate before its command, or in its
 * hook. The kubelet holds the later containers while an init container or a hook waits. It does not hold them while the
 * command of a native sidecar waits.
 */
export function findOutsideWaits(container: ContainerView, pod: PodView): OutsideWait[] {
  const { name, path, command, postStart, gate } = container;
  const later = findLaterContainers(container, pod).map(c => c.name);
  const isInit = mustExitFirst(container, pod);
  const own = {
    container: name,
    by: isInit ? ('initContainer' as const) : ('command' as const),
    holds: isInit ? later : [name],
  };
  const promise = (opens: string | undefined): Pick<OutsideWait, 'guarantee' | 'opens'> => {
    const closed = isInit ? 'FAIL_CLOSED' : 'EVERY_START';
    return { guarantee: opens === undefined ? closed : 'BEST_EFFORT', opens };
  };
  const byGate = (gate?.waits ?? []).filter(wait => pod.containers.every(c => c.name !== wait.name));
  return [
    ...listOutsideTargets(command).map(awaited => ({
      ...own,
      waitsFor: describeTarget(awaited.target),
      ...promise(findOpening(awaited)),
      path,
    })),
    ...byGate.map(wait => ({
      ...own,
      waitsFor: wait.name,
      check: wait.check,
      timeoutSeconds: wait.limitSeconds,
      ...promise(wait.goesOn ? GATE_OPENING : undefined),
      path: `${path}.command`,
    })),
    ...listOutsideTargets(postStart).map(({ target }) => ({
      container: name,
      by: 'postStart' as const,
      holds: later,
      path: `${path}.lifecycle.postStart`,
      guarantee: 'BEST_EFFORT' as const,
      waitsFor: describeTarget(target),
    })),
  ];
}

function listOutsideTargets(command: CommandReading | undefined): AwaitedTarget[] {
  return listTargets(command?.waits).filter(
    ({ target }) => target.kind !== 'file' && !(target.kind === 'network' && isLoopback(target.host)),
  );
}

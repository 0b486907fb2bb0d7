import { OutsideWait } from './enforced-edges';
import { ContainerView, findLaterContainers, mustExitFirst, PodView } from './pod-view';
import { CommandReading } from './read-command';
import { describeTarget, OPENINGS, Wait } from './wait';
import { Guarantee } from '../../src/api/enums';
import { isLoopback } from '../../src/pod/checks/hosts';

/**
 * The waits of a container for something outside the pod: in its command, in the gate before its command, or in its
 * hook. The kubelet holds the later containers while an init container or a hook waits. It does not hold them while the
 * command of a native sidecar waits.
 */
export function findOutsideWaits(container: ContainerView, pod: PodView): OutsideWait[] {
  const { name, path, command, postStart, gate } = container;
  const later = findLaterContainers(container, pod).map(c => c.name);
  const names = new Set(pod.containers.map(c => c.name));
  const isInit = mustExitFirst(container, pod);
  const own = {
    container: name,
    by: isInit ? ('initContainer' as const) : ('command' as const),
    holds: isInit ? later : [name],
  };
  const closed = isInit ? Guarantee.FAIL_CLOSED : Guarantee.EVERY_START;
  const hook = {
    container: name,
    by: 'postStart' as const,
    holds: later,
    path: `${path}.lifecycle.postStart`,
    guarantee: Guarantee.BEST_EFFORT,
  };
  return [
    ...listOutsideTargets(command).map(({ waitsFor, opens }) => ({
      ...own,
      waitsFor,
      guarantee: opens === undefined ? closed : Guarantee.BEST_EFFORT,
      opens,
      path,
    })),
    ...(gate?.waits ?? [])
      .filter(wait => !names.has(wait.name))
      .map(wait => ({
        ...own,
        waitsFor: wait.name,
        check: wait.check,
        timeoutSeconds: wait.timeoutSeconds,
        guarantee: wait.goesOn ? Guarantee.BEST_EFFORT : closed,
        opens: wait.goesOn ? OPENINGS.gate : undefined,
        path: `${path}.command`,
      })),
    ...listOutsideTargets(postStart).map(({ waitsFor }) => ({ ...hook, waitsFor })),
  ];
}

interface OutsideTarget {
  readonly waitsFor: string;
  /** Why the wait can end before the target is ready. */
  readonly opens?: string;
}

function listOutsideTargets(command: CommandReading | undefined): OutsideTarget[] {
  return (command?.waits ?? []).flatMap(wait =>
    wait.targets
      .filter(target => target.kind !== 'file' && !(target.kind === 'network' && isLoopback(target.host)))
      .map(target => ({ waitsFor: describeTarget(target), opens: describeOpening(wait) })),
  );
}

function describeOpening({ bounded, conditional }: Wait): string | undefined {
  if (bounded) {
    return OPENINGS.limit;
  }
  return conditional ? OPENINGS.condition : undefined;
}

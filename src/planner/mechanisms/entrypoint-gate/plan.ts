import { decideGateWait } from './condition';
import { findProbesWithoutLimit } from './probes';
import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { Awaitable } from '../../../api/private/check';
import { formatImageDigest } from '../../../pod/image-command';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { AwaitedDependency, GatePlan } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { JobSidecars } from '../../job-sidecars';
import { Choices, selectEdges } from '../chosen-edge';
import { compareLimits } from '../timeouts';

/**
 * Plans an agent before the command of each container that waits, locks, marks its exit, or exits after other
 * containers. Returns the gates by container index.
 */
export function planGates(
  { edges, externals }: Choices,
  locking: ReadonlySet<ContainerIntent>,
  { helpers, mains, endsAfter, quits }: JobSidecars,
  intent: PodIntent,
): (GatePlan | undefined)[] {
  const awaitedBy: AwaitedDependency<Awaitable>[][] = [];
  const marksEnd: boolean[] = [];
  for (const edge of selectEdges(edges, Mechanism.ENTRYPOINT_GATE)) {
    const { dependent, dependency, declared } = edge;
    const { sees, check } = decideGateWait(edge, intent);
    (awaitedBy[dependent.place] ??= []).push({ dependency: dependency.name, check, ...readLimit(declared) });
    if (sees === 'end') {
      marksEnd[dependency.place] = true;
      awaitedBy[dependency.place] ??= [];
    }
  }
  for (const { dependent, target, declared } of selectEdges(externals, Mechanism.ENTRYPOINT_GATE)) {
    (awaitedBy[dependent.place] ??= []).push({ dependency: target.name, check: target.check, ...readLimit(declared) });
  }
  for (const { place } of [...locking, ...helpers, ...mains]) {
    awaitedBy[place] ??= [];
  }
  for (const { place } of mains) {
    marksEnd[place] = true;
  }
  return awaitedBy.map((unsorted, place) => {
    const container = intent.containers[place];
    const awaited = unsorted.sort(compareLimits);
    const gate = {
      awaited,
      locks: locking.has(container),
      endsAfter: helpers.has(container) ? endsAfter : [],
      stopSignal: helpers.has(container) ? container.stopSignal : undefined,
      marksEnd: marksEnd[place] ?? false,
      quits: mains.includes(container) ? quits : undefined,
      imageCommand: container.command?.from === 'image' ? container.command : undefined,
    };
    return {
      field: 'command',
      reason: describeGate(gate),
      ...gate,
      probesWithoutLimit: findProbesWithoutLimit(container, awaited),
    };
  });
}

function describeGate({
  awaited,
  locks,
  endsAfter,
  stopSignal,
  marksEnd,
  quits,
  imageCommand,
}: Omit<GatePlan, 'field' | 'reason' | 'probesWithoutLimit'>): string {
  const tasks = [
    ...(awaited.length > 0 ? [`waits for ${listAwaitedNames(awaited)}`] : []),
    ...(locks ? ['locks a file as long as it runs'] : []),
    ...(endsAfter.length > 0
      ? [`ends it after ${endsAfter.map(e => e.container).join(', ')}${stopSignal ? ` with ${stopSignal}` : ''}`]
      : []),
    ...(marksEnd ? ['marks its end'] : []),
    ...(quits ? ['asks the proxy of the mesh to end'] : []),
  ];
  const source =
    imageCommand === undefined ? '' : `; its command is that of ${formatImageDigest(imageCommand)} in the image file`;
  return `the wait agent runs first: ${tasks.join(', ')}${source}`;
}

/** Returns 'db, cache'. */
function listAwaitedNames(awaited: readonly AwaitedDependency<Awaitable>[]): string {
  return [...new Set(awaited.map(a => a.dependency))].join(', ');
}

function readLimit({
  timeoutSeconds,
  onTimeout = OnTimeout.FAIL,
}: Edge['declared']): Pick<AwaitedDependency, 'timeoutSeconds' | 'onTimeout'> {
  return { timeoutSeconds, onTimeout };
}

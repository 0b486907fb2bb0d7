import { PlannedInjection } from '../api/private/planned-injection';
import { InitEntry, Injection, PodPlan } from '../pod/pod-plan';

/**
 * Returns the fields that the plan writes into the manifest, and their purpose: fields of the pod first, then of the
 * containers in start order.
 */
export function listInjections({
  volumes,
  annotations,
  podFields,
  initContainers,
  containers,
}: PodPlan): PlannedInjection[] {
  return [
    ...[...volumes, ...annotations, ...podFields].map(({ field, reason }) => ({ field, reason })),
    ...[...initContainers, ...containers].flatMap(c =>
      listParts(c).map(({ field, reason }) => ({ container: c.name, field, reason })),
    ),
  ];
}

/** Returns all parts of the plan of a container that write a field, in the order of planContainers. */
function listParts(entry: InitEntry): Injection[] {
  return entry.kind === 'container' ? Object.values(entry).flat().filter(isInjection) : [entry];
}

function isInjection(part: unknown): part is Injection {
  return typeof part === 'object' && part !== null && 'field' in part && 'reason' in part;
}

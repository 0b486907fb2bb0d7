import { PlannedInjection } from '../api/startup-plan';
import { InitEntry, Injection, PodPlan } from '../pod/pod-plan';

/** Returns the fields that the plan writes into the manifest, and their purpose: fields of the pod first, then of the containers in start order. */
export function listInjections({ volumes, annotations, podFields, initContainers, containers }: PodPlan): PlannedInjection[] {
  return [
    ...[...volumes, ...annotations, ...podFields].map(({ field, reason }) => ({ field, reason })),
    ...[...initContainers, ...containers].flatMap(c => listParts(c).map(({ field, reason }) => ({ container: c.name, field, reason }))),
  ];
}

function listParts(entry: InitEntry): Injection[] {
  if (entry.kind !== 'container') { return [entry]; }
  const { gate, guards, postStart, readinessProbe, startupProbe, preStop, probeChanges, restartsAll } = entry;
  return [gate, ...guards, postStart, readinessProbe, startupProbe, preStop, ...probeChanges, restartsAll].filter(part => part !== undefined);
}

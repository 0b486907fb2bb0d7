import { AnyEdge, Edge, isExternal, supposeSidecar, waitsForEnd } from './edge';
import { ResolvedEdges } from './resolve-edges';
import { groupBy } from '../../api/private/collections';
import { Mechanism } from '../../api/private/enums';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { ALWAYS } from '../../pod/restarts';
import { MECHANISMS } from '../mechanisms';
import { failsClosed } from '../mechanisms/mechanism';

/** The mechanisms for which the dependency is a native sidecar, the least intrusive first. */
const ON_SIDECARS: readonly Mechanism[] = ['POSITION', 'SIDECAR_PROBE', 'SIDECAR_WAIT_INIT'];
/** The mechanisms that only an app container can wait with. */
const OF_APP_CONTAINERS: readonly Mechanism[] = ['ENTRYPOINT_GATE', 'GUARDED_HOOK'];

/**
 * Gives the role SIDECAR to regular containers without a stated role that others need, if every dependency on them then
 * fails closed. Containers without dependents stay app containers. Returns the same intent if no role changes.
 */
export function inferRoles({ edges, externals }: ResolvedEdges, intent: PodIntent): PodIntent {
  const edgesOn = groupBy(edges, e => e.dependency);
  const edgesOf = groupBy<ContainerIntent, AnyEdge>([...edges, ...externals], e => e.dependent);
  const decided = new Map<ContainerIntent, boolean>();
  const becomesSidecar = (container: ContainerIntent): boolean => {
    if (!decided.has(container)) {
      // A container that depends on itself stays an app container, and the planner reports the cycle.
      decided.set(container, false);
      const isWanted = canMove(container, intent) && isWorthIt(edgesOn.get(container) ?? [], intent);
      const needs = edgesOf.get(container) ?? [];
      decided.set(container, isWanted && needs.every(e => canStartEarly(e, intent, becomesSidecar)));
    }
    return decided.get(container)!;
  };
  const containers = intent.containers.map(c =>
    becomesSidecar(c)
      ? {
          ...c,
          role: 'SIDECAR' as const,
          slot: 'NATIVE_SIDECAR' as const,
          restarts: ALWAYS,
          inferredFor: edgesOn.get(c)!.map(e => e.dependent.name),
        }
      : c,
  );
  const hasChanged = containers.some((c, i) => c !== intent.containers[i]);
  return hasChanged && containers.some(c => c.role === 'APP') ? { ...intent, containers } : intent;
}

/**
 * Whether the container can get the role SIDECAR. A native sidecar always restarts, without rules of its own, has no
 * `hostPort` that the kubelet maps, and starts before a proxy that is a regular container, and before app containers.
 */
export function canMove(
  { role, roleStated, restartPolicy = 'Always', restartRules, hostPorts, awaitsApp }: ContainerIntent,
  { capabilities, mesh }: PodIntent,
): boolean {
  const isFree = role === 'APP' && !roleStated && hostPorts !== 'mapped' && !awaitsApp;
  const restartsAlways = restartPolicy === 'Always' && restartRules.length === 0;
  return isFree && restartsAlways && capabilities.nativeSidecars && (mesh?.order ?? 'native') === 'native';
}

/** Whether every dependency on the container fails closed, except where the user asks for another mechanism. */
function isWorthIt(edges: readonly Edge[], intent: PodIntent): boolean {
  // The end of a container that only has to start may be what its Job waits for.
  const isHelper = intent.restartPolicy === 'Always' || edges.some(e => e.condition === 'READY');
  if (!isHelper || edges.some(e => waitsForEnd(e) || e.declared.onTimeout === 'CONTINUE')) {
    return false;
  }
  const native = edges.filter(e => ON_SIDECARS.includes(e.askedMechanism ?? 'POSITION'));
  return native.length > 0 && native.every(e => failsClosedOnSidecar(e, intent));
}

function failsClosedOnSidecar(edge: Edge, intent: PodIntent): boolean {
  const asSidecar = supposeSidecar(edge);
  const possible = edge.askedMechanism === undefined ? ON_SIDECARS : [edge.askedMechanism];
  return possible.some(mechanism => failsClosed(MECHANISMS[mechanism].judge(asSidecar, intent)));
}

/** Whether the dependency can start before a native sidecar that needs it. */
function canStartEarly(
  edge: AnyEdge,
  intent: PodIntent,
  becomesSidecar: (container: ContainerIntent) => boolean,
): boolean {
  const waitsInApp = edge.askedMechanism !== undefined && OF_APP_CONTAINERS.includes(edge.askedMechanism);
  if (waitsInApp || edge.askedGuarantee === 'EVERY_START') {
    return false;
  }
  return isExternal(edge)
    ? MECHANISMS.INIT_CONTAINER.judgeExternal(edge, intent).can
    : edge.dependency.slot !== 'CONTAINER' || becomesSidecar(edge.dependency);
}

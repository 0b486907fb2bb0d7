import { Edge } from './graph/edge';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { GatePlan, PostStartPlan } from '../pod/pod-plan';
import { placeMarkerHooks } from './mechanisms/guarded-hook/hook-placement';
import { Marker } from './mechanisms/guarded-hook/markers';
import { Waits } from './mechanisms/init-container/plan';
import { HookWaits, planPostStart } from './mechanisms/post-start/plan';
import { StartOrder } from './schedule/list-order';

/** Plans one hook for each container that waits for dependencies, writes marks, or locks its file in a hook. */
export function planHooks(
  { hooked }: HookWaits,
  markers: readonly Marker[],
  gates: ReadonlyMap<ContainerIntent, GatePlan>,
  lockingHooks: ReadonlySet<ContainerIntent>,
  order: StartOrder,
  waits: Waits,
  edges: readonly Edge[],
  intent: PodIntent,
): Map<ContainerIntent, PostStartPlan> {
  const lastInit = waits.entries[waits.entries.length - 1];
  const lastBefore = lastInit && 'place' in lastInit ? lastInit : undefined;
  const marksOf = placeMarkerHooks(markers, order.app, lastBefore, edges, intent);
  const startOf = new Map(order.all.map((c, i) => [c, i]));
  const guarded = markers.filter(m => m.guards.length > 0).map(m => m.dependency);

  const hooks = new Map<ContainerIntent, PostStartPlan>();
  for (const carrier of new Set([...hooked.keys(), ...marksOf.keys(), ...lockingHooks])) {
    // Without this, marks of an earlier sandbox would open guards before the hook of the dependency removes them.
    const forgets = guarded.filter(d => startOf.get(d)! > startOf.get(carrier)!).map(d => d.name);
    const tasks = { marks: marksOf.get(carrier), locks: lockingHooks.has(carrier), gates, forgets };
    hooks.set(carrier, planPostStart(carrier, hooked.get(carrier) ?? [], tasks, intent));
  }
  return hooks;
}

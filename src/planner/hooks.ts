import { Edge } from './graph/edge';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { PostStartPlan } from '../pod/pod-plan';
import { addGateMarkerHooks } from './mechanisms/entrypoint-gate/marker-hooks';
import { placeMarkerHooks } from './mechanisms/guarded-hook/hook-placement';
import { Markers } from './mechanisms/guarded-hook/markers';
import { HookWaits } from './mechanisms/post-start/place-hook-waits';
import { planPostStart } from './mechanisms/post-start/plan';
import { WaitingHook } from './mechanisms/wait-plans';
import { indexContainers, StartOrder } from './schedule/list-order';
import { Waits } from './wait-drafts';

export interface Hooks {
  /** By the index of the container that carries the hook. */
  readonly hooks: readonly (PostStartPlan | undefined)[];
  /** The hook that waits for a dependency, by the index of the dependency. */
  readonly hookFor: readonly (WaitingHook | undefined)[];
}

/** Plans one hook for each container that waits for dependencies, writes marks, or locks its file in a hook. */
export function planHooks(
  { hooked }: HookWaits,
  markers: Markers,
  lockingHooks: ReadonlySet<ContainerIntent>,
  order: StartOrder,
  waits: Waits,
  edges: readonly Edge[],
  intent: PodIntent,
): Hooks {
  const lastInit = waits.entries[waits.entries.length - 1];
  const placed = placeMarkerHooks(
    markers.guarded,
    order.app,
    lastInit && 'place' in lastInit ? lastInit : undefined,
    edges,
  );
  const marksOf = new Map(addGateMarkerHooks(markers.forGates, placed, intent).map(marks => [marks.carrier, marks]));
  const edgesOf = new Map(hooked.map(h => [h.carrier, h.edgesByDependency]));
  const startOf = indexContainers(order.all);
  const dependencies = markers.guarded.flatMap(g => g?.dependency ?? []);

  const hooks: PostStartPlan[] = [];
  const hookFor: WaitingHook[] = [];
  for (const carrier of new Set([...edgesOf.keys(), ...marksOf.keys(), ...lockingHooks])) {
    const edgesByDependency = edgesOf.get(carrier) ?? [];
    // Without this, marks of an earlier sandbox would open guards before the hook of the dependency removes them.
    const forgets = dependencies.filter(d => startOf[d.place]! > startOf[carrier.place]!).map(d => d.name);
    const tasks = { marks: marksOf.get(carrier), locks: lockingHooks.has(carrier), inGates: markers.inGates, forgets };
    const hook = planPostStart({ carrier, edgesByDependency }, tasks, intent);
    hooks[carrier.place] = hook;
    for (const [{ dependency }] of edgesByDependency) {
      hookFor[dependency.place] = { carrier: carrier.name, hook };
    }
  }
  return { hooks, hookFor };
}

import { Edge } from './graph/edge';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { PostStartPlan } from '../pod/pod-plan';
import { addGateMarkerHooks } from './mechanisms/entrypoint-gate/marker-hooks';
import { placeMarkerHooks } from './mechanisms/guarded-hook/hook-placement';
import { MarkerHook } from './mechanisms/guarded-hook/marker-hook';
import { Markers } from './mechanisms/guarded-hook/markers';
import { HookWaits } from './mechanisms/post-start/place-hook-waits';
import { planPostStart } from './mechanisms/post-start/plan';
import { WaitingHook } from './mechanisms/wait-plans';
import { StartOrder } from './schedule/list-order';
import { Waits } from './wait-drafts';

export interface Hooks {
  /** By the index of the container that carries the hook. */
  readonly hooks: readonly (PostStartPlan | undefined)[];
  /** The hook that waits for a dependency, by the index of the dependency. */
  readonly hookFor: readonly (WaitingHook | undefined)[];
}

interface HookCauses {
  readonly hookWaits: HookWaits;
  readonly markers: Markers;
  readonly lockingHooks: ReadonlySet<ContainerIntent>;
  readonly order: StartOrder;
  readonly waits: Waits;
  readonly edges: readonly Edge[];
}

/** Plans one hook for each container that waits for dependencies, writes marks, or locks its file in a hook. */
export function planHooks({ hookWaits: { hooked }, markers, lockingHooks, order, waits, edges }: HookCauses, intent: PodIntent): Hooks {
  const lastInit = waits.entries[waits.entries.length - 1];
  const placed = placeMarkerHooks(markers.guarded, order.app, lastInit && 'place' in lastInit ? lastInit : undefined, edges);
  const markerHooks: (MarkerHook | undefined)[] = [];
  for (const hook of addGateMarkerHooks(markers.forGates, placed, intent)) { markerHooks[hook.carrier.place] = hook; }
  const waiting = new Set(hooked.map(h => h.carrier));
  const others = new Set([...markerHooks.flatMap(h => h?.carrier ?? []), ...lockingHooks].filter(carrier => !waiting.has(carrier)));
  const startOf: number[] = [];
  order.all.forEach((c, i) => { startOf[c.place] = i; });
  const dependencies = markers.guarded.flatMap(g => g?.dependency ?? []);

  const hooks: PostStartPlan[] = [];
  const hookFor: WaitingHook[] = [];
  for (const hook of [...hooked, ...[...others].map(carrier => ({ carrier, edgesByDependency: [] }))]) {
    const { carrier } = hook;
    // Without this, marks of an earlier sandbox would open guards before the hook of the dependency removes them.
    const forgets = dependencies.filter(d => startOf[d.place] > startOf[carrier.place]).map(d => d.name);
    const tasks = { marks: markerHooks[carrier.place], locks: lockingHooks.has(carrier), inGates: markers.inGates, forgets };
    const plan = planPostStart(hook, tasks, intent);
    hooks[carrier.place] = plan;
    for (const [{ dependency }] of hook.edgesByDependency) { hookFor[dependency.place] = { carrier: carrier.name, hook: plan }; }
  }
  return { hooks, hookFor };
}

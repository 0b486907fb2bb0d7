import { checkOf } from './agent-check';
import { ChosenEdge } from './choose';
import { HookedContainer, hookProblems } from './hooks';
import { Edge } from './resolve';
import { Entry, schedule } from './schedule';
import { SidecarWait } from './sidecar-waits';
import { isRestartedForEver } from './slots';
import { checkSeenFrom } from './visible';
import { Wait } from './waits';
import { withItem } from './with-item';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent, PodIntent } from '../model/private/intent';

/** One list of the pod spec, scheduled. */
export interface OrderedList<Item> {
  readonly order: readonly Item[];
  readonly hooked: readonly HookedContainer[];
  /** Containers that wait for a hook without needing it, by the container that carries it. */
  readonly heldBack: ReadonlyMap<string, readonly string[]>;
}

/** By the place of a dependency, the edges that rely on a proof that it is ready. */
export interface Proofs {
  /** That proof must be a hook. */
  readonly byHook: readonly (readonly Edge[])[];
  /** Guards hold until there is one. */
  readonly byGuard: readonly (readonly Edge[])[];
}

/** Puts the containers of one list and its waits in start order. */
export function orderList<W extends Wait | SidecarWait>(
  containers: readonly ContainerIntent[], waits: readonly W[], chosen: readonly ChosenEdge<Edge>[], proofs: Proofs, intent: PodIntent,
): OrderedList<ContainerIntent | W> {
  const items = [...containers, ...waits];
  if (items.length === 0) { return { order: [], hooked: [], heldBack: new Map() }; }
  const { order, hooks, heldBack } = schedule(entriesOf(containers, waits, chosen), (carrier, dependency) => carrier === dependency
    // A hook ends with its container, and the kubelet then goes on.
    || (isRestartedForEver(containers[carrier], intent)
      && [proofs.byHook, proofs.byGuard].every(by => canProve(containers[carrier], by[containers[dependency].place] ?? []))));
  return {
    order: order.map(i => items[i]),
    hooked: order.filter(i => hooks[i].length > 0)
      .map(i => ({ carrier: containers[i], toProve: hooks[i].map(d => proofs.byHook[containers[d].place]) })),
    heldBack: new Map([...heldBack].map(([carrier, held]) => [containers[carrier].name, held.map(i => nameOf(items[i]))])),
  };
}

function nameOf(item: ContainerIntent | Wait | SidecarWait): string {
  return 'decision' in item ? item.decision.name : item.name;
}

/** Where an entry notes what it needs; elsewhere it only has to stand behind it. */
const NEEDED_BY: Partial<Record<Mechanism, 'afterReady' | 'afterWait' | 'guardedBy'>> = {
  [Mechanism.POST_START]: 'afterReady',
  [Mechanism.SIDECAR_WAIT_INIT]: 'afterWait',
  [Mechanism.GUARDED_HOOK]: 'guardedBy',
};

/** Most entries need nothing of most kinds: one list stands for all of those. */
const NONE: readonly number[] = [];

function needsNothing(place: number, last = false) {
  return { place, last, neededReadyBehind: false, after: NONE, afterReady: NONE, afterWait: NONE, guardedBy: NONE };
}

/** Containers first, then waits. */
export function entriesOf(
  containers: readonly ContainerIntent[], waits: readonly (Wait | SidecarWait)[], chosen: readonly ChosenEdge<Edge>[],
): Entry[] {
  const indexOf: (number | undefined)[] = [];
  containers.forEach((c, i) => { indexOf[c.place] = i; });
  const entries: (ReturnType<typeof needsNothing> & Entry)[] = containers.map(({ place }) => needsNothing(place));
  for (const { edge: { dependent, dependency }, choice } of chosen) {
    const awaited = indexOf[dependency.place];
    if (awaited === undefined) { continue; }
    const waiter = indexOf[dependent.place];
    const byHook = choice.mechanism === Mechanism.POST_START;
    if (waiter === undefined) {
      entries[awaited].neededReadyBehind ||= byHook;
    } else {
      const need = NEEDED_BY[choice.mechanism] ?? 'after';
      entries[waiter][need] = withItem(entries[waiter][need], awaited);
    }
  }
  waits.forEach((wait, i) => {
    if (!('edges' in wait)) {
      const { closes } = wait;
      // In front of the waits for what is outside the pod: the way there may lead through a sidecar.
      entries.push({ ...needsNothing(-1, closes === undefined), closes });
      return;
    }
    const held = wait.edges.map(e => indexOf[e.dependent.place]).filter(at => at !== undefined);
    held.forEach(at => { entries[at].after = withItem(entries[at].after, containers.length + i); });
    // It stands right in front of the first that needs it; one that only app containers need stands last, when all else is under way.
    const place = Math.min(...held.map(at => containers[at].place)) - 0.5;
    entries.push(needsNothing(held.length > 0 ? place : i, held.length === 0));
  });
  return entries;
}

function canProve(carrier: ContainerIntent, toProve: readonly Edge[]): boolean {
  return hookProblems(carrier).length === 0 && toProve.every(edge => {
    const check = checkOf(edge);
    return check && checkSeenFrom(carrier, edge.dependency, check) !== undefined;
  });
}

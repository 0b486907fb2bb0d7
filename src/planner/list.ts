import { checkOf } from './agent-check';
import { ChosenEdge } from './choose';
import { HookedContainer, hookProblems } from './hooks';
import { Edge } from './resolve';
import { Entry, schedule } from './schedule';
import { checkSeenFrom } from './visible';
import { Wait } from './waits';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent } from '../model/private/intent';

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
  /** Guards hold as well. */
  readonly all: readonly (readonly Edge[])[];
}

/** Puts the containers of one list and its waits in start order. */
export function orderList<W extends Wait>(
  containers: readonly ContainerIntent[], waits: readonly W[], chosen: readonly ChosenEdge<Edge>[], proofs: Proofs,
): OrderedList<ContainerIntent | W> {
  const items = [...containers, ...waits];
  if (items.length === 0) { return { order: [], hooked: [], heldBack: new Map() }; }
  const { order, hooks, heldBack } = schedule(entriesOf(containers, waits, chosen), (carrier, dependency) => carrier === dependency
    || canProve(containers[carrier], proofs.all[containers[dependency].place]));
  return {
    order: order.map(i => items[i]),
    hooked: order.filter(i => hooks[i].length > 0)
      .map(i => ({ carrier: containers[i], toProve: hooks[i].map(d => proofs.byHook[containers[d].place]) })),
    heldBack: new Map([...heldBack].map(([carrier, held]) => [containers[carrier].name, held.map(i => nameOf(items[i]))])),
  };
}

function nameOf(item: ContainerIntent | Wait): string {
  return 'decision' in item ? item.decision.name : item.name;
}

const NEEDS_NOTHING = { neededReadyBehind: false, last: false };

/** Containers first, then waits. */
function entriesOf(containers: readonly ContainerIntent[], waits: readonly Wait[], chosen: readonly ChosenEdge<Edge>[]): Entry[] {
  const indexOf: (number | undefined)[] = [];
  containers.forEach((c, i) => { indexOf[c.place] = i; });
  const entries = containers.map(({ place }) =>
    ({ ...NEEDS_NOTHING, place, after: [] as number[], afterReady: [] as number[], guardedBy: [] as number[] }));
  for (const { edge: { dependent, dependency }, choice } of chosen) {
    const awaited = indexOf[dependency.place];
    if (awaited === undefined) { continue; }
    const waiter = indexOf[dependent.place];
    const byHook = choice.mechanism === Mechanism.POST_START;
    if (waiter === undefined) {
      entries[awaited].neededReadyBehind ||= byHook;
    } else {
      const { after, afterReady, guardedBy } = entries[waiter];
      (byHook ? afterReady : choice.mechanism === Mechanism.GUARDED_HOOK ? guardedBy : after).push(awaited);
    }
  }
  waits.forEach(({ edges }, i) => {
    const held = edges.map(e => indexOf[e.dependent.place]).filter(at => at !== undefined);
    held.forEach(at => entries[at].after.push(containers.length + i));
    // It stands right in front of the first that needs it; one that only app containers need stands last, when all else is under way.
    const place = Math.min(...held.map(at => containers[at].place)) - 0.5;
    entries.push({ ...NEEDS_NOTHING, place: held.length > 0 ? place : i, last: held.length === 0, after: [], afterReady: [], guardedBy: [] });
  });
  return entries;
}

function canProve(carrier: ContainerIntent, toProve: readonly Edge[]): boolean {
  return hookProblems(carrier).length === 0 && toProve.every(edge => {
    const check = checkOf(edge);
    return check && checkSeenFrom(carrier, edge.dependency, check) !== undefined;
  });
}

/**
 * Which containers, held by guards themselves, wait for themselves in a hook for a moment. Such a container starts in a pass of the kubelet of
 * its own, long after the list was first gone through; its probe begins 1 to 1.9 s after that, and until then nobody hears that it is ready
 * (docs/decisions/guarded-hook.md). The hook of a quick one makes its mark at once.
 *
 * The hook holds back whatever starts in the same pass: what stands behind it, and the probes of what stands in front. That is certain for those
 * that were waiting for the same thing, so there is no hook beside one of these. For others it is a coincidence.
 */
import { Guarded, isWorthWaiting, withoutWaiting } from './guarded';
import { ContainerIntent } from '../model/private/intent';
import { WaitStep } from '../model/private/pod-plan';
import { StartCondition } from '../model/start-condition';

export const BRIEF_BUDGET_SECONDS = 2;
/** So many are looked at, whatever the size of the pod: its hooks have no time for more. */
const MOST_CANDIDATES = 20;

interface Carrier {
  readonly container: ContainerIntent;
  readonly steps: readonly WaitStep[];
}

interface Order {
  readonly app: readonly ContainerIntent[];
  readonly lastBefore?: ContainerIntent;
}

interface Guard {
  readonly dependency: ContainerIntent;
  readonly condition: StartCondition;
}

/**
 * In the order of the list. `waitingAt`: what other hooks wait for, by the place of their carriers. A hook that waits for others only gives way: the
 * probes of those have begun long before its container starts.
 */
export function briefCarriers(
  carriers: readonly Carrier[], waitingAt: readonly (readonly WaitStep[] | undefined)[],
  { app, lastBefore }: Order, guarded: readonly (Guarded | undefined)[],
): ContainerIntent[] {
  const carrierAt: Carrier[] = [];
  for (const carrier of carriers) { carrierAt[carrier.container.place] = carrier; }
  const guardsOf = guardsByDependent(guarded);
  const marked = new Set<string>();
  const brief: ContainerIntent[] = [];
  let looks = 0;
  for (const container of lastBefore ? [lastBefore, ...app] : app) {
    const { place, name } = container;
    const openLate = (guardsOf[place] ?? []).filter(g => !marked.has(mark(g.dependency.name, g.condition)));
    const carrier = carrierAt[place];
    const waits = waitingAt[place] ?? withoutWaiting(carrier?.steps ?? []);
    if (openLate.length === 0) {
      for (const step of waits) { if ('marks' in step) { marked.add(mark(step.dependency, step.marks)); } }
      continue;
    }
    const waitsForItself = waits.some(s => 'check' in s && s.dependency === name);
    if (!carrier || waitsForItself || !isWorthWaiting(carrier.steps, BRIEF_BUDGET_SECONDS)) { continue; }
    if (looks++ === MOST_CANDIDATES) { break; }
    if (holdsBackNobody(container, openLate, app, guarded, guardsOf)) { brief.push(container); }
  }
  return brief;
}

/**
 * Whoever else waited for the same starts in the same pass. Behind the hook he must need its container anyway. In front of it nobody may be waiting
 * for him: his probe cannot begin before the pass ends.
 */
function holdsBackNobody(
  container: ContainerIntent, openLate: readonly Guard[], app: readonly ContainerIntent[],
  guarded: readonly (Guarded | undefined)[], guardsOf: readonly (readonly Guard[])[],
): boolean {
  const behind = new Set(app.slice(app.indexOf(container) + 1));
  const needers = reached(container, ({ place }) => guarded[place]?.edges.map(e => e.dependent) ?? []);
  const needed = reached(container, ({ place }) => guardsOf[place]?.map(g => g.dependency) ?? []);
  const isSpared = (other: ContainerIntent) => behind.has(other) ? needers.has(other) : needed.has(other) || !guarded[other.place];
  return openLate.every(({ dependency }) => guarded[dependency.place]!.edges.every(e => isSpared(e.dependent)));
}

/** The container, those next to it, those next to them, and so on. */
function reached(from: ContainerIntent, next: (container: ContainerIntent) => readonly ContainerIntent[]): Set<ContainerIntent> {
  const found = new Set<ContainerIntent>([from]);
  for (const container of found) { next(container).forEach(c => found.add(c)); }
  return found;
}

/** By the place of a dependent. */
function guardsByDependent(guarded: readonly (Guarded | undefined)[]): Guard[][] {
  const guards: Guard[][] = [];
  for (const g of guarded) {
    for (const { dependent, dependency, condition } of g?.edges ?? []) { (guards[dependent.place] ??= []).push({ dependency, condition }); }
  }
  return guards;
}

function mark(name: string, condition: StartCondition): string {
  return `${condition} ${name}`;
}

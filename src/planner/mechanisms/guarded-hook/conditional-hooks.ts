/**
 * Hooks of containers that are held by guards themselves. Such a container starts in a pass of the kubelet of its own, long after the list was
 * first gone through; its probe begins 1 to 1.9 s after that, and until then nobody hears that it is ready (docs/explanation/decisions/guarded-hook.md). A hook
 * makes its mark at once, but holds back whatever could start meanwhile. So it looks first, and waits only if all of that runs already.
 */
import { GuardMarker, groupGuards, isWorthWaiting, findStartedBefore, listSteps, translateSteps, takeImmediateSteps } from './markers';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent } from '../../../pod/intent';
import { WaitStep } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { findReachable } from '../../graph/transitive-closure';

/** What a hook looks at stands in its command; and hooks have no time for more of them, whatever the size of the pod. */
const MOST = 20;

export interface ConditionalHook {
  readonly carrier: ContainerIntent;
  /** They have to mark that they run. */
  readonly watched: readonly ContainerIntent[];
  readonly waits: readonly WaitStep[];
}

/** `able`: by place, those whose hook can be ours. */
export function placeConditionalHooks(
  able: readonly (GuardMarker | undefined)[], guarded: readonly (GuardMarker | undefined)[],
  app: readonly ContainerIntent[], edges: readonly Edge[], budgetSeconds: number,
): ConditionalHook[] {
  const guards = groupGuards(guarded);
  const dependentsOf: ContainerIntent[][] = [];
  for (const { dependent, dependency } of edges) { (dependentsOf[dependency.place] ??= []).push(dependent); }
  const neededBy = (container: ContainerIntent) => findReachable(container, c => dependentsOf[c.place] ?? []);

  return app.filter(c => able[c.place] && guards[c.place]).slice(0, MOST).flatMap((carrier): ConditionalHook[] => {
    const own = listSteps(able[carrier.place]!);
    const running = findStartedBefore(carrier, guards);
    const stillHeld = (c: ContainerIntent) => (guards[c.place] ?? []).filter(g => !running.has(g.dependency));
    const needers = neededBy(carrier);
    const at = app.indexOf(carrier);
    const behind = app.slice(at + 1);
    const inFront = app.slice(0, at).filter(c => stillHeld(c).length > 0);
    const unneeding = behind.filter(c => !needers.has(c));
    // Behind it such a one starts in the same pass: it cannot run yet, or nobody can tell that it does.
    if (!isWorthWaiting(own, budgetSeconds) || unneeding.some(c => !able[c.place] || stillHeld(c).length === 0)) { return []; }
    const watched = [...inFront.filter(c => able[c.place]), ...unneeding];
    const looks = [
      ...watched.map(c => ({ dependency: c.name, seen: StartCondition.RUNNING })),
      // In front of it, it runs if nothing holds it any more.
      ...inFront.filter(c => !able[c.place]).flatMap(stillHeld).map(g => ({ dependency: g.dependency.name, seen: g.condition })),
    ];
    if (looks.length > MOST) { return []; }
    // What everything behind needs as well may be as late as this one.
    const neededByAllBehind = (c: ContainerIntent) => {
      const needing = neededBy(c);
      return behind.length > 0 && behind.every(b => needing.has(b));
    };
    const others = inFront.filter(c => able[c.place] && neededByAllBehind(c))
      .map(c => translateSteps(carrier, able[c.place]!) ?? []).filter(steps => isWorthWaiting(steps, budgetSeconds));
    const atOnce = takeImmediateSteps(own);
    return [{ carrier, watched, waits: [...atOnce, ...looks, ...own.slice(atOnce.length), ...others.flat()] }];
  });
}

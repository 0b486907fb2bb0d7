/**
 * Hooks of containers with guards. The kubelet starts such a container in a later sync of the pod. The probe of the
 * container begins 1 to 1.9 s after that (docs/explanation/decisions/guarded-hook.md). A hook writes the mark at once,
 * but holds all containers that could start meanwhile. So the hook first checks whether those containers run, and
 * otherwise does not wait.
 */
import {
  GuardMarker,
  groupGuards,
  isWorthWaiting,
  findStartedBefore,
  listSteps,
  translateSteps,
  takeImmediateSteps,
} from './markers';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent } from '../../../pod/intent';
import { WaitStep } from '../../../pod/pod-plan';

/**
 * The most marks that a hook reads, because its command contains each mark; also the most hooks, because they share a
 * budget of time.
 */
const MOST = 20;

/** Returns the container, and the app containers that need it, maybe indirectly. */
export type NeededBy = (container: ContainerIntent) => ReadonlySet<ContainerIntent>;

export interface ConditionalHook {
  readonly carrier: ContainerIntent;
  /** Containers that have to mark that they run. */
  readonly watched: readonly ContainerIntent[];
  readonly waits: readonly WaitStep[];
}

/** `able`: the containers whose hook the plan can write, by container index. */
export function placeConditionalHooks(
  able: readonly (GuardMarker | undefined)[],
  guarded: readonly (GuardMarker | undefined)[],
  app: readonly ContainerIntent[],
  neededBy: NeededBy,
  budgetSeconds: number,
): ConditionalHook[] {
  const guards = groupGuards(guarded);

  return app
    .filter(c => able[c.place] && guards[c.place])
    .slice(0, MOST)
    .flatMap((carrier): ConditionalHook[] => {
      const own = listSteps(able[carrier.place]!);
      const running = findStartedBefore(carrier, guards);
      const stillHeld = (c: ContainerIntent) => (guards[c.place] ?? []).filter(g => !running.has(g.dependency));
      const needers = neededBy(carrier);
      const at = app.indexOf(carrier);
      const later = app.slice(at + 1);
      const earlier = app.slice(0, at).filter(c => stillHeld(c).length > 0);
      const unneeding = later.filter(c => !needers.has(c));
      // A container after the carrier that starts in the same sync cannot run yet, and without a hook it cannot mark
      // that it runs.
      if (!isWorthWaiting(own, budgetSeconds) || unneeding.some(c => !able[c.place] || stillHeld(c).length === 0)) {
        return [];
      }
      const watched = [...earlier.filter(c => able[c.place]), ...unneeding];
      const looks = [
        ...watched.map(c => ({ dependency: c.name, seen: StartCondition.RUNNING })),
        // A container before the carrier runs as soon as no guard holds it.
        ...earlier
          .filter(c => !able[c.place])
          .flatMap(stillHeld)
          .map(g => ({ dependency: g.dependency.name, seen: g.condition })),
      ];
      if (looks.length > MOST) {
        return [];
      }
      // A dependency of all later containers may be as late as the carrier.
      const isNeededByAllLater = (c: ContainerIntent) => {
        const needing = neededBy(c);
        return later.length > 0 && later.every(b => needing.has(b));
      };
      const others = earlier
        .filter(c => able[c.place] && isNeededByAllLater(c))
        .map(c => translateSteps(carrier, able[c.place]!) ?? [])
        .filter(steps => isWorthWaiting(steps, budgetSeconds));
      const atOnce = takeImmediateSteps(own);
      return [{ carrier, watched, waits: [...atOnce, ...looks, ...own.slice(atOnce.length), ...others.flat()] }];
    });
}

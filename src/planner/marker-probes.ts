import { stepsBehindGate } from './gated-probes';
import { Gated } from './gates';
import { Guarded, stepsOf } from './markers';
import { longestTimeout, NO_LIMIT } from './timeouts';
import { OnTimeout } from '../api/on-timeout';
import { StartCondition } from '../api/start-condition';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { TriggerDecision, TriggerStep } from '../pod/pod-plan';

/** One run of a probe lasts as long as the wait. A new one in each hour, since nobody else has tried runs without an end. */
const RUN_SECONDS = 3600;
/** So much later than the agent the kubelet ends a run: the agent says what it has waited for. */
const SPARE_SECONDS = 60;

/** The probes that make the marks of guarded dependencies, those that only limit the wait, and those that wait behind a gate. */
export function triggersOf(
  guarded: readonly (Guarded | undefined)[], gated: readonly (Gated | undefined)[],
  restartSeconds: ReadonlyMap<ContainerIntent, number>, intent: PodIntent,
): TriggerDecision[] {
  return intent.containers.filter(({ place }) => guarded[place] ?? gated[place]).flatMap(container => {
    const { place } = container;
    const g = guarded[place];
    const inner = g ? startupStepsOf(g) : [];
    const startup = gated[place]?.awaited.length ? stepsBehindGate(container, inner) : inner;
    return [
      ...(g && !marksInStartupProbe(container)
        ? [{ container: container.name, probe: 'readinessProbe' as const, steps: stepsOf(g), timeoutSeconds: RUN_SECONDS }] : []),
      ...(startup.length > 0 ? [startupTrigger(container, startup, restartSeconds.get(container))] : []),
    ];
  });
}

/** A startup probe that marks, or one that only limits: a readiness probe restarts nothing. */
function startupStepsOf(g: Guarded): TriggerStep[] {
  if (marksInStartupProbe(g.dependency)) { return startupSteps(g); }
  return longestTimeout(g.edges) === undefined ? [] : startupSteps(g).filter(s => 'check' in s);
}

/**
 * A readiness probe is the better one: it is made again after a restart of the kubelet, when a startup probe may never be again
 * (kubernetes#142305), and it keeps nobody from making liveness probes. But one that the user has is not replaced.
 */
export function marksInStartupProbe({ hasReadinessProbe }: ContainerIntent): boolean {
  return hasReadinessProbe;
}

function startupTrigger({ name, startup }: ContainerIntent, steps: readonly TriggerStep[], restartSeconds: number | undefined): TriggerDecision {
  const checks = steps.filter(s => 'check' in s);
  const limits = checks.filter(s => s.onTimeout !== OnTimeout.CONTINUE).flatMap(s => s.limitSeconds ?? []);
  // A run that is cut off would be the one failure that restarts the container.
  const longest = limits.length === checks.length ? limits.reduce((a, b) => a + b, 0) + SPARE_SECONDS : NO_LIMIT;
  return {
    container: name,
    probe: 'startupProbe',
    steps,
    failureThreshold: limits.length > 0 ? 1 : NO_LIMIT,
    timeoutSeconds: limits.length === 0 ? RUN_SECONDS : Math.max(RUN_SECONDS, longest),
    graceSeconds: (startup?.automatic ? undefined : startup?.graceSeconds) ?? restartSeconds,
  };
}

/**
 * What the user's own startup probe asks for stays in force inside ours: the container has started only when that has passed, and the
 * kubelet restarts it when that takes longer than the user's probe allows.
 */
function startupSteps(guarded: Guarded): TriggerStep[] {
  const { dependency, marks, edges } = guarded;
  const { name: container, startup, ready } = dependency;
  const own = startup && !startup.automatic ? startup : undefined;
  const timeoutSeconds = longestTimeout(edges);
  const runs = marks[0].condition === StartCondition.RUNNING;
  return [
    ...(runs ? [{ dependency: container, marks: StartCondition.RUNNING }] : []),
    ...(own ? [{ dependency: container, check: own.check!, limitSeconds: least(own.limitSeconds, timeoutSeconds) }] : []),
    ...(runs ? marks.slice(1) : marks).flatMap(({ condition, check }): TriggerStep[] => {
      const passed = own && (condition === StartCondition.STARTED || ready?.source === 'startupProbe');
      const mark = { dependency: container, marks: condition };
      return check && !passed ? [{ dependency: container, check, limitSeconds: timeoutSeconds }, mark] : [mark];
    }),
  ];
}

function least(a: number, b: number | undefined): number {
  return b === undefined ? a : Math.min(a, b);
}

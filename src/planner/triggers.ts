import { checkOf } from './agent-check';
import { Guarded, stepsOf } from './guarded';
import { NO_LIMIT } from './probes';
import { slotOf } from './slots';
import { PodIntent } from '../model/private/intent';
import { TriggerDecision, TriggerStep } from '../model/private/pod-plan';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

/** One run of a probe lasts as long as the wait. A new one in each hour, since nobody else has tried runs without an end. */
const RUN_SECONDS = 3600;
/** So much later than the agent the kubelet ends a run: the agent says what it has waited for. */
const SPARE_SECONDS = 60;

/** The probes that make the marks of guarded dependencies. */
export function triggersOf(guarded: readonly (Guarded | undefined)[], intent: PodIntent): TriggerDecision[] {
  return guarded.flatMap(g => !g ? [] : slotOf(g.dependency, intent).slot === ContainerSlot.NATIVE_SIDECAR
    ? { container: g.dependency.name, probe: 'readinessProbe' as const, steps: stepsOf(g), timeoutSeconds: RUN_SECONDS } : startupTrigger(g));
}

function startupTrigger(guarded: Guarded): TriggerDecision {
  const steps = startupSteps(guarded);
  const limits = steps.flatMap(s => s.limitSeconds ?? []);
  const limit = limits.reduce((a, b) => a + b, 0);
  const { name, startup } = guarded.dependency;
  return {
    container: name,
    probe: 'startupProbe',
    steps,
    failureThreshold: limits.length > 0 ? 1 : NO_LIMIT,
    timeoutSeconds: Math.max(RUN_SECONDS, limit + SPARE_SECONDS),
    graceSeconds: startup?.automatic ? undefined : startup?.graceSeconds,
  };
}

/**
 * What the user's own startup probe asks for stays in force inside ours: the container has started only when that has passed, and the
 * kubelet restarts it when that takes longer than the user's probe allows.
 */
function startupSteps(guarded: Guarded): TriggerStep[] {
  const { dependency, conditions, edges } = guarded;
  const { name: container, startup, ready } = dependency;
  const own = startup && !startup.automatic ? startup : undefined;
  const timeoutSeconds = longestTimeout(guarded);
  const [first, ...others] = conditions;
  const runs = first === StartCondition.RUNNING;
  return [
    ...(runs ? [{ dependency: container, marks: first }] : []),
    ...(own ? [{ dependency: container, check: own.check!, limitSeconds: least(own.limitSeconds, timeoutSeconds) }] : []),
    ...(runs ? others : conditions).flatMap((condition): TriggerStep[] => {
      const check = checkOf(edges.find(e => e.condition === condition)!);
      const passed = own && (condition === StartCondition.STARTED || ready?.source === 'startupProbe');
      const mark = { dependency: container, marks: condition };
      return check && !passed ? [{ dependency: container, check, limitSeconds: timeoutSeconds }, mark] : [mark];
    }),
  ];
}

/** Who gives no timeout waits on while the dependency is restarted, so the others decide. */
export function longestTimeout({ edges }: Guarded): number | undefined {
  const given = edges.flatMap(e => e.declared.timeoutSeconds ?? []);
  return given.length > 0 ? given.reduce((a, b) => Math.max(a, b)) : undefined;
}

function least(a: number, b: number | undefined): number {
  return b === undefined ? a : Math.min(a, b);
}

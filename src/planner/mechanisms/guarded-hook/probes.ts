import { Marker } from './markers';
import { OnTimeout } from '../../../api/on-timeout';
import { sum } from '../../../api/private/sum';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent } from '../../../pod/intent';
import { GatePlan, isGated, MarkerProbePlan, WaitStep } from '../../../pod/pod-plan';
import { listStepsAfterGate } from '../entrypoint-gate/plan';
import { NO_LIMIT } from '../mechanism';

/** One run of a probe lasts as long as the wait, with a new run each hour: no test covers runs without an end. */
const RUN_SECONDS = 3600;
/** The kubelet ends a run this much later than the agent, so that the agent can report the missing dependency. */
const SPARE_SECONDS = 60;

/**
 * Plans the startup probe that writes marks for guards, limits a wait for marks, or waits for the gate of its
 * container. `marker`: the marks for guards.
 */
export function planMarkerStartupProbe(
  container: ContainerIntent,
  marker: Marker | undefined,
  gate: GatePlan | undefined,
  restartSeconds: number | undefined,
): MarkerProbePlan | undefined {
  const inner = marker ? listMarkerSteps(marker) : [];
  const steps = isGated(gate) ? listStepsAfterGate(container, inner) : inner;
  if (steps.length === 0) {
    return undefined;
  }
  const checks = steps.filter(s => 'check' in s);
  const limits = checks.filter(s => s.onTimeout !== OnTimeout.CONTINUE).flatMap(s => s.timeoutSeconds ?? []);
  // The kubelet counts an aborted run as a failure, and one failure restarts the container.
  const longest = limits.length === checks.length ? sum(limits) + SPARE_SECONDS : NO_LIMIT;
  return planMarkerProbe('startupProbe', container, steps, {
    failureThreshold: limits.length > 0 ? 1 : NO_LIMIT,
    timeoutSeconds: limits.length === 0 ? RUN_SECONDS : Math.max(RUN_SECONDS, longest),
    graceSeconds: container.startup?.graceSeconds ?? restartSeconds,
  });
}

/** Plans the readiness probe that writes marks for guards. */
export function planMarkerReadinessProbe(marker: Marker | undefined): MarkerProbePlan | undefined {
  return marker && !marksInStartupProbe(marker.dependency)
    ? planMarkerProbe('readinessProbe', marker.dependency, marker.steps, { timeoutSeconds: RUN_SECONDS })
    : undefined;
}

function planMarkerProbe(
  field: 'startupProbe' | 'readinessProbe',
  { name }: ContainerIntent,
  steps: readonly WaitStep[],
  limits: Omit<MarkerProbePlan, 'kind' | 'field' | 'reason' | 'steps'>,
): MarkerProbePlan {
  return { kind: 'marker', field, reason: describeProbe(name, steps), steps, ...limits };
}

function describeProbe(name: string, steps: readonly WaitStep[]): string {
  if (steps.some(s => 'marks' in s)) {
    return 'marks when it is ready, and makes the kubelet sync the pod again';
  }
  return steps.some(s => 'check' in s && s.check.kind === 'mark')
    ? `passes only when the gate of ${name} is open`
    : 'limits the wait';
}

/**
 * Returns the steps of a startup probe that writes marks or only limits the wait, because a readiness probe restarts
 * nothing.
 */
function listMarkerSteps(marker: Marker): WaitStep[] {
  if (marksInStartupProbe(marker.dependency)) {
    return listStartupSteps(marker);
  }
  return marker.timeoutSeconds === undefined ? [] : listStartupSteps(marker).filter(s => 'check' in s);
}

/**
 * Whether a startup probe writes the marks. A readiness probe is better: the kubelet repeats it after its own restart,
 * and may not repeat a startup probe (kubernetes#142305); it also does not delay liveness probes. But a readiness probe
 * of the user stays.
 */
export function marksInStartupProbe({ hasReadinessProbe }: ContainerIntent): boolean {
  return hasReadinessProbe;
}

/**
 * The user's startup probe keeps its effect inside the probe of the library: the container has started when its check
 * has passed, and the kubelet restarts the container after the limit of the user's probe.
 */
function listStartupSteps(guarded: Marker): WaitStep[] {
  const { dependency, marks, timeoutSeconds } = guarded;
  const { name: container, startup: own, ready } = dependency;
  const runs = marks[0].condition === StartCondition.RUNNING;
  return [
    ...(runs ? [{ dependency: container, marks: StartCondition.RUNNING }] : []),
    ...(own
      ? [{ dependency: container, check: own.agentCheck!, timeoutSeconds: minimum(own.limitSeconds, timeoutSeconds) }]
      : []),
    ...(runs ? marks.slice(1) : marks).flatMap(({ condition, check }): WaitStep[] => {
      const passed =
        own &&
        (condition === StartCondition.STARTED ||
          ready?.source === 'startupProbe' ||
          ready?.source === 'automaticStartupProbe');
      const mark = { dependency: container, marks: condition };
      return check && !passed ? [{ dependency: container, check, timeoutSeconds }, mark] : [mark];
    }),
  ];
}

function minimum(a: number, b: number | undefined): number {
  return b === undefined ? a : Math.min(a, b);
}

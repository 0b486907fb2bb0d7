import { GuardMarker, Markers, listSteps } from './markers';
import { OnTimeout } from '../../../api/on-timeout';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { GatePlan, MarkerProbePlan, MarkerProbeStep } from '../../../pod/pod-plan';
import { listStepsAfterGate } from '../entrypoint-gate/probes';
import { findLongestTimeout, NO_LIMIT } from '../timeouts';

/** One run of a probe lasts as long as the wait, with a new run each hour: no test covers runs without an end. */
const RUN_SECONDS = 3600;
/** The kubelet ends a run this much later than the agent, so that the agent can report the missing dependency. */
const SPARE_SECONDS = 60;

export interface MarkerProbes {
  readonly startupProbe?: MarkerProbePlan;
  readonly readinessProbe?: MarkerProbePlan;
}

/**
 * Plans the probes that write marks for guards, limit a wait for marks, or wait for the gate of their container.
 * Returns them by container index.
 */
export function planMarkerProbes(
  { guarded }: Markers,
  gates: readonly (GatePlan | undefined)[],
  restartSeconds: ReadonlyMap<ContainerIntent, number>,
  intent: PodIntent,
): (MarkerProbes | undefined)[] {
  const probes: (MarkerProbes | undefined)[] = [];
  for (const container of intent.containers.filter(({ place }) => guarded[place] ?? gates[place])) {
    const { place } = container;
    const g = guarded[place];
    const inner = g ? listMarkerSteps(g) : [];
    const startup = gates[place]?.awaited.length ? listStepsAfterGate(container, inner) : inner;
    probes[place] = {
      ...(startup.length > 0
        ? { startupProbe: planStartupProbe(container, startup, restartSeconds.get(container)) }
        : {}),
      ...(g && !marksInStartupProbe(container)
        ? {
            readinessProbe: planMarkerProbe('readinessProbe', container, listSteps(g), { timeoutSeconds: RUN_SECONDS }),
          }
        : {}),
    };
  }
  return probes;
}

function planMarkerProbe(
  field: 'startupProbe' | 'readinessProbe',
  { name }: ContainerIntent,
  steps: readonly MarkerProbeStep[],
  limits: Omit<MarkerProbePlan, 'kind' | 'field' | 'reason' | 'steps'>,
): MarkerProbePlan {
  const reason = steps.some(s => 'marks' in s)
    ? 'marks when it is ready, and makes the kubelet sync the pod again'
    : steps.some(s => 'check' in s && s.check.kind === 'mark')
      ? `passes only when the gate of ${name} is open`
      : 'limits the wait';
  return { kind: 'marker', field, reason, steps, ...limits };
}

/**
 * Returns the steps of a startup probe that writes marks or only limits the wait, because a readiness probe restarts
 * nothing.
 */
function listMarkerSteps(g: GuardMarker): MarkerProbeStep[] {
  if (marksInStartupProbe(g.dependency)) {
    return listStartupSteps(g);
  }
  return findLongestTimeout(g.edges) === undefined ? [] : listStartupSteps(g).filter(s => 'check' in s);
}

/**
 * Whether a startup probe writes the marks. A readiness probe is better: the kubelet repeats it after its own restart,
 * and may not repeat a startup probe (kubernetes#142305); it also does not delay liveness probes. But a readiness probe
 * of the user stays.
 */
export function marksInStartupProbe({ hasReadinessProbe }: ContainerIntent): boolean {
  return hasReadinessProbe;
}

function planStartupProbe(
  container: ContainerIntent,
  steps: readonly MarkerProbeStep[],
  restartSeconds: number | undefined,
): MarkerProbePlan {
  const { startup } = container;
  const checks = steps.filter(s => 'check' in s);
  const limits = checks.filter(s => s.onTimeout !== OnTimeout.CONTINUE).flatMap(s => s.limitSeconds ?? []);
  // The kubelet counts an aborted run as a failure, and one failure restarts the container.
  const longest = limits.length === checks.length ? limits.reduce((a, b) => a + b, 0) + SPARE_SECONDS : NO_LIMIT;
  return planMarkerProbe('startupProbe', container, steps, {
    failureThreshold: limits.length > 0 ? 1 : NO_LIMIT,
    timeoutSeconds: limits.length === 0 ? RUN_SECONDS : Math.max(RUN_SECONDS, longest),
    graceSeconds: startup?.graceSeconds ?? restartSeconds,
  });
}

/**
 * The user's startup probe keeps its effect inside the probe of the library: the container has started when its check
 * has passed, and the kubelet restarts the container after the limit of the user's probe.
 */
function listStartupSteps(guarded: GuardMarker): MarkerProbeStep[] {
  const { dependency, marks, edges } = guarded;
  const { name: container, startup: own, ready } = dependency;
  const timeoutSeconds = findLongestTimeout(edges);
  const runs = marks[0].condition === StartCondition.RUNNING;
  return [
    ...(runs ? [{ dependency: container, marks: StartCondition.RUNNING }] : []),
    ...(own
      ? [{ dependency: container, check: own.check!, limitSeconds: minimum(own.limitSeconds, timeoutSeconds) }]
      : []),
    ...(runs ? marks.slice(1) : marks).flatMap(({ condition, check }): MarkerProbeStep[] => {
      const passed =
        own &&
        (condition === StartCondition.STARTED ||
          ready?.source === 'startupProbe' ||
          ready?.source === 'automaticStartupProbe');
      const mark = { dependency: container, marks: condition };
      return check && !passed ? [{ dependency: container, check, limitSeconds: timeoutSeconds }, mark] : [mark];
    }),
  ];
}

function minimum(a: number, b: number | undefined): number {
  return b === undefined ? a : Math.min(a, b);
}

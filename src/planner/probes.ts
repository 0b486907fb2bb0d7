import { awaitGate, keepsStartup } from './mechanisms/entrypoint-gate/plan';
import { Marker, marksInStartupProbe } from './mechanisms/guarded-hook/markers';
import { sum, when } from '../api/private/collections';
import { NO_LIMIT } from '../api/private/pod-spec';
import { ContainerIntent } from '../pod/intent';
import {
  ContainerPlan,
  GatePlan,
  isGated,
  MarkerProbePlan,
  ProbeChange,
  ProbeField,
  CheckProbePlan,
  RemovedProbe,
  WaitStep,
} from '../pod/pod-plan';

/** One run of a probe lasts as long as the wait, with a new run each hour: no test covers runs without an end. */
const RUN_SECONDS = 3600;
/** The kubelet ends a run this much later than the agent, so that the agent can report the missing dependency. */
const SPARE_SECONDS = 60;

const REMOVED: RemovedProbe = {
  kind: 'removed',
  field: 'startupProbe',
  reason: 'removed: cdk8s-plus adds it, and it would delay the start',
};

/** The parts of the plan of a container that its probes depend on. */
interface ProbeParts {
  readonly gate?: GatePlan;
  /** The marks for guards. */
  readonly marker?: Marker;
  readonly readyProbe?: CheckProbePlan;
  /** The grace period for a restart because of a probe; `undefined`: the pod's. */
  readonly restartSeconds?: number;
}

type Probes = Pick<ContainerPlan, 'startupProbe' | 'readinessProbe' | 'probeChanges' | 'probesWithoutLimit'>;

/** Plans the probes that the library writes or removes, and the changes of the user's probes. */
export function planProbes(container: ContainerIntent, parts: ProbeParts): Probes {
  const { gate, marker, readyProbe, restartSeconds } = parts;
  const { startup, slot } = container;
  // A readiness probe that checks before it marks keeps the pod unready as well, and sooner.
  const isInTheWay = startup?.automatic && (slot !== 'CONTAINER' || marker?.marks.some(m => m.check));
  const startupProbe =
    planStartupProbe(container, parts) ?? gate?.startupProbe ?? readyProbe ?? (isInTheWay ? REMOVED : undefined);
  const longest = findLongestWait(gate);
  const kept = longest === 0 ? [] : findKeptProbes(container);
  return {
    startupProbe,
    readinessProbe: marker && planReadinessProbe(marker),
    probeChanges: [
      ...kept.flatMap(probe => planGatedChange(probe, container, longest)),
      ...(restartSeconds === undefined ? [] : planProbeGraces(container, restartSeconds, startupProbe !== undefined)),
    ],
    probesWithoutLimit: longest === Infinity ? kept : [],
  };
}

/**
 * Plans the startup probe that writes marks for guards, limits a wait for marks, or waits for the mark of the gate of
 * its container.
 */
function planStartupProbe(
  container: ContainerIntent,
  { gate, marker, restartSeconds }: ProbeParts,
): MarkerProbePlan | undefined {
  const inner = marker ? listMarkerSteps(marker) : [];
  const steps = isGated(gate) && gate.startupProbe === undefined ? listStepsAfterGate(container, inner) : inner;
  if (steps.length === 0) {
    return undefined;
  }
  const checks = steps.filter(s => 'check' in s);
  const limits = checks.filter(s => s.onTimeout !== 'CONTINUE').flatMap(s => s.timeoutSeconds ?? []);
  // The kubelet counts an aborted run as a failure, and one failure restarts the container.
  const longest = limits.length === checks.length ? sum(limits) + SPARE_SECONDS : NO_LIMIT;
  return planMarkerProbe('startupProbe', container, steps, {
    failureThreshold: limits.length > 0 ? 1 : NO_LIMIT,
    timeoutSeconds: limits.length === 0 ? RUN_SECONDS : Math.min(Math.max(RUN_SECONDS, longest), NO_LIMIT),
    graceSeconds: container.startup?.graceSeconds ?? restartSeconds,
  });
}

/** Plans the readiness probe that writes marks for guards. */
function planReadinessProbe({ dependency, steps }: Marker): MarkerProbePlan | undefined {
  return marksInStartupProbe(dependency)
    ? undefined
    : planMarkerProbe('readinessProbe', dependency, steps, { timeoutSeconds: RUN_SECONDS });
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
 * The user's startup probe keeps its effect inside the probe of the library: the container has started when its check
 * has passed, and the kubelet restarts the container after the limit of the user's probe.
 */
function listStartupSteps({ dependency, marks, timeoutSeconds }: Marker): WaitStep[] {
  const { name, startup: own, ready } = dependency;
  const isProven = own && (ready?.source === 'startupProbe' || ready?.source === 'automaticStartupProbe');
  const steps = marks.flatMap(({ condition, check }): WaitStep[] => {
    const mark = { dependency: name, marks: condition };
    const hasPassed = isProven || (own && condition === 'STARTED');
    return check && !hasPassed ? [{ dependency: name, check, timeoutSeconds }, mark] : [mark];
  });
  if (own) {
    const limit = Math.min(own.limitSeconds, timeoutSeconds ?? Infinity);
    const begin = marks[0].condition === 'RUNNING' ? 1 : 0;
    steps.splice(begin, 0, { dependency: name, check: own.agentCheck!, timeoutSeconds: limit });
  }
  return steps;
}

/**
 * Returns the steps of the startup probe in a container with a gate. `inner`: its steps for guards, which include the
 * check of the user.
 *
 * The kubelet makes the probes from the start of the gate: they would fail while the gate waits, and their delays would
 * have passed when it opens. If the agent can make the user's startup probe, it runs inside a startup probe of the
 * library. That probe waits for the mark of the gate, and then gives each probe of the user its own time.
 * kubelet 1.27–1.37, prober/worker.go doProbe: `initialDelaySeconds` counts from the start of the container. The
 * kubelet makes no liveness and no readiness probe before the startup probe has passed.
 */
function listStepsAfterGate(container: ContainerIntent, inner: readonly WaitStep[]): WaitStep[] {
  if (keepsStartup(container)) {
    return [];
  }
  const { name, readinessDelaySeconds: seconds } = container;
  return [
    awaitGate(container),
    // The marks do not wait for the delay of the readiness probe.
    ...inner,
    ...when(seconds > 0, { dependency: name, check: { kind: 'delay' as const, seconds } }),
    ...(inner.length > 0 ? [] : listOwnCheck(container)),
    ...listLivenessDelay(container),
  ];
}

/** Adds the longest time of the gate to the time of a probe of the user that the agent cannot replace. */
function planGatedChange(probe: ProbeField, { startup, liveness }: ContainerIntent, longest: number): ProbeChange[] {
  if (probe === 'startupProbe') {
    const { failureThreshold, periodSeconds } = startup!;
    const value = Math.min(NO_LIMIT, failureThreshold + Math.ceil(longest / periodSeconds));
    const reason = 'the probe fails while the gate waits, and the kubelet restarts nothing for that';
    return [changeProbe(probe, 'failureThreshold', value, reason)];
  }
  if (longest === Infinity) {
    return [];
  }
  const value = Math.min(NO_LIMIT, liveness!.delaySeconds + longest);
  const reason = 'the longest wait of the gate, and the delay of the probe after that';
  return [changeProbe(probe, 'initialDelaySeconds', value, reason)];
}

function changeProbe(probe: ProbeField, key: ProbeChange['key'], value: number, reason: string): ProbeChange {
  return { field: `${probe}.${key}`, probe, key, value, reason };
}

/** Returns 0 for a container that waits for nothing. */
function findLongestWait(gate: GatePlan | undefined): number {
  return Math.max(0, ...(gate?.awaited ?? []).map(a => a.timeoutSeconds ?? Infinity));
}

function findKeptProbes(container: ContainerIntent): ProbeField[] {
  const { liveness } = container;
  const keeps = keepsStartup(container);
  const keepsLiveness = liveness !== undefined && liveness.delaySeconds > 0 && (keeps || !liveness.check);
  return [...when(keeps, 'startupProbe' as const), ...when(keepsLiveness, 'livenessProbe' as const)];
}

/** The check has the whole time of the user's probe, minus the delay before it. */
function listOwnCheck({ name, startup, readinessDelaySeconds }: ContainerIntent): WaitStep[] {
  if (!startup) {
    return [];
  }
  const timeoutSeconds = Math.max(startup.periodSeconds, startup.limitSeconds - readinessDelaySeconds);
  return [{ dependency: name, check: startup.agentCheck!, timeoutSeconds }];
}

/**
 * Waits until the delay of the liveness probe has passed since the gate opened, or until its check passes. A check that
 * has passed already needs no delay.
 */
function listLivenessDelay({ name, liveness, startup, readinessDelaySeconds }: ContainerIntent): WaitStep[] {
  const timeoutSeconds = (liveness?.delaySeconds ?? 0) - readinessDelaySeconds;
  const check = liveness?.check;
  if (timeoutSeconds <= 0 || !check || JSON.stringify(check) === JSON.stringify(startup?.agentCheck)) {
    return [];
  }
  return [{ dependency: name, check, timeoutSeconds, onTimeout: 'CONTINUE' }];
}

/**
 * Limits the time of a restart because of a probe: the preStop hook would wait for dependents that do not stop. A grace
 * period of the user stays. `isReplaced`: the plan writes or removes the startup probe.
 */
function planProbeGraces({ liveness, startup }: ContainerIntent, seconds: number, isReplaced: boolean): ProbeChange[] {
  const isInLiveness = liveness !== undefined && liveness.graceSeconds === undefined;
  const isInStartup = startup !== undefined && startup.graceSeconds === undefined && !isReplaced;
  const probes = [...when(isInLiveness, 'livenessProbe' as const), ...when(isInStartup, 'startupProbe' as const)];
  const reason = 'a restart because of this probe does not wait for dependents that keep running';
  return probes.map(probe => changeProbe(probe, 'terminationGracePeriodSeconds', seconds, reason));
}

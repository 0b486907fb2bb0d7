/**
 * The probes of a container with a gate. The kubelet makes the probes from the start of the gate: they would fail while
 * the gate waits, and their delays would have passed when it opens. If the agent can make the user's startup probe, it
 * runs inside a startup probe of the library. That probe waits for the mark of the gate, and then gives each probe of
 * the user its own time.
 *
 * kubelet 1.27–1.37, prober/worker.go doProbe: `initialDelaySeconds` counts from the start of the container. The
 * kubelet makes no liveness and no readiness probe before the startup probe has passed.
 */
import { awaitGate } from './condition';
import { OnTimeout } from '../../../api/on-timeout';
import { Check } from '../../../api/private/check';
import { findAgentObstacle } from '../../../pod/checks';
import { ContainerIntent } from '../../../pod/intent';
import { GatePlan, MarkerProbeStep, ProbeChange, ProbeField } from '../../../pod/pod-plan';
import { NO_LIMIT } from '../timeouts';

/**
 * Returns the steps of the startup probe in a container with a gate. `inner`: its steps for guards, which include the
 * check of the user.
 */
export function listStepsAfterGate(container: ContainerIntent, inner: readonly MarkerProbeStep[]): MarkerProbeStep[] {
  if (keepsStartup(container)) {
    return [];
  }
  const { name, readinessDelaySeconds } = container;
  const delay =
    readinessDelaySeconds > 0
      ? [{ dependency: name, check: { kind: 'delay' as const, seconds: readinessDelaySeconds } }]
      : [];
  return [
    awaitGate(container),
    // The marks do not wait for the delay of the readiness probe.
    ...(inner.length > 0 ? [...inner, ...delay] : [...delay, ...listOwnCheck(container, readinessDelaySeconds)]),
    ...listLivenessDelay(container, readinessDelaySeconds),
  ];
}

/** Returns the probes of the user that the agent cannot replace and whose time is lost in a gate without a limit. */
export function findProbesWithoutLimit(container: ContainerIntent, awaited: GatePlan['awaited']): ProbeField[] {
  return findLongestWait(awaited) === Infinity ? findKeptProbes(container) : [];
}

/** Adds the longest time of the gate to the time of each probe of the user that the agent cannot replace. */
export function planGatedProbeChanges(container: ContainerIntent, awaited: GatePlan['awaited']): ProbeChange[] {
  const { startup, liveness } = container;
  const longest = findLongestWait(awaited);
  return longest === 0
    ? []
    : findKeptProbes(container).flatMap((probe): ProbeChange[] => {
        if (probe === 'startupProbe') {
          return [
            {
              ...changeProbe(
                probe,
                'failureThreshold',
                Math.min(NO_LIMIT, startup!.failureThreshold + Math.ceil(longest / startup!.periodSeconds)),
              ),
              reason: 'the probe fails while the gate waits, and the kubelet restarts nothing for that',
            },
          ];
        }
        return longest === Infinity
          ? []
          : [
              {
                ...changeProbe(probe, 'initialDelaySeconds', Math.min(NO_LIMIT, liveness!.delaySeconds + longest)),
                reason: 'the longest wait of the gate, and the delay of the probe after that',
              },
            ];
      });
}

export function changeProbe(probe: ProbeField, key: ProbeChange['key'], value: number): Omit<ProbeChange, 'reason'> {
  return { field: `${probe}.${key}`, probe, key, value };
}

/** Returns 0 for a container that waits for nothing. */
function findLongestWait(awaited: GatePlan['awaited']): number {
  return Math.max(0, ...awaited.map(a => a.timeoutSeconds ?? Infinity));
}

function findKeptProbes(container: ContainerIntent): ProbeField[] {
  const { liveness } = container;
  const keeps = keepsStartup(container);
  return [
    ...(keeps ? ['startupProbe' as const] : []),
    ...(liveness && liveness.delaySeconds > 0 && (keeps || !canMake(liveness.check)) ? ['livenessProbe' as const] : []),
  ];
}

function keepsStartup({ startup }: ContainerIntent): boolean {
  return startup !== undefined && !canMake(startup.check);
}

/** Whether the agent can make the check in the container itself. */
function canMake(check: Check | undefined): check is Check {
  return check !== undefined && !findAgentObstacle(check);
}

/** The check has the whole time of the user's probe, minus the seconds before it. */
function listOwnCheck({ name, startup }: ContainerIntent, secondsBefore: number): MarkerProbeStep[] {
  if (!startup) {
    return [];
  }
  return [
    {
      dependency: name,
      check: startup.check!,
      limitSeconds: Math.max(startup.periodSeconds, startup.limitSeconds - secondsBefore),
    },
  ];
}

/**
 * Waits until the delay of the liveness probe has passed since the gate opened, or until its check passes. A check that
 * has passed already needs no delay.
 */
function listLivenessDelay({ name, liveness, startup }: ContainerIntent, secondsBefore: number): MarkerProbeStep[] {
  const limitSeconds = (liveness?.delaySeconds ?? 0) - secondsBefore;
  const check = liveness?.check;
  if (limitSeconds <= 0 || !canMake(check) || JSON.stringify(check) === JSON.stringify(startup?.check)) {
    return [];
  }
  return [{ dependency: name, check, limitSeconds, onTimeout: OnTimeout.CONTINUE }];
}

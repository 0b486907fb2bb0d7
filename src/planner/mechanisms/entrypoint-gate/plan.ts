import { GATE_KEY, gateFile, lockFile, markerFile } from '../../../agent/contract';
import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { Awaitable } from '../../../api/private/check';
import { StartCondition } from '../../../api/start-condition';
import { formatImageDigest } from '../../../pod/image-command';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { GatePlan, WaitStep, ProbeChange, ProbeField, AwaitedDependency } from '../../../pod/pod-plan';
import { Edge, findCheck, isExternal, waitsForEnd } from '../../graph/edge';
import { JobSidecars } from '../../job-sidecars';
import { translateCheck } from '../check-visibility';
import { NO_LIMIT, Choices, selectEdges, compareLimits, readLimit } from '../mechanism';

/**
 * Plans an agent before the command of each container that waits, locks, marks its exit, or exits after other
 * containers. Sets the wait of each edge that a gate enforces.
 */
export function planGates(
  { edges, externals }: Choices,
  locking: ReadonlySet<ContainerIntent>,
  { helpers, mains, endsAfter, quits }: JobSidecars,
  intent: PodIntent,
): Map<ContainerIntent, GatePlan> {
  const awaitedBy = new Map<ContainerIntent, AwaitedDependency<Awaitable>[]>();
  const marksEnd = new Set(mains);
  for (const edge of [
    ...selectEdges(edges, Mechanism.ENTRYPOINT_GATE),
    ...selectEdges(externals, Mechanism.ENTRYPOINT_GATE),
  ]) {
    const { dependent, declared } = edge;
    const check = isExternal(edge) ? edge.target.check : decideGateCheck(edge, intent);
    const limit = readLimit(declared);
    edge.wait = { waitsIn: dependent.name, check, ...limit };
    const awaited = awaitedBy.get(dependent) ?? [];
    awaited.push({ dependency: declared.target.name, check, ...limit });
    awaitedBy.set(dependent, awaited);
    if (check.kind === 'ended' && !isExternal(edge)) {
      marksEnd.add(edge.dependency);
    }
  }
  const gates = new Map<ContainerIntent, GatePlan>();
  for (const container of new Set([...awaitedBy.keys(), ...locking, ...helpers, ...marksEnd])) {
    const isHelper = helpers.has(container);
    const awaited = (awaitedBy.get(container) ?? []).sort(compareLimits);
    const gate = {
      awaited,
      locks: locking.has(container),
      endsAfter: isHelper ? endsAfter : [],
      stopSignal: isHelper ? container.stopSignal : undefined,
      marksEnd: marksEnd.has(container),
      quits: mains.includes(container) ? quits : undefined,
      imageCommand: container.command?.from === 'image' ? container.command : undefined,
      probesWithoutLimit: findProbesWithoutLimit(container, awaited),
      probeChanges: planGatedProbeChanges(container, awaited),
    };
    gates.set(container, { field: 'command', reason: describeGate(gate), ...gate });
  }
  return gates;
}

/**
 * Returns the check of a gate. The agent in the gate makes the check of the dependency itself, or reads a mark of the
 * agent in the dependency: a mark that the dependency runs (`mark`), or that it has exited (`ended`).
 */
export function decideGateCheck(edge: Edge, intent: PodIntent): Awaitable {
  const { dependent, dependency, condition, declared } = edge;
  if (waitsForEnd(edge)) {
    // The dependency exits only once.
    const isFinal =
      condition === StartCondition.COMPLETED && declared.onTimeout !== OnTimeout.CONTINUE && dependency.restarts.never;
    return { kind: 'ended', file: lockFile(dependency.name), key: condition, isFinal };
  }
  const own = findCheck(edge);
  const seen = own && translateCheck(dependent, dependency, own);
  const mark = { kind: 'mark' as const, file: markerFile(dependency.name), key: condition };
  return seen ?? (locksMarks(intent) ? { ...mark, isLocked: true } : mark);
}

/**
 * Whether a process in the container that writes marks can lock the marker file, so that a mark does not count while
 * its container is down.
 */
export function locksMarks({ capabilities, sharesProcesses }: PodIntent): boolean {
  return capabilities.sharedFileLocks && !sharesProcesses;
}

/** Returns a step that passes when the gate of the container has opened. */
export function awaitGate({ name }: ContainerIntent): { dependency: string; check: Awaitable } {
  return { dependency: name, check: { kind: 'mark', file: gateFile(name), key: GATE_KEY } };
}

function describeGate({
  awaited,
  locks,
  endsAfter,
  stopSignal,
  marksEnd,
  quits,
  imageCommand,
}: Omit<GatePlan, 'field' | 'reason'>): string {
  const tasks = [
    ...(awaited.length > 0 ? [`waits for ${[...new Set(awaited.map(a => a.dependency))].join(', ')}`] : []),
    ...(locks ? ['locks a file as long as it runs'] : []),
    ...(endsAfter.length > 0
      ? [`ends it after ${endsAfter.map(e => e.container).join(', ')}${stopSignal ? ` with ${stopSignal}` : ''}`]
      : []),
    ...(marksEnd ? ['marks its end'] : []),
    ...(quits ? ['asks the proxy of the mesh to end'] : []),
  ];
  const source =
    imageCommand === undefined ? '' : `; its command is that of ${formatImageDigest(imageCommand)} in the image file`;
  return `the wait agent runs first: ${tasks.join(', ')}${source}`;
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
export function listStepsAfterGate(container: ContainerIntent, inner: readonly WaitStep[]): WaitStep[] {
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
function findProbesWithoutLimit(container: ContainerIntent, awaited: GatePlan['awaited']): ProbeField[] {
  return findLongestWait(awaited) === Infinity ? findKeptProbes(container) : [];
}

/** Adds the longest time of the gate to the time of each probe of the user that the agent cannot replace. */
function planGatedProbeChanges(container: ContainerIntent, awaited: GatePlan['awaited']): ProbeChange[] {
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
    ...(liveness && liveness.delaySeconds > 0 && (keeps || !liveness.check) ? ['livenessProbe' as const] : []),
  ];
}

function keepsStartup({ startup }: ContainerIntent): boolean {
  return startup !== undefined && !startup.agentCheck;
}

/** The check has the whole time of the user's probe, minus the seconds before it. */
function listOwnCheck({ name, startup }: ContainerIntent, secondsBefore: number): WaitStep[] {
  if (!startup) {
    return [];
  }
  return [
    {
      dependency: name,
      check: startup.agentCheck!,
      timeoutSeconds: Math.max(startup.periodSeconds, startup.limitSeconds - secondsBefore),
    },
  ];
}

/**
 * Waits until the delay of the liveness probe has passed since the gate opened, or until its check passes. A check that
 * has passed already needs no delay.
 */
function listLivenessDelay({ name, liveness, startup }: ContainerIntent, secondsBefore: number): WaitStep[] {
  const timeoutSeconds = (liveness?.delaySeconds ?? 0) - secondsBefore;
  const check = liveness?.check;
  if (timeoutSeconds <= 0 || !check || JSON.stringify(check) === JSON.stringify(startup?.agentCheck)) {
    return [];
  }
  return [{ dependency: name, check, timeoutSeconds, onTimeout: OnTimeout.CONTINUE }];
}

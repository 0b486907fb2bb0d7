import { GATE_KEY, gateFile, lockFile, markerFile } from '../../../agent/contract';
import { Awaitable } from '../../../api/private/check';
import { groupBy, when } from '../../../api/private/collections';
import { NO_LIMIT } from '../../../api/private/pod-spec';
import { buildProbeHandler, describeCheck } from '../../../pod/checks';
import { POD_IP } from '../../../pod/checks/hosts';
import { formatImageDigest } from '../../../pod/image-facts';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { CheckProbePlan, GatePlan } from '../../../pod/pod-plan';
import { AnyEdge, Edge, findCheck, isExternal, waitsForEnd } from '../../graph/edge';
import { JobSidecars } from '../../job-sidecars';
import { translateCheck } from '../check-visibility';
import { Choices, Chosen, compareLimits, readLimit, selectEdges } from '../mechanism';

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
  const gated = [...selectEdges(edges, 'ENTRYPOINT_GATE'), ...selectEdges(externals, 'ENTRYPOINT_GATE')];
  for (const edge of gated) {
    const check = isExternal(edge) ? edge.target.check : decideGateCheck(edge, intent);
    edge.wait = { waitsIn: edge.dependent.name, check, ...readLimit(edge.declared) };
  }
  const gatedOf = groupBy(gated, e => e.dependent);
  const ending = gated.flatMap(e => (!isExternal(e) && e.wait!.check!.kind === 'ended' ? [e.dependency] : []));
  const marksEnd = new Set([...mains, ...ending]);
  const gates = new Map<ContainerIntent, GatePlan>();
  for (const container of new Set([...gatedOf.keys(), ...locking, ...helpers, ...marksEnd])) {
    const isHelper = helpers.has(container);
    const waiting = gatedOf.get(container) ?? [];
    const awaited = waiting
      .map(e => ({ dependency: e.declared.target.name, check: e.wait!.check!, ...readLimit(e.declared) }))
      .sort(compareLimits);
    const isRead = edges.some(e => e.dependency === container && readsMark(e));
    const startupProbe = isRead || waiting.length !== 1 ? undefined : planGateProbe(waiting[0], intent);
    const gate = {
      awaited,
      locks: locking.has(container),
      endsAfter: isHelper ? endsAfter : [],
      stopSignal: isHelper ? container.stopSignal : undefined,
      marksEnd: marksEnd.has(container),
      quits: mains.includes(container) ? quits : undefined,
      imageCommand: container.command?.from === 'image' ? container.command : undefined,
      startupProbe,
      marksOpen: awaited.length > 0 && (isRead || (startupProbe === undefined && !keepsStartup(container))),
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
    const isFinal = condition === 'COMPLETED' && declared.onTimeout !== 'CONTINUE' && dependency.restarts.never;
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

/** Whether the startup probe of the user stays: the agent cannot make its check. */
export function keepsStartup({ startup }: ContainerIntent): boolean {
  return startup !== undefined && !startup.agentCheck;
}

/** Whether the dependent reads the mark of the gate of its dependency, or a mark that follows it. */
function readsMark({ mechanism, wait }: Chosen<Edge>): boolean {
  return mechanism === 'POST_START' || mechanism === 'GUARDED_HOOK' || wait?.check?.kind === 'mark';
}

/**
 * Returns the check of the gate as a startup probe, so that the pod is not Ready before the gate can open. The kubelet
 * makes it without a process, a mark and a volume. `undefined`: the kubelet cannot make the check, the gate can open
 * without it, or the probes of the user need time after the gate.
 */
function planGateProbe(edge: Chosen<AnyEdge>, { mesh }: PodIntent): CheckProbePlan | undefined {
  const { startup, liveness, readinessDelaySeconds } = edge.dependent;
  const needsTime =
    startup !== undefined || readinessDelaySeconds > 0 || (liveness?.check !== undefined && liveness.delaySeconds > 0);
  const check = isExternal(edge) ? undefined : findCheck(edge);
  const makesCheck = check !== undefined && edge.wait?.check === check;
  // The proxy of a mesh may accept the connection of a probe for a container that is not there.
  if (!makesCheck || needsTime || mesh || edge.declared.onTimeout === 'CONTINUE') {
    return undefined;
  }
  const handler = buildProbeHandler(check);
  if (typeof handler === 'string') {
    return undefined;
  }
  return {
    kind: 'gateCheck',
    field: 'startupProbe',
    reason: `the kubelet waits for the check of its gate, too: ${describeCheck(check, POD_IP)}`,
    check,
    trySeconds: 'trySeconds' in check ? check.trySeconds : undefined,
    failureThreshold: NO_LIMIT,
  };
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
  const awaitedNames = new Set(awaited.map(a => a.dependency));
  const ended = endsAfter.map(e => e.container);
  const tasks = [
    ...when(awaited.length > 0, `waits for ${[...awaitedNames].join(', ')}`),
    ...when(locks, 'locks a file as long as it runs'),
    ...when(ended.length > 0, `ends it after ${ended.join(', ')}${stopSignal ? ` with ${stopSignal}` : ''}`),
    ...when(marksEnd, 'marks its end'),
    ...when(quits !== undefined, 'asks the proxy of the mesh to end'),
  ];
  const source =
    imageCommand === undefined ? '' : `; its command is that of ${formatImageDigest(imageCommand)} in the image file`;
  return `the wait agent runs first: ${tasks.join(', ')}${source}`;
}

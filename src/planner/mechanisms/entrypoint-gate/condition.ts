import { GATE_KEY, gateFile, lockFile, markerFile } from '../../../agent/contract';
import { OnTimeout } from '../../../api/on-timeout';
import { Awaitable } from '../../../api/private/check';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { Edge, findCheck, waitsForEnd } from '../../graph/edge';
import { isNeverRestarted } from '../../schedule/container-slots';
import { translateCheck } from '../check-visibility';

/**
 * Returns the check of a gate. The agent in the gate makes the check of the dependency itself, or reads a mark of the
 * agent in the dependency: a mark that the dependency runs (`mark`), or that it has exited (`ended`).
 */
export function decideGateCheck(edge: Edge, intent: PodIntent): Awaitable {
  const { dependent, dependency, condition, declared } = edge;
  if (waitsForEnd(edge)) {
    // The dependency exits only once.
    const isFinal =
      condition === StartCondition.COMPLETED &&
      declared.onTimeout !== OnTimeout.CONTINUE &&
      isNeverRestarted(dependency, intent);
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
export function locksMarks(intent: PodIntent): boolean {
  return !intent.sharesProcesses;
}

/** Returns a step that passes when the gate of the container has opened. */
export function awaitGate({ name }: ContainerIntent): { dependency: string; check: Awaitable } {
  return { dependency: name, check: { kind: 'mark', file: gateFile(name), key: GATE_KEY } };
}

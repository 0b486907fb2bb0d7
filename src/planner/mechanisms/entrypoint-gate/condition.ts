import { GATE_KEY, gateFile, lockFile, markerFile } from '../../../agent/contract';
import { OnTimeout } from '../../../api/on-timeout';
import { Awaitable } from '../../../api/private/check';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { Edge, findCheck } from '../../graph/edge';
import { isNeverRestarted } from '../../schedule/container-slots';
import { translateCheck } from '../check-visibility';

/** The condition on which a gate opens. */
export interface GateWait {
  /**
   * The agent in the gate makes the check itself, or reads a mark of the agent in the dependency: a mark that the
   * dependency runs, or that it has exited.
   */
  readonly sees: 'check' | 'mark' | 'end';
  readonly check: Awaitable;
}

export function decideGateWait(edge: Edge, intent: PodIntent): GateWait {
  const { dependent, dependency, condition, declared } = edge;
  if (waitsForEnd(edge)) {
    // The dependency exits only once.
    const isFinal =
      condition === StartCondition.COMPLETED &&
      declared.onTimeout !== OnTimeout.CONTINUE &&
      isNeverRestarted(dependency, intent);
    return { sees: 'end', check: { kind: 'ended', file: lockFile(dependency.name), key: condition, isFinal } };
  }
  const own = findCheck(edge);
  const seen = own && translateCheck(dependent, dependency, own);
  return seen
    ? { sees: 'check', check: seen }
    : {
        sees: 'mark',
        check: {
          kind: 'mark',
          file: markerFile(dependency.name),
          key: condition,
          ...(locksMarks(intent) && { isLocked: true }),
        },
      };
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

export function waitsForEnd({ condition }: Edge): boolean {
  return condition === StartCondition.COMPLETED || condition === StartCondition.EXITED;
}

import { decideGateCheck, locksMarks } from './plan';
import { ExternalCheck } from '../../../api/private/check';
import { describeCommandRemedy } from '../../../api/private/problem';
import { findAgentObstacle, findTool } from '../../../pod/checks';
import { PodIntent } from '../../../pod/intent';
import { passesAtOnce } from '../../../pod/mesh-traffic';
import { AnyEdge, Edge, ExternalEdge, waitsForEnd } from '../../graph/edge';
import { refuseUncheckable } from '../agent-checks';
import {
  accept,
  decline,
  declineOnWindows,
  MechanismModule,
  NO_SHARED_LOCKS,
  NOT_ON_WINDOWS,
  Verdict,
  requireTimeout,
} from '../mechanism';
import { findForeignHook } from '../post-start/judge';

const NOT_AN_APP = decline('only app containers can have a gate, not containers that start before them');
const MARK_STAYS =
  'the wait agent runs before its command and waits for a mark, which the agent in the dependency makes; the ' +
  'mark stays while the dependency is down';
const MARKED = accept(
  'EVERY_START',
  'the wait agent runs before its command and waits, at each start, for a mark, which the agent in the ' +
    'dependency makes in each run',
);
const READS_END =
  'the wait agent runs before its command and waits for a mark, which the agent before the command of the ' +
  'dependency makes when the command has exited';
const TOO_LATE = decline('an ordinary init container has exited before a gate could look');
const EACH_START = accept(
  'EVERY_START',
  'the wait agent runs before its command and makes the check itself, at each start',
);
const OPENS = accept(
  'BEST_EFFORT',
  'the wait agent runs before its command; after the timeout the command starts anyway, as specified',
);

/**
 * The wait agent runs before the dependent's own command. It repeats the check until the check passes, then executes
 * the command (`exec`). If only the dependency can make the check, an agent there writes a mark to a file and locks the
 * file: a mark of a container that does not run does not count. The kubelet holds nothing, so no failure of the kubelet
 * or of the dependency opens the gate.
 */
export const entrypointGate: MechanismModule = {
  mechanism: 'ENTRYPOINT_GATE',
  waiter: 'the gate of',
  heldBy: 'gate',
  addedSteps: ['poll', 'mark', 'gate'],
  findTimeoutProblem: edge => requireTimeout(edge, 'a gate'),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependency, declared } = edge;
    const unfit = refuseDependent(edge, intent);
    if (unfit) {
      return unfit;
    }
    if (dependency.slot === 'INIT') {
      return TOO_LATE;
    }
    const refusal = refuseUncheckable(edge, 'ENTRYPOINT_GATE', intent);
    if (refusal) {
      return refusal;
    }
    const { kind } = decideGateCheck(edge, intent);
    const readsMark = kind === 'mark' || kind === 'ended';
    const unmarked = readsMark ? findMarkObstacle(edge, intent) : undefined;
    if (unmarked) {
      return decline(unmarked);
    }
    if (declared.onTimeout === 'CONTINUE') {
      return OPENS;
    }
    return readsMark ? judgeMark(edge, intent) : EACH_START;
  },

  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict {
    const { target, declared } = edge;
    const unfit = refuseDependent(edge, intent);
    if (unfit) {
      return unfit;
    }
    const why = findTargetObstacle(target.check, intent);
    if (why) {
      return decline(why);
    }
    return declared.onTimeout === 'CONTINUE' ? OPENS : EACH_START;
  },
};

/** Returns the reason why the agent in a gate cannot make the check. */
function findTargetObstacle(check: ExternalCheck, { mesh }: PodIntent): string | undefined {
  const tool = findTool(check);
  if (tool) {
    return `the check takes ${tool}, which runs in an image of its own`;
  }
  if (check.kind === 'command') {
    return 'the command runs in an image of its own';
  }
  return passesAtOnce(check, mesh)
    ? `'${mesh!.proxy}' accepts every connection itself, so that the check would pass at once`
    : findAgentObstacle(check)?.why;
}

/** A mark without a lock stays while its container is down. */
function judgeMark(edge: Edge, intent: PodIntent): Verdict {
  if (!waitsForEnd(edge) && locksMarks(intent)) {
    return MARKED;
  }
  const why = intent.sharesProcesses ? 'the containers share their processes' : NO_SHARED_LOCKS;
  const reason = waitsForEnd(edge) ? READS_END : `${MARK_STAYS}, because ${why}`;
  const opening = findOldMark(edge, intent) ?? findEndingHook(edge);
  return opening === undefined ? accept('FAIL_CLOSED', reason) : accept('BEST_EFFORT', `${reason}; but ${opening}`);
}

/** RestartAllContainers keeps the sandbox and the marks. The hook of a native sidecar has emptied its marks before. */
function findOldMark(edge: Edge, { restartsAllContainers }: PodIntent): string | undefined {
  const { name, slot } = edge.dependency;
  const state = waitsForEnd(edge) ? 'has not exited' : 'is not ready';
  return restartsAllContainers && slot === 'CONTAINER'
    ? `a mark from before RestartAllContainers opens it, while '${name}' ${state} again`
    : undefined;
}

/**
 * A container that the kubelet stops has not completed: the agent has passed the signal on. A preStop hook runs before
 * the signal (kubelet 1.27–1.37, kuberuntime_container.go killContainer).
 */
function findEndingHook({ dependency, condition }: Edge): string | undefined {
  const { name, preStop, liveness, startup, restarts } = dependency;
  const mayStop = liveness !== undefined || startup?.automatic === false;
  return condition === 'COMPLETED' && preStop && !preStop.sleep && mayStop && !restarts.never
    ? `if a probe of '${name}' fails, its preStop hook can end it with exit code 0 before the kubelet runs it again`
    : undefined;
}

function refuseDependent(edge: AnyEdge, intent: PodIntent): Verdict | undefined {
  const { dependent } = edge;
  if (dependent.slot !== 'CONTAINER') {
    return NOT_AN_APP;
  }
  if (dependent.command === undefined) {
    const command = `the command of the dependent comes from its image: ${describeCommandRemedy([dependent])}`;
    return decline(intent.windows ? NOT_ON_WINDOWS : command);
  }
  if (intent.windows) {
    return declineOnWindows(edge, 'ENTRYPOINT_GATE', intent);
  }
  if (dependent.postStart) {
    return decline(
      `the postStart hook of '${dependent.name}' would run while the gate still waits, before the app runs`,
    );
  }
  return undefined;
}

/** Returns the reason why no agent in the dependency can write the mark; `undefined`: an agent can. */
function findMarkObstacle(edge: Edge, { capabilities }: PodIntent): string | undefined {
  const { dependency } = edge;
  const { name, command } = dependency;
  if (waitsForEnd(edge)) {
    if (!capabilities.sharedFileLocks) {
      return `only a lock tells whether '${name}' still runs, and ${NO_SHARED_LOCKS}`;
    }
    return command !== undefined
      ? undefined
      : `only an agent before the command of '${name}' sees it end, and that command comes from its image: ` +
          `${describeCommandRemedy([dependency])}`;
  }
  return findForeignHook(dependency)
    ? `only an agent in '${name}' can tell, and its postStart hook leaves no room for one`
    : undefined;
}

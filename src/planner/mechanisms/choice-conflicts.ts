/** Finds dependencies that no mechanism can enforce, or not as the user states. */
import { MECHANISMS } from './index';
import { Choices, Chosen, HOOK_TIMEOUT_SECONDS, isAtLeast, selectEdges } from './mechanism';
import { leaves, sumDelays } from '../../api/private/check';
import { groupBy } from '../../api/private/collections';
import { Problem } from '../../api/private/problem';
import { findReachable } from '../../pod/cycles';
import { Conflict, Finding } from '../conflict';
import { AnyEdge, checkOf, namesOf } from '../graph/edge';
import { problem } from '../problems';

/** Finds what is wrong with the choices. */
export function findChoiceProblems(choices: Choices): Finding[] {
  const found: Finding[] = choices.refused.map(refused => ({ kind: 'refused', ...refused }));
  for (const edge of [...choices.edges, ...choices.externals]) {
    if (edge.askedGuarantee && !isAtLeast(edge, edge.askedGuarantee)) {
      found.push({ kind: 'tooWeak', edge });
    }
    const problems = [MECHANISMS[edge.mechanism].findTimeoutProblem(edge), findDelayProblem(edge)];
    found.push(...problems.filter(p => p !== undefined));
  }
  return [...found, ...findOpposedWaits(choices), ...findBypassedHooks(choices)];
}

/** A wait that ends before its delay never proves that the delay has passed. */
function findDelayProblem(edge: Chosen<AnyEdge>): Problem | undefined {
  const { timeoutSeconds } = edge.declared;
  const check = checkOf(edge);
  const delay = sumDelays(check ? leaves(check) : []);
  const limit = timeoutSeconds ?? (edge.mechanism === 'POST_START' ? HOOK_TIMEOUT_SECONDS : Infinity);
  return delay <= limit
    ? undefined
    : problem('SO406', {
        ...namesOf(edge),
        what:
          `a delay of ${delay} s, but its wait has a limit of ${limit} ` +
          `s${timeoutSeconds === undefined ? ', the default of a postStart hook' : ''}`,
        remedy: 'give a longer `timeout`, or a shorter delay',
      });
}

/**
 * Finds containers that would start after a timeout, while the init container that holds them waits on for the same
 * target, as another container asked.
 */
function findOpposedWaits({ externals }: Choices): Problem[] {
  const waits = selectEdges(externals, 'INIT_CONTAINER');
  const ofApps = waits.filter(e => e.dependent.slot === 'CONTAINER');
  const continues = (e: AnyEdge) => e.declared.onTimeout === 'CONTINUE';
  const problems: Problem[] = [];
  for (const same of groupBy(ofApps, e => JSON.stringify(e.target.check)).values()) {
    const strict = same.find(e => !continues(e));
    if (strict) {
      const what =
        `CONTINUE as \`onTimeout\`, but container '${strict.dependent.name}' does not start without it, and the init ` +
        'containers hold both';
      const remedy = 'use the same for both';
      problems.push(...same.filter(continues).map(e => problem('SO406', { ...namesOf(e), what, remedy })));
    }
  }
  return problems;
}

/**
 * Finds hooks that cannot hold their dependents, because a guard holds the dependency, or a container that its gate
 * waits for. The kubelet skips a container with a guard and starts the next one, which the hook should hold; and a hook
 * that already waits keeps the kubelet from creating the container with the guard (seen with kubelet 1.37.1).
 */
function findBypassedHooks({ edges }: Choices): Conflict[] {
  const guards = groupBy(selectEdges(edges, 'GUARDED_HOOK'), e => e.dependent);
  if (guards.size === 0) {
    return [];
  }
  const gates = groupBy(selectEdges(edges, 'ENTRYPOINT_GATE'), e => e.dependent);
  const conflicts: Conflict[] = [];
  for (const edge of selectEdges(edges, 'POST_START')) {
    const awaited = findReachable(edge.dependency, c => (gates.get(c) ?? []).map(e => e.dependency));
    const held = [...awaited].find(c => guards.has(c));
    if (held) {
      conflicts.push({ kind: 'bypassed', edge, held, needs: guards.get(held)!.map(g => g.dependency.name) });
    }
  }
  return conflicts;
}

/** Explains dependencies that no mechanism can enforce, or not as the user states. */
import { BY_INTRUSIVENESS, judge } from './choose-mechanism';
import { FORBIDDEN, MECHANISMS } from './index';
import {
  Choices,
  Chosen,
  HOOK_TIMEOUT_SECONDS,
  isAtLeast,
  Refused,
  reportMissingCheck,
  selectEdges,
} from './mechanism';
import { findRemedies, inferRole, isPossible, leaveAndComplete, stopContinuing } from './remedies';
import { ExternalCheck, leaves, sumDelays } from '../../api/private/check';
import { groupBy } from '../../api/private/collections';
import { Problem } from '../../api/private/problem';
import { findAgentObstacle } from '../../pod/checks';
import { findReachable } from '../../pod/cycles';
import { PodIntent } from '../../pod/intent';
import { describeRemedies } from '../../pod/remedy';
import { AnyEdge, Edge, findCheck, isExternal, namesOf, waitsForEnd } from '../graph/edge';
import { problem } from '../problems';

/** Finds the problems of the choices. */
export function findChoiceProblems(choices: Choices, intent: PodIntent): Problem[] {
  const problems = choices.refused.map(refused => explainRefusal(refused, intent));
  for (const edge of [...choices.edges, ...choices.externals]) {
    const found = [
      findGuaranteeProblem(edge, intent),
      MECHANISMS[edge.mechanism].findTimeoutProblem(edge),
      findDelayProblem(edge),
    ];
    problems.push(...found.filter(p => p !== undefined));
  }
  return [...problems, ...findOpposedWaits(choices), ...findBypassedHooks(choices, intent)];
}

/** Explains why no mechanism can enforce the dependency, or why the forced mechanism cannot. */
function explainRefusal({ edge, forced, refusals }: Refused, intent: PodIntent): Problem {
  const names = namesOf(edge);
  const available = BY_INTRUSIVENESS.map(m => m.mechanism);
  if (forced && !available.includes(forced)) {
    return problem('SO401', { ...names, mechanism: forced, available });
  }
  if (refusals.some(r => r.why === FORBIDDEN)) {
    return !isExternal(edge) && edge.condition === 'READY' && !edge.dependency.ready
      ? explainMissingCheck(edge, intent)
      : problem('SO409', { ...names, condition: edge.condition, remedy: adviseForAgent(edge, intent) });
  }

  const helpful = refusals.find(r => r.problem)?.problem;
  if (helpful) {
    return helpful.code === 'SO301' && !isExternal(edge) ? explainMissingCheck(edge, intent) : helpful;
  }
  const gate = refusals.find(r => r.mechanism === 'ENTRYPOINT_GATE');
  if (gate && !forced && isExternal(edge) && edge.target.injected) {
    return problem('SO913', { ...names, why: gate.why });
  }
  if (forced) {
    const remedy = leaveAndComplete('mechanism', edge, intent);
    return problem('SO402', { ...names, mechanism: forced, why: refusals[0].why, remedy });
  }
  const why = refusals.map(r => `${r.mechanism}: ${r.why}`).join('; ');
  const remedy = describeRemedies(findRemedies(edge, intent));
  return problem('SO405', { ...names, condition: edge.condition, why, remedy });
}

function explainMissingCheck(edge: Edge, intent: PodIntent): Problem {
  const running = inferRole({ ...edge, condition: 'RUNNING' }, intent);
  return reportMissingCheck(edge, isPossible(running, intent));
}

/** Returns the changes that keep the order although `agent.delivery` is NONE. */
function adviseForAgent(edge: AnyEdge, intent: PodIntent): string {
  const withAgent = { ...intent, delivery: { ...intent.delivery, delivery: 'CONFIG_MAP' as const } };
  const again = `let '${edge.dependent.name}' try again until '${edge.declared.target.name}' answers`;
  const others = isPossible(edge, withAgent) ? ['use another `agent.delivery`'] : [];
  return describeRemedies([...(isExternal(edge) ? [again] : findRemedies(edge, intent)), ...others]);
}

function findGuaranteeProblem(edge: Chosen<AnyEdge>, intent: PodIntent): Problem | undefined {
  const wanted = edge.askedGuarantee;
  if (!wanted || isAtLeast(edge, wanted)) {
    return undefined;
  }
  const { guarantee, mechanism } = edge;
  const remedy =
    wanted === 'EVERY_START' ? adviseForEveryStart(edge, intent) : describeRemedies(findRemedies(edge, intent));
  return problem('SO403', { ...namesOf(edge), wanted, reached: guarantee, mechanism, remedy });
}

/**
 * Only a gate makes the check at each start of the dependent. An end stays as it is, and Windows has no gate, so that
 * no change helps: ''.
 */
function adviseForEveryStart(edge: AnyEdge, intent: PodIntent): string {
  const { dependent, declared, askedMechanism } = edge;
  if (waitsForEnd(edge) || intent.windows) {
    return '';
  }
  const failing = { ...edge, declared: { ...declared, onTimeout: 'FAIL' as const } };
  const known = { ...dependent, command: dependent.command ?? ({ from: 'manifest' } as const) };
  const [verdict, knowing] = [failing, { ...failing, dependent: known }].map(e =>
    judge(MECHANISMS.ENTRYPOINT_GATE, e, intent),
  );
  const check = checkOf(edge);
  const unable = check && findAgentObstacle(check)?.why;
  const obstacles = new Set([verdict, knowing].flatMap(v => (v.can || v.why === unable ? [] : v.why)));
  const changes = [...obstacles].map(why => `remove the obstacle to ENTRYPOINT_GATE (${why})`);
  if (unable !== undefined || (knowing.can && knowing.guarantee !== 'EVERY_START')) {
    changes.push(
      `declare a check that '${dependent.name}' can make itself: a port, or a file in a volume that both mount`,
    );
    if (edge.condition !== 'READY') {
      changes.push(`depend on '${declared.target.name}' with the condition READY`);
    }
  }
  if (declared.onTimeout === 'CONTINUE') {
    changes.push(stopContinuing(edge));
  }
  if (askedMechanism !== undefined && askedMechanism !== 'ENTRYPOINT_GATE') {
    changes.push('leave `mechanism` out');
  }
  return changes.join(', and ');
}

function checkOf(edge: AnyEdge): ExternalCheck | undefined {
  return isExternal(edge) ? edge.target.check : findCheck(edge);
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
function findBypassedHooks({ edges }: Choices, intent: PodIntent): Problem[] {
  const guards = groupBy(selectEdges(edges, 'GUARDED_HOOK'), e => e.dependent);
  if (guards.size === 0) {
    return [];
  }
  const gates = groupBy(selectEdges(edges, 'ENTRYPOINT_GATE'), e => e.dependent);
  const problems: Problem[] = [];
  for (const edge of selectEdges(edges, 'POST_START')) {
    const awaited = findReachable(edge.dependency, c => (gates.get(c) ?? []).map(e => e.dependency));
    const held = [...awaited].find(c => guards.has(c));
    if (held) {
      const needs = guards.get(held)!.map(g => g.dependency.name);
      const remedy = describeRemedies(findRemedies(edge, intent));
      problems.push(problem('SO410', { ...namesOf(edge), held: held.name, needs, remedy }));
    }
  }
  return problems;
}

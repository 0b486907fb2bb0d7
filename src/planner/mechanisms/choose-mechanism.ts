import { MECHANISMS } from './index';
import { classifyTraffic } from './init-container/mesh-traffic';
import {
  Choices,
  selectEdges,
  Chosen,
  Offer,
  forbidsAgent,
  MechanismModule,
  Verdict,
  HOOK_TIMEOUT_SECONDS,
} from './mechanism';
import { findRemedies } from './remedies';
import { asksForAgent, explainNeededAgent } from './without-agent';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { leaves } from '../../api/private/check';
import { groupBy } from '../../api/private/group-by';
import { Problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { PodIntent } from '../../pod/intent';
import { describeRemedies } from '../../pod/remedy';
import { Edge, ExternalEdge, findCheck, isExternal, getStatedGuarantee, findReachable } from '../graph/edge';
import { problem } from '../problems';
import { sumDelays } from '../sum';

/** The least intrusive mechanism first. */
const BY_INTRUSIVENESS: readonly MechanismModule[] = Object.values(MECHANISMS).sort(
  (a, b) => a.intrusiveness - b.intrusiveness,
);
/** The order where the check of an init container bypasses the mesh, and the check of a gate does not. */
const GATE_FIRST: readonly MechanismModule[] = [...BY_INTRUSIVENESS].sort(
  (a, b) => Number(b.mechanism === Mechanism.ENTRYPOINT_GATE) - Number(a.mechanism === Mechanism.ENTRYPOINT_GATE),
);

const STRENGTH = { [Guarantee.BEST_EFFORT]: 1, [Guarantee.FAIL_CLOSED]: 2, [Guarantee.EVERY_START]: 3 };

/** Chooses a mechanism for each dependency. With problems the choices are incomplete. */
export function chooseMechanisms(
  edges: readonly Edge[],
  externals: readonly ExternalEdge[],
  intent: PodIntent,
): Choices & { problems: Problem[] } {
  const problems: Problem[] = [];
  return { edges: chooseAll(edges, intent, problems), externals: chooseAll(externals, intent, problems), problems };
}

/** Adds what it finds to `problems`. */
function chooseAll<E extends Edge | ExternalEdge>(
  edges: readonly E[],
  intent: PodIntent,
  problems: Problem[],
): Chosen<E>[] {
  const all: Chosen<E>[] = [];
  for (const edge of edges) {
    const chosen = chooseMechanism(edge, intent);
    if ('code' in chosen) {
      problems.push(chosen);
      continue;
    }
    all.push(chosen);
    const found = [findGuaranteeProblem(chosen, intent), findTimeoutProblem(chosen, intent), findDelayProblem(chosen)];
    problems.push(...found.flatMap(p => p ?? []));
  }
  return all;
}

/**
 * Chooses the least intrusive mechanism that reaches the needed guarantee: the stated guarantee, otherwise FAIL_CLOSED.
 * If no mechanism reaches it, the function returns the strongest, and the caller reports a problem if the user states
 * the guarantee.
 */
function chooseMechanism<E extends Edge | ExternalEdge>(edge: E, intent: PodIntent): Chosen<E> | Problem {
  const stated = edge.declared.mechanism;
  const needed = getStatedGuarantee(edge, intent) ?? Guarantee.FAIL_CLOSED;
  const candidates = listCandidates(edge, intent);
  const least = stated ? undefined : chooseLeastIntrusive(edge, candidates, needed, intent);
  const keepsPosition = least?.mechanism === Mechanism.POSITION && isAtLeast(least, Guarantee.FAIL_CLOSED);
  const forced = stated ?? (keepsPosition ? undefined : intent.mechanism);
  if (forced === undefined && forbidsAgent(intent) && !(least && isAtLeast(least, needed))) {
    return explainNeededAgent(edge, intent);
  }
  const module = candidates.find(m => m.mechanism === forced);
  const chosen = forced ? module && offer(module, edge, intent) : least;
  return chosen ?? explainRefusal(edge, candidates, forced, intent);
}

/** Judges no mechanism after the first that has the needed guarantee. */
function chooseLeastIntrusive<E extends Edge | ExternalEdge>(
  edge: E,
  candidates: readonly MechanismModule[],
  needed: Guarantee,
  intent: PodIntent,
): Chosen<E> | undefined {
  let strongest: Chosen<E> | undefined;
  for (const module of candidates) {
    const offered = offer(module, edge, intent);
    if (!offered) {
      continue;
    }
    if (isAtLeast(offered, needed)) {
      return offered;
    }
    if (!strongest || !isAtLeast(strongest, offered.guarantee)) {
      strongest = offered;
    }
  }
  return strongest;
}

function isAtLeast({ guarantee }: Offer, other: Guarantee): boolean {
  return STRENGTH[guarantee] >= STRENGTH[other];
}

function offer<E extends Edge | ExternalEdge>(
  module: MechanismModule,
  edge: E,
  intent: PodIntent,
): Chosen<E> | undefined {
  const verdict = judge(module, edge, intent);
  if (!verdict.can) {
    return undefined;
  }
  const { guarantee, reason, part } = verdict;
  const { mechanism } = module;
  const { dependent, declared } = edge;
  // Without spread, which is many times slower here.
  const chosen: Chosen<Edge> | Chosen<ExternalEdge> = isExternal(edge)
    ? { dependent, declared, target: edge.target, mechanism, guarantee, reason, part, wait: undefined }
    : {
        dependent,
        declared,
        dependency: edge.dependency,
        condition: edge.condition,
        siblings: edge.siblings,
        mechanism,
        guarantee,
        reason,
        part,
        wait: undefined,
      };
  return chosen as unknown as Chosen<E>;
}

function judge(module: MechanismModule, edge: Edge | ExternalEdge, intent: PodIntent): Verdict {
  return isExternal(edge) ? module.judgeExternal(edge, intent) : module.judge(edge, intent);
}

/** Returns the mechanisms, the least intrusive first. */
function listCandidates(edge: Edge | ExternalEdge, intent: PodIntent): readonly MechanismModule[] {
  return isExternal(edge) && bypassesMesh(edge, intent) ? GATE_FIRST : BY_INTRUSIVENESS;
}

/**
 * Whether the check of an init container takes another way than the traffic of the app. The check of a gate goes
 * through the mesh.
 */
function bypassesMesh({ target }: ExternalEdge, { mesh }: PodIntent): boolean {
  return !['untouched', 'meshed'].includes(classifyTraffic(target.check, mesh));
}

/** Explains why no mechanism can enforce the dependency, or why the forced mechanism cannot. */
function explainRefusal(
  edge: Edge | ExternalEdge,
  candidates: readonly MechanismModule[],
  forced: Mechanism | undefined,
  intent: PodIntent,
): Problem {
  const names = { dependent: edge.dependent.name, dependency: edge.declared.target.name };
  const available = BY_INTRUSIVENESS.map(m => m.mechanism);
  if (forced && !available.includes(forced)) {
    return problem('SO401', { ...names, mechanism: forced, available });
  }
  if (forbidsAgent(intent) && asksForAgent(forced)) {
    return explainNeededAgent(edge, intent);
  }

  const refusals = candidates
    .filter(m => !forced || m.mechanism === forced)
    .flatMap(m => {
      const verdict = judge(m, edge, intent);
      return verdict.can ? [] : [{ mechanism: m.mechanism, ...verdict }];
    });
  const helpful = refusals.find(r => r.problem)?.problem;
  if (helpful) {
    return helpful;
  }
  const gate = refusals.find(r => r.mechanism === Mechanism.ENTRYPOINT_GATE);
  if (gate && !forced && isExternal(edge) && edge.target.injected) {
    return problem('SO913', { ...names, why: gate.why });
  }
  return forced
    ? problem('SO402', { ...names, mechanism: forced, why: refusals[0].why })
    : problem('SO405', {
        ...names,
        condition: getCondition(edge),
        why: refusals.map(r => `${r.mechanism}: ${r.why}`).join('; '),
      });
}

function findGuaranteeProblem(edge: Chosen<Edge | ExternalEdge>, intent: PodIntent): Problem | undefined {
  const wanted = getStatedGuarantee(edge, intent);
  if (!wanted || isAtLeast(edge, wanted)) {
    return undefined;
  }
  const { dependent, declared, guarantee, mechanism } = edge;
  const remedy =
    wanted === Guarantee.EVERY_START ? adviseForEveryStart(edge, intent) : adviseForFailClosed(edge, intent);
  return problem('SO403', {
    dependent: dependent.name,
    dependency: declared.target.name,
    wanted,
    reached: guarantee,
    mechanism,
    remedy,
  });
}

function adviseForFailClosed(edge: Edge | ExternalEdge, intent: PodIntent): string {
  return isExternal(edge) ? 'use FAIL as `onTimeout`' : describeRemedies(findRemedies(edge, intent));
}

/** Only a gate makes the check at each start of the dependent. */
function adviseForEveryStart(edge: Edge | ExternalEdge, intent: PodIntent): string {
  const verdict = judge(MECHANISMS[Mechanism.ENTRYPOINT_GATE], edge, intent);
  if (verdict.can && verdict.guarantee !== Guarantee.EVERY_START) {
    return (
      `declare a check that '${edge.dependent.name}' can make itself: a port, or a file in a volume ` +
      `that both mount`
    );
  }
  return verdict.can ? 'leave `mechanism` out' : `remove the obstacle to ${Mechanism.ENTRYPOINT_GATE} (${verdict.why})`;
}

function findTimeoutProblem(edge: Chosen<Edge | ExternalEdge>, intent: PodIntent): Problem | undefined {
  const { timeoutSeconds, onTimeout } = edge.declared;
  return timeoutSeconds === undefined && onTimeout === undefined
    ? undefined
    : MECHANISMS[edge.mechanism].findTimeoutProblem(edge, intent);
}

/** A wait that ends before its delay never proves that the delay has passed. */
function findDelayProblem(edge: Chosen<Edge | ExternalEdge>): Problem | undefined {
  const { target, timeoutSeconds } = edge.declared;
  const check = isExternal(edge) ? edge.target.check : findCheck(edge);
  const delay = sumDelays(check ? leaves(check) : []);
  const limit = timeoutSeconds ?? (edge.mechanism === Mechanism.POST_START ? HOOK_TIMEOUT_SECONDS : Infinity);
  return delay <= limit
    ? undefined
    : problem('SO406', {
        dependent: edge.dependent.name,
        dependency: target.name,
        what:
          `a delay of ${delay} s, but its wait has a limit of ${limit} ` +
          `s${timeoutSeconds === undefined ? ', the default of a postStart hook' : ''}`,
        remedy: 'give a longer `timeout`, or a shorter delay',
      });
}

function getCondition(edge: Edge | ExternalEdge): StartCondition {
  return isExternal(edge) ? StartCondition.READY : edge.condition;
}

/**
 * Finds hooks that cannot hold their dependents, because a guard holds the dependency, or a container that its gate
 * waits for. The kubelet skips a container with a guard and starts the next one, which the hook should hold; and a hook
 * that already waits keeps the kubelet from creating the container with the guard (seen with kubelet 1.37.1).
 */
export function findBypassedHooks({ edges }: Choices, intent: PodIntent): Problem[] {
  const guards = groupBy(selectEdges(edges, Mechanism.GUARDED_HOOK), e => e.dependent);
  if (guards.size === 0) {
    return [];
  }
  const gates = groupBy(selectEdges(edges, Mechanism.ENTRYPOINT_GATE), e => e.dependent);
  return selectEdges(edges, Mechanism.POST_START).flatMap(edge => {
    const awaited = findReachable(edge.dependency, c => (gates.get(c) ?? []).map(e => e.dependency));
    const held = [...awaited].find(c => guards.has(c));
    return held === undefined
      ? []
      : [
          problem('SO410', {
            dependent: edge.dependent.name,
            dependency: edge.dependency.name,
            held: held.name,
            needs: guards.get(held)!.map(g => g.dependency.name),
            remedy: describeRemedies(findRemedies(edge, intent)),
          }),
        ];
  });
}

import { Choice, Choices, ChosenEdge } from './chosen-edge';
import { entrypointGate } from './entrypoint-gate/judge';
import { guardedHook } from './guarded-hook/judge';
import { initContainer } from './init-container/judge';
import { trafficOf } from './init-container/mesh-traffic';
import { MechanismModule, Verdict } from './mechanism';
import { position } from './position/judge';
import { postStart } from './post-start/judge';
import { waysToFailClosed } from './remedies';
import { sidecarProbe } from './sidecar-probe/judge';
import { sidecarWaitInit } from './sidecar-wait-init/judge';
import { ContainerRole } from '../../api/container-role';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { OnTimeout } from '../../api/on-timeout';
import { Problem, problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { ContainerSlot } from '../../api/startup-plan';
import { PodIntent } from '../../pod/intent';
import { describeWays } from '../../pod/remedy';
import { Edge, ExternalEdge, isExternal, statedGuarantee } from '../graph/edge';
import { slotOf } from '../schedule/container-slots';

/** The mechanisms that are built, the least intrusive first. */
const MECHANISMS: readonly MechanismModule[] = [position, sidecarProbe, entrypointGate, guardedHook, sidecarWaitInit, postStart, initContainer];
/** One init container intrudes less than a gate in each app container. */
const MECHANISMS_FOR_ALL: readonly MechanismModule[] = [initContainer, ...MECHANISMS.filter(m => m !== initContainer)];

const STRENGTH = { [Guarantee.BEST_EFFORT]: 1, [Guarantee.FAIL_CLOSED]: 2, [Guarantee.EVERY_START]: 3 };

/** Chooses a mechanism for each dependency. With problems the choices are incomplete. */
export function chooseMechanisms(
  edges: readonly Edge[], externals: readonly ExternalEdge[], intent: PodIntent,
): { choices: Choices; problems: Problem[] } {
  const inside = chooseAll(edges, intent);
  const outside = chooseAll(externals, intent);
  return { choices: { edges: inside.chosen, externals: outside.chosen }, problems: [...inside.problems, ...outside.problems] };
}

function chooseAll<E extends Edge | ExternalEdge>(edges: readonly E[], intent: PodIntent): { chosen: ChosenEdge<E>[]; problems: Problem[] } {
  const chosen: ChosenEdge<E>[] = [];
  const problems: Problem[] = [];
  for (const edge of edges) {
    const choice = choose(edge, intent);
    if ('code' in choice) {
      problems.push(choice);
      continue;
    }
    chosen.push({ edge, choice });
    const tooWeak = guaranteeProblem(edge, choice, intent);
    const meaningless = timeoutProblem(edge, choice, intent);
    if (tooWeak) { problems.push(tooWeak); }
    if (meaningless) { problems.push(meaningless); }
  }
  return { chosen, problems };
}

/** A mechanism and its verdict on one dependency. */
interface Judged {
  readonly mechanism: Mechanism;
  readonly verdict: Verdict;
}

/**
 * The rule: the least intrusive mechanism that reaches the guarantee that is needed. Needed is the guarantee that the user states. Without
 * a stated guarantee, needed is the strongest that a mechanism reaches; but FAIL_CLOSED is enough where the least intrusive mechanism of
 * all reaches it. Where no mechanism reaches the stated guarantee, the strongest is taken, and the caller refuses it.
 */
function choose(edge: Edge | ExternalEdge, intent: PodIntent): Choice | Problem {
  const judged = mechanismsFor(edge, intent)
    .map((m): Judged => ({ mechanism: m.mechanism, verdict: isExternal(edge) ? m.judgeExternal(edge, intent) : m.judge(edge, intent) }));
  const offers = judged.flatMap(({ mechanism, verdict }): Choice[] =>
    verdict.can ? [{ mechanism, guarantee: verdict.guarantee, reason: verdict.reason }] : []);
  const wanted = statedGuarantee(edge, intent);
  const strongest = Math.max(...offers.map(o => STRENGTH[o.guarantee]));
  const needed = Math.min(strongest, STRENGTH[wanted ?? Guarantee.EVERY_START]);
  const least = offers.find(o => STRENGTH[o.guarantee] >= needed || (!wanted && o.mechanism === judged[0].mechanism && closes(o)));
  const forced = edge.declared.mechanism ?? (least?.mechanism === Mechanism.POSITION && closes(least) ? undefined : intent.mechanism);
  return (forced ? offers.find(o => o.mechanism === forced) : least) ?? refusal(edge, judged, forced);
}

/** The least intrusive first. */
function mechanismsFor(edge: Edge | ExternalEdge, intent: PodIntent): readonly MechanismModule[] {
  return isExternal(edge) && edge.neededByAll && !isPastTheMesh(edge, intent) ? MECHANISMS_FOR_ALL : MECHANISMS;
}

/** The check of an init container takes another way than the traffic of the app. The check of a gate goes through the mesh. */
function isPastTheMesh({ target }: ExternalEdge, { mesh }: PodIntent): boolean {
  return !['untouched', 'meshed'].includes(trafficOf(target.check, mesh));
}

function closes({ guarantee }: Choice): boolean {
  return STRENGTH[guarantee] >= STRENGTH[Guarantee.FAIL_CLOSED];
}

/** Why no mechanism can, or not the one that is forced. */
function refusal(edge: Edge | ExternalEdge, judged: readonly Judged[], forced: Mechanism | undefined): Problem {
  const names = { dependent: edge.dependent.name, dependency: edge.declared.target.name };
  const available = MECHANISMS.map(m => m.mechanism);
  if (forced && !available.includes(forced)) { return problem('SO401', { ...names, mechanism: forced, available }); }

  const refusals = judged.flatMap(({ mechanism, verdict }) => verdict.can || (forced && mechanism !== forced) ? [] : [{ mechanism, ...verdict }]);
  const helpful = refusals.find(r => r.problem)?.problem;
  if (helpful) { return helpful; }
  return forced ? problem('SO402', { ...names, mechanism: forced, why: refusals[0].why })
    : problem('SO405', { ...names, condition: conditionOf(edge), why: refusals.map(r => `${r.mechanism}: ${r.why}`).join('; ') });
}

function guaranteeProblem(edge: Edge | ExternalEdge, { mechanism, guarantee }: Choice, intent: PodIntent): Problem | undefined {
  const wanted = statedGuarantee(edge, intent);
  if (!wanted || STRENGTH[guarantee] >= STRENGTH[wanted]) { return undefined; }
  const dependency = edge.declared.target.name;
  const remedy = wanted === Guarantee.EVERY_START ? remedyForEveryStart(edge, intent)
    : isExternal(edge) ? 'use OnTimeout.FAIL' : remedyFor(edge, intent);
  return problem('SO403', { dependent: edge.dependent.name, dependency, wanted, reached: guarantee, mechanism, remedy });
}

/** Only a gate looks at each start. */
function remedyForEveryStart(edge: Edge | ExternalEdge, intent: PodIntent): string {
  const verdict = isExternal(edge) ? entrypointGate.judgeExternal(edge, intent) : entrypointGate.judge(edge, intent);
  if (verdict.can && verdict.guarantee !== Guarantee.EVERY_START) {
    return `declare a check that '${edge.dependent.name}' can make itself: a port, or a file in a volume that both mount`;
  }
  return verdict.can ? 'leave `mechanism` out' : `change what is in the way of ${Mechanism.ENTRYPOINT_GATE} (${verdict.why})`;
}

/** What is in the way is said where no single thing would be enough. */
function remedyFor(edge: Edge, intent: PodIntent): string {
  const ways = waysToFailClosed(edge, intent);
  if (ways.length > 0) { return describeWays(ways); }
  const sidecar = { ...edge, dependency: { ...edge.dependency, role: ContainerRole.SIDECAR } };
  const newest = { ...intent, capabilities: { ...intent.capabilities, nativeSidecars: true, envFiles: true } };
  const obstacles = [{ asked: edge, by: entrypointGate }, { asked: edge, by: guardedHook }, { asked: sidecar, by: sidecarWaitInit }]
    .map(({ asked, by }) => ({ mechanism: by.mechanism, verdict: by.judge(asked, newest) }))
    .map(({ mechanism, verdict }) => `${mechanism} (${verdict.can ? verdict.reason : verdict.why})`);
  return `change what is in the way of one of these: ${obstacles.join(', ')}`;
}

const WHAT_WAITS: Partial<Record<Mechanism, string>> = {
  [Mechanism.ENTRYPOINT_GATE]: 'a gate',
  [Mechanism.GUARDED_HOOK]: 'a guard',
  [Mechanism.SIDECAR_PROBE]: 'a startup probe',
  [Mechanism.SIDECAR_WAIT_INIT]: 'an init container',
  [Mechanism.INIT_CONTAINER]: 'an init container',
};

/** The table 'Timeouts' of docs/reference/mechanisms.md: what `timeout` and `onTimeout` mean with which mechanism, and where they mean nothing. */
function timeoutProblem(edge: Edge | ExternalEdge, { mechanism }: Choice, intent: PodIntent): Problem | undefined {
  const { timeoutSeconds, onTimeout } = edge.declared;
  if (timeoutSeconds === undefined && onTimeout === undefined) { return undefined; }
  const names = { dependent: edge.dependent.name, dependency: edge.declared.target.name };
  switch (mechanism) {
    case Mechanism.POSITION:
      return problem('SO406', {
        ...names,
        what: 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes',
        remedy: 'leave them out',
      });
    case Mechanism.POST_START:
      return onTimeout === OnTimeout.FAIL && !isExternal(edge) && slotOf(edge.dependency, intent).slot === ContainerSlot.CONTAINER
        ? problem('SO404', names) : undefined;
    default:
      return onTimeout !== undefined && timeoutSeconds === undefined ? problem('SO406', {
        ...names,
        what: `\`onTimeout\` without a \`timeout\`: ${WHAT_WAITS[mechanism]} waits for ever unless told otherwise`,
        remedy: 'give a `timeout`',
      }) : mechanism === Mechanism.SIDECAR_WAIT_INIT && !isExternal(edge) ? sharedWaitProblem(edge) : undefined;
  }
}

/** One wait holds all dependents of a sidecar. */
function sharedWaitProblem({ dependent, dependency, declared, siblings: { open } }: Edge): Problem | undefined {
  return declared.onTimeout !== OnTimeout.FAIL || open.length === 0 ? undefined : problem('SO406', {
    dependent: dependent.name,
    dependency: dependency.name,
    what: `OnTimeout.FAIL, but container '${open[0].dependent.name}' wants OnTimeout.CONTINUE for it, and one init container waits for both`,
    remedy: 'use the same for both',
  });
}

function conditionOf(edge: Edge | ExternalEdge): StartCondition {
  return isExternal(edge) ? StartCondition.READY : edge.condition;
}

import { initContainer } from './mechanisms/init-container';
import { position } from './mechanisms/position';
import { postStart } from './mechanisms/post-start';
import { MechanismModule, Surroundings, Verdict } from './mechanisms/verdict';
import { Edge, ExternalEdge } from './resolve';
import { Guarantee } from '../model/guarantee';
import { Mechanism } from '../model/mechanism';
import { OnTimeout } from '../model/on-timeout';
import { Problem, problem } from '../model/private/problem';
import { ContainerSlot } from '../model/startup-plan';

/** The mechanisms that are built, the least intrusive first. */
const MECHANISMS: readonly MechanismModule[] = [position, postStart, initContainer];

const STRENGTH = { [Guarantee.START_ORDER]: 1, [Guarantee.FAIL_CLOSED]: 2, [Guarantee.EVERY_START]: 3 };

export interface Choice {
  readonly mechanism: Mechanism;
  readonly guarantee: Guarantee;
  readonly reason: string;
}

interface Chosen {
  /** `undefined`: there are problems. */
  readonly choice?: Choice;
  readonly problems: readonly Problem[];
}

/** The strongest guarantee that declarations and target allow; among equals the least intrusive mechanism. */
export function choose(edge: Edge, around: Surroundings): Chosen {
  return chooseFrom(MECHANISMS.map(m => ({ mechanism: m.mechanism, verdict: m.judge(edge, around) })), {
    dependent: edge.dependent.name,
    dependency: edge.dependency.name,
    condition: edge.condition,
    forced: edge.declared.mechanism,
    preferred: around.intent.mechanism,
    wanted: edge.declared.guarantee ?? around.intent.guarantee,
    remedy: `with the role SIDECAR, a startup probe and Kubernetes 1.29 or newer the kubelet itself holds everything behind '${edge.dependency.name}'`,
  }, choice => timeoutProblems(edge, choice, around));
}

export function chooseExternal(edge: ExternalEdge, around: Surroundings): Chosen {
  return chooseFrom(MECHANISMS.map(m => ({ mechanism: m.mechanism, verdict: m.judgeExternal(edge, around) })), {
    dependent: edge.dependent.name,
    dependency: edge.target.name,
    condition: 'READY',
    forced: edge.declared.mechanism,
    preferred: around.intent.mechanism,
    wanted: edge.declared.guarantee ?? around.intent.guarantee,
    remedy: 'use OnTimeout.FAIL',
  }, choice => timeoutProblems(edge, choice, around));
}

interface Wish {
  readonly dependent: string;
  readonly dependency: string;
  readonly condition: string;
  /** Of the dependency itself: it must be this one. */
  readonly forced?: Mechanism;
  /** Of the workload: this one where it can, except where the position fails closed already. */
  readonly preferred?: Mechanism;
  readonly wanted?: Guarantee;
  readonly remedy: string;
}

function chooseFrom(
  judged: readonly { mechanism: Mechanism; verdict: Verdict }[], wish: Wish, furtherProblems: (choice: Choice) => Problem[],
): Chosen {
  const { dependent, dependency } = wish;
  const possible = judged
    .flatMap(({ mechanism, verdict }) => verdict.can ? [{ mechanism, guarantee: verdict.guarantee, reason: verdict.reason }] : [])
    .sort((a, b) => STRENGTH[b.guarantee] - STRENGTH[a.guarantee]);
  const keptByPosition = possible[0]?.mechanism === Mechanism.POSITION && possible[0].guarantee !== Guarantee.START_ORDER;
  const forced = wish.forced ?? (keptByPosition ? undefined : wish.preferred);

  if (forced && !judged.some(j => j.mechanism === forced)) {
    return { problems: [problem('SO401', { dependent, dependency, mechanism: forced, available: judged.map(j => j.mechanism) })] };
  }
  const choice = forced ? possible.find(p => p.mechanism === forced) : possible[0];
  if (!choice) {
    const refusals = judged.flatMap(({ mechanism, verdict }) => verdict.can || (forced && mechanism !== forced) ? [] : [{ mechanism, ...verdict }]);
    const helpful = refusals.find(r => r.problem)?.problem;
    return {
      problems: [helpful ?? (forced
        ? problem('SO402', { dependent, dependency, mechanism: forced, why: refusals[0].why })
        : problem('SO405', { dependent, dependency, condition: wish.condition, why: refusals.map(r => `${r.mechanism}: ${r.why}`).join('; ') }))],
    };
  }
  const tooWeak = wish.wanted && STRENGTH[choice.guarantee] < STRENGTH[wish.wanted]
    ? [problem('SO403', {
      dependent,
      dependency,
      wanted: wish.wanted,
      reached: choice.guarantee,
      mechanism: choice.mechanism,
      remedy: wish.wanted === Guarantee.EVERY_START ? 'no mechanism of this version reaches more than FAIL_CLOSED: ask for less' : wish.remedy,
    })]
    : [];
  return { choice, problems: [...tooWeak, ...furtherProblems(choice)] };
}

/** The table 'Timeouts' of README.md: what `timeout` and `onTimeout` mean with which mechanism, and where they mean nothing. */
function timeoutProblems(edge: Edge | ExternalEdge, { mechanism }: Choice, { slots }: Surroundings): Problem[] {
  const { timeoutSeconds, onTimeout } = edge.declared;
  const dependent = edge.dependent.name;
  const dependency = edge.declared.target.name;
  switch (mechanism) {
    case Mechanism.POSITION:
      return timeoutSeconds === undefined && onTimeout === undefined ? [] : [problem('SO406', {
        dependent,
        dependency,
        what: 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes',
        remedy: 'leave them out',
      })];
    case Mechanism.POST_START:
      return onTimeout === OnTimeout.FAIL && slots.get(dependency)!.slot === ContainerSlot.CONTAINER ? [problem('SO404', { dependent, dependency })] : [];
    default:
      return onTimeout !== undefined && timeoutSeconds === undefined ? [problem('SO406', {
        dependent, dependency, what: '`onTimeout` without a `timeout`: an init container waits for ever unless told otherwise', remedy: 'give a `timeout`',
      })] : [];
  }
}

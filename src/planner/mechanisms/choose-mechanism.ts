import { MECHANISMS } from './index';
import {
  Choice,
  Choices,
  Chosen,
  forbidsAgent,
  isAtLeast,
  MechanismModule,
  Refusal,
  Refused,
  Verdict,
} from './mechanism';
import { Guarantee } from '../../api/private/enums';
import { PodIntent } from '../../pod/intent';
import { AnyEdge, Edge, ExternalEdge, isExternal } from '../graph/edge';

/** The least intrusive mechanism first. */
export const BY_INTRUSIVENESS: readonly MechanismModule[] = Object.values(MECHANISMS);
/** The order where the check of an init container bypasses the mesh, and the check of a gate does not. */
const GATE_FIRST: readonly MechanismModule[] = [
  MECHANISMS.ENTRYPOINT_GATE,
  ...BY_INTRUSIVENESS.filter(m => m.mechanism !== 'ENTRYPOINT_GATE'),
];

/** Chooses a mechanism for each dependency. */
export function chooseMechanisms(
  edges: readonly Edge[],
  externals: readonly ExternalEdge[],
  intent: PodIntent,
): Choices {
  const refused: Refused[] = [];
  return { edges: chooseAll(edges, intent, refused), externals: chooseAll(externals, intent, refused), refused };
}

/** Adds the dependencies without a mechanism to `refused`. */
function chooseAll<E extends AnyEdge>(edges: readonly E[], intent: PodIntent, refused: Refused[]): Chosen<E>[] {
  const all: Chosen<E>[] = [];
  for (const edge of edges) {
    const choice = chooseMechanism(edge, intent);
    if ('refusals' in choice) {
      refused.push(choice);
    } else {
      all.push(Object.assign(edge, choice, { wait: undefined }));
    }
  }
  return all;
}

/**
 * Chooses the least intrusive mechanism that reaches the needed guarantee: the stated guarantee, otherwise FAIL_CLOSED.
 * If no mechanism reaches it, the function returns the strongest.
 */
export function chooseMechanism(edge: AnyEdge, intent: PodIntent): Choice | Refused {
  const needed = edge.askedGuarantee ?? 'FAIL_CLOSED';
  const refusals: Refusal[] = [];
  const least = edge.declared.mechanism ? undefined : chooseLeastIntrusive(edge, needed, intent, refusals);
  const keepsPosition = least?.mechanism === 'POSITION' && isAtLeast(least, 'FAIL_CLOSED');
  const forced = keepsPosition ? undefined : edge.askedMechanism;
  if (forced) {
    const module = BY_INTRUSIVENESS.find(m => m.mechanism === forced);
    const offered = module && offer(module, edge, intent);
    return offered?.can ? offered : { edge, forced, refusals: offered ? [offered] : [] };
  }
  const needsAgent = forbidsAgent(intent) && !(least && isAtLeast(least, needed));
  return least === undefined || needsAgent ? { edge, refusals } : least;
}

/** Judges no mechanism after the first that has the needed guarantee. Adds the others to `refusals`. */
function chooseLeastIntrusive(
  edge: AnyEdge,
  needed: Guarantee,
  intent: PodIntent,
  refusals: Refusal[],
): Choice | undefined {
  let strongest: Choice | undefined;
  for (const module of listCandidates(edge)) {
    const offered = offer(module, edge, intent);
    if (!offered.can) {
      refusals.push(offered);
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

export function judge(module: MechanismModule, edge: AnyEdge, intent: PodIntent): Verdict {
  return isExternal(edge) ? module.judgeExternal(edge, intent) : module.judge(edge, intent);
}

function offer(module: MechanismModule, edge: AnyEdge, intent: PodIntent): Choice | Refusal {
  const verdict = judge(module, edge, intent);
  const { mechanism } = module;
  if (!verdict.can) {
    return { mechanism, can: false, why: verdict.why, problem: verdict.problem };
  }
  // Without spread, which is many times slower here.
  const { can, guarantee, reason, part } = verdict;
  return { mechanism, can, guarantee, reason, part };
}

/**
 * Returns the mechanisms, the least intrusive first. The check of a gate goes through the mesh; the check of an init
 * container may take another way than the traffic of the app.
 */
function listCandidates(edge: AnyEdge): readonly MechanismModule[] {
  const bypassesMesh = isExternal(edge) && edge.traffic !== 'untouched' && edge.traffic !== 'meshed';
  return bypassesMesh ? GATE_FIRST : BY_INTRUSIVENESS;
}

import { MECHANISMS } from './index';
import { Choices, Chosen, forbidsAgent, isAtLeast, judge, MechanismModule, Refused } from './mechanism';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { PodIntent } from '../../pod/intent';
import { Edge, ExternalEdge, getStatedGuarantee, isExternal } from '../graph/edge';

/** The least intrusive mechanism first. */
const BY_INTRUSIVENESS: readonly MechanismModule[] = Object.values(MECHANISMS).sort(
  (a, b) => a.intrusiveness - b.intrusiveness,
);
/** The order where the check of an init container bypasses the mesh, and the check of a gate does not. */
const GATE_FIRST: readonly MechanismModule[] = [...BY_INTRUSIVENESS].sort(
  (a, b) => Number(b.mechanism === Mechanism.ENTRYPOINT_GATE) - Number(a.mechanism === Mechanism.ENTRYPOINT_GATE),
);

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
function chooseAll<E extends Edge | ExternalEdge>(
  edges: readonly E[],
  intent: PodIntent,
  refused: Refused[],
): Chosen<E>[] {
  const all: Chosen<E>[] = [];
  for (const edge of edges) {
    const chosen = chooseMechanism(edge, intent);
    if ('mechanism' in chosen) {
      all.push(chosen);
    } else {
      refused.push(chosen);
    }
  }
  return all;
}

/**
 * Chooses the least intrusive mechanism that reaches the needed guarantee: the stated guarantee, otherwise FAIL_CLOSED.
 * If no mechanism reaches it, the function returns the strongest.
 */
function chooseMechanism<E extends Edge | ExternalEdge>(edge: E, intent: PodIntent): Chosen<E> | Refused {
  const stated = edge.declared.mechanism;
  const needed = getStatedGuarantee(edge, intent) ?? Guarantee.FAIL_CLOSED;
  const candidates = listCandidates(edge);
  const least = stated ? undefined : chooseLeastIntrusive(edge, candidates, needed, intent);
  const keepsPosition = least?.mechanism === Mechanism.POSITION && isAtLeast(least, Guarantee.FAIL_CLOSED);
  const forced = stated ?? (keepsPosition ? undefined : intent.mechanism);
  const module = candidates.find(m => m.mechanism === forced);
  const chosen = forced ? module && offer(module, edge, intent) : least;
  const needsAgent = forced === undefined && forbidsAgent(intent) && !(least && isAtLeast(least, needed));
  return chosen === undefined || needsAgent ? { edge, candidates, forced } : chosen;
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
    ? {
        dependent,
        declared,
        target: edge.target,
        traffic: edge.traffic,
        mechanism,
        guarantee,
        reason,
        part,
        wait: undefined,
      }
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

/**
 * Returns the mechanisms, the least intrusive first. The check of a gate goes through the mesh; the check of an init
 * container may take another way than the traffic of the app.
 */
function listCandidates(edge: Edge | ExternalEdge): readonly MechanismModule[] {
  const bypassesMesh = isExternal(edge) && edge.traffic !== 'untouched' && edge.traffic !== 'meshed';
  return bypassesMesh ? GATE_FIRST : BY_INTRUSIVENESS;
}

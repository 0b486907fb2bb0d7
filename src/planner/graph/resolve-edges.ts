import { Edge, ExternalEdge, Siblings } from './edge';
import { leaves, SimpleCheck } from '../../api/private/check';
import { compareValues, groupBy } from '../../api/private/collections';
import { DependencyDeclaration, ExternalTarget } from '../../api/private/declaration';
import { Problem } from '../../api/private/problem';
import { findAgentObstacle } from '../../pod/checks';
import { findShortestCycles } from '../../pod/cycles';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { classifyTraffic } from '../../pod/mesh-traffic';
import { MESHES } from '../../pod/meshes/mesh-facts';
import { problem } from '../problems';

export interface ResolvedEdges {
  readonly edges: readonly Edge[];
  readonly externals: readonly ExternalEdge[];
  readonly problems: readonly Problem[];
}

/** Resolves the declared names to edges. Leaves out a missing dependency that is not required. */
export function resolveEdges(intent: PodIntent): ResolvedEdges {
  const byName = new Map(intent.containers.map(c => [c.name, c]));
  const edges: Edge[] = [];
  const siblingsOn = intent.containers.map((): Record<keyof Siblings, Edge[]> => ({ open: [], hooked: [], early: [] }));
  const externals: ExternalEdge[] = [];
  const problems: Problem[] = [];
  for (const dependent of intent.containers) {
    let previous: DependencyDeclaration | undefined;
    for (const declared of sortDeclarations(dependent.dependsOn, byName)) {
      const { target } = declared;
      if (previous && isSameTarget(previous, declared)) {
        const field = findDifferingField(previous, declared);
        if (field) {
          problems.push(problem('SO105', { dependent: dependent.name, dependency: target.name, field }));
        }
        continue;
      }
      previous = declared;
      const asked = {
        askedMechanism: declared.mechanism ?? intent.mechanism,
        askedGuarantee: declared.guarantee ?? intent.guarantee,
      };
      if (target.kind === 'external') {
        problems.push(...findInjectionProblems(dependent.name, target, byName));
        const traffic = classifyTraffic(target.check, intent.mesh);
        externals.push({ dependent, declared, ...asked, condition: 'READY', target, traffic });
        continue;
      }
      const dependency = byName.get(target.name);
      if (dependency) {
        const siblings = siblingsOn[dependency.place];
        const edge = {
          dependent,
          dependency,
          declared,
          ...asked,
          condition: declared.condition ?? (dependency.role === 'INIT' ? 'COMPLETED' : 'READY'),
          siblings,
        };
        if (startsAfterTimeout(edge)) {
          siblings.open.push(edge);
          if (isHooked(edge)) {
            siblings.hooked.push(edge);
          }
        }
        if (edge.condition === 'READY' && dependent.role !== 'APP') {
          siblings.early.push(edge);
        }
        edges.push(edge);
      } else if (declared.required) {
        const known = [...byName.keys()];
        const injectedBy = Object.values(MESHES).find(({ always }) => always.proxy === target.name)?.title;
        problems.push(problem('SO101', { dependent: dependent.name, dependency: target.name, known, injectedBy }));
      }
    }
  }
  problems.push(...findCycles(edges));
  return { edges, externals, problems };
}

function findCycles(edges: readonly Edge[]): Problem[] {
  const needs = [...groupBy(edges, e => e.dependent.name)].map(
    ([name, of]) => [name, of.map(e => e.dependency.name)] as const,
  );
  return findShortestCycles(new Map(needs)).map(cycle => problem('SO201', { cycle }));
}

function findInjectionProblems(
  dependent: string,
  { name, check, injected }: ExternalTarget,
  byName: ReadonlyMap<string, ContainerIntent>,
): Problem[] {
  if (!injected) {
    return [];
  }
  const [why] = leaves(check).flatMap(leaf => findInjectedObstacle(leaf) ?? []);
  return [
    ...(byName.has(name) ? [problem('SO911', { dependent, dependency: name })] : []),
    ...(why === undefined ? [] : [problem('SO912', { dependent, dependency: name, why })]),
  ];
}

/** Returns the reason why the dependent cannot check the injected container over the network. */
function findInjectedObstacle(check: SimpleCheck): string | undefined {
  const obstacle = findAgentObstacle(check);
  if (obstacle) {
    return obstacle.why;
  }
  if (!('port' in check)) {
    return 'only an agent in that container can make the check';
  }
  return check.port === undefined ? 'the port is unknown' : undefined;
}

/**
 * Sorts declarations, so that the order of the calls of `dependsOn` has no effect: containers in the order of the pod,
 * then other targets by name. Declarations with the same target become neighbours.
 */
function sortDeclarations(
  dependsOn: readonly DependencyDeclaration[],
  byName: ReadonlyMap<string, ContainerIntent>,
): DependencyDeclaration[] {
  const placeOf = ({ target }: DependencyDeclaration) =>
    (target.kind === 'container' ? byName.get(target.name)?.place : undefined) ?? Infinity;
  return [...dependsOn].sort(
    (a, b) =>
      compareValues(placeOf(a), placeOf(b)) ||
      compareValues(a.target.name, b.target.name) ||
      compareValues(JSON.stringify(a.target), JSON.stringify(b.target)) ||
      compareValues(JSON.stringify(a), JSON.stringify(b)),
  );
}

function isSameTarget({ target: a }: DependencyDeclaration, { target: b }: DependencyDeclaration): boolean {
  return a.name === b.name && JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the dependent starts after a timeout: the user specifies that, or demands a hook. */
function startsAfterTimeout(edge: Edge): boolean {
  const { onTimeout } = edge.declared;
  return edge.condition === 'READY' && (onTimeout === 'CONTINUE' || (isHooked(edge) && onTimeout !== 'FAIL'));
}

function isHooked({ askedMechanism }: Edge): boolean {
  return askedMechanism === 'POST_START';
}

function findDifferingField(a: DependencyDeclaration, b: DependencyDeclaration): string | undefined {
  const fields = [
    'condition',
    'timeoutSeconds',
    'onTimeout',
    'required',
    'mechanism',
    'guarantee',
    'restartAllContainers',
    'orderedShutdown',
  ] as const;
  const field = fields.find(f => a[f] !== b[f]);
  return field === 'timeoutSeconds' ? 'timeout' : field;
}

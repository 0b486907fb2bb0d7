import { Check, ExternalCheck } from '../../api/private/check';
import { DependencyDeclaration, ExternalTarget } from '../../api/private/declaration';
import { Guarantee, Mechanism, StartCondition } from '../../api/private/enums';
import { ContainerIntent, PodIntent, ReadyCheckIntent } from '../../pod/intent';
import { InitCheckTraffic } from '../../pod/mesh-traffic';

/** A dependency of a container. */
interface EdgeFacts {
  readonly dependent: ContainerIntent;
  readonly condition: StartCondition;
  readonly declared: DependencyDeclaration;
  /** The mechanism and the guarantee that the user states for the dependency, or otherwise for the workload. */
  readonly askedMechanism?: Mechanism;
  readonly askedGuarantee?: Guarantee;
}

/** A dependency on another container of the pod. */
export interface Edge extends EdgeFacts {
  readonly dependency: ContainerIntent;
  readonly siblings: Siblings;
}

/** The edges with the same dependency and condition READY that influence each other's mechanism. */
export interface Siblings {
  /** Edges whose dependent starts after a timeout. */
  readonly open: readonly Edge[];
  /** The edges of `open` for which the user demands a hook. */
  readonly hooked: readonly Edge[];
  /** Edges whose dependent is not an app container. */
  readonly early: readonly Edge[];
}

/** A dependency on a target outside the pod. Its condition is READY. */
export interface ExternalEdge extends EdgeFacts {
  readonly target: ExternalTarget;
  /** The way of the check in an init container. */
  readonly traffic: InitCheckTraffic;
}

export type AnyEdge = Edge | ExternalEdge;

export function isExternal(edge: AnyEdge): edge is ExternalEdge {
  return 'target' in edge;
}

/** Returns the names of a dependency, as the problems of dependencies contain them. */
export function namesOf({ dependent, declared }: AnyEdge): { dependent: string; dependency: string } {
  return { dependent: dependent.name, dependency: declared.target.name };
}

/** Whether the dependent waits for the end of the dependency. */
export function waitsForEnd({ condition }: Pick<AnyEdge, 'condition'>): boolean {
  return condition === 'COMPLETED' || condition === 'EXITED';
}

/** Whether a dependent states that it waits for the end of the container, which only some roles have. */
export function mustEnd({ name }: ContainerIntent, { containers }: PodIntent): boolean {
  const states = ({ target, condition = 'READY' }: DependencyDeclaration) =>
    target.name === name && waitsForEnd({ condition });
  return containers.some(c => c.dependsOn.some(states));
}

/** Whether the container needs an app container, so that it cannot start before them. */
export function needsApp(container: ContainerIntent, intent: PodIntent): boolean {
  const needed = container.dependsOn.map(d => d.target.name);
  return listOtherApps(container, intent).some(({ name }) => needed.includes(name));
}

export function listOtherApps({ name }: ContainerIntent, { containers }: PodIntent): readonly ContainerIntent[] {
  return containers.filter(c => c.name !== name && c.role === 'APP');
}

/** Returns the check of an edge. */
export function findCheck(edge: Edge): Check | undefined {
  return findCheckWithSource(edge)?.check;
}

/** Returns the check of an edge, or of a target outside the pod. */
export function checkOf(edge: AnyEdge): ExternalCheck | undefined {
  return isExternal(edge) ? edge.target.check : findCheck(edge);
}

/** Returns the check of an edge, and its source. */
export function findCheckWithSource({ dependency: { startup, ready }, condition }: Edge): ReadyCheckIntent | undefined {
  switch (condition) {
    case 'READY':
      return ready;
    case 'STARTED':
      return (
        startup?.check && { check: startup.check, source: startup.automatic ? 'automaticStartupProbe' : 'startupProbe' }
      );
    default:
      return undefined;
  }
}

/** Returns the edge as if its dependency had these facts. */
export function withDependency(edge: Edge, changes: Partial<ContainerIntent>): Edge {
  return { ...edge, dependency: { ...edge.dependency, ...changes } };
}

/** Returns the edge with the role SIDECAR for its dependency, on nodes that support native sidecars. */
export function supposeSidecar(edge: Edge): Edge {
  const slot = 'NATIVE_SIDECAR';
  const { dependent } = edge;
  const asSidecar = withDependency(edge, { role: 'SIDECAR', slot });
  return dependent.role === 'SIDECAR' ? { ...asSidecar, dependent: { ...dependent, slot } } : asSidecar;
}

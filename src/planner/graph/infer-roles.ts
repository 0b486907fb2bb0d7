import { AnyEdge, Edge, ExternalEdge, isExternal, supposeSidecar } from './edge';
import { ResolvedEdges } from './resolve-edges';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../../api/enums';
import { groupBy } from '../../api/private/collections';
import { OnTimeout, ContainerSlot } from '../../api/private/enums';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { ALWAYS } from '../../pod/restarts';
import { MECHANISMS } from '../mechanisms';
import { failsClosed } from '../mechanisms/mechanism';

/** The mechanisms for which the dependency is a native sidecar, the least intrusive first. */
const ON_SIDECARS = [Mechanism.POSITION, Mechanism.SIDECAR_PROBE, Mechanism.SIDECAR_WAIT_INIT];
/** The mechanisms that only an app container can wait with. */
const OF_APP_CONTAINERS = [Mechanism.ENTRYPOINT_GATE, Mechanism.GUARDED_HOOK];
/** A native sidecar never exits, so no dependent can wait for its end. */
const CONDITIONS = [StartCondition.RUNNING, StartCondition.STARTED, StartCondition.READY];

/**
 * Gives the role SIDECAR to regular containers without a stated role that others need, if every dependency on them then
 * fails closed. Containers without dependents stay app containers. Returns the same intent if no role changes.
 */
export function inferRoles({ edges, externals }: ResolvedEdges, intent: PodIntent): PodIntent {
  // A native sidecar starts before a proxy that is a regular container.
  if (!intent.capabilities.nativeSidecars || (intent.mesh && intent.mesh.order !== 'native')) {
    return intent;
  }
  const inference = new Inference(edges, externals, intent);
  const containers = intent.containers.map(c =>
    inference.becomesSidecar(c)
      ? {
          ...c,
          role: ContainerRole.SIDECAR,
          slot: ContainerSlot.NATIVE_SIDECAR,
          restarts: ALWAYS,
          inferredFor: inference.listDependents(c),
        }
      : c,
  );
  const hasChanged = containers.some((c, i) => c !== intent.containers[i]);
  return hasChanged && containers.some(c => c.role === ContainerRole.APP) ? { ...intent, containers } : intent;
}

class Inference {
  /** A container that depends on itself stays an app container, and the planner reports the cycle. */
  private readonly decided = new Map<ContainerIntent, boolean>();
  private readonly edgesOn: ReadonlyMap<ContainerIntent, readonly Edge[]>;
  private readonly edgesOf: ReadonlyMap<ContainerIntent, readonly AnyEdge[]>;

  public constructor(
    edges: readonly Edge[],
    externals: readonly ExternalEdge[],
    private readonly intent: PodIntent,
  ) {
    this.edgesOn = groupBy(edges, e => e.dependency);
    this.edgesOf = groupBy([...edges, ...externals], e => e.dependent);
  }

  public becomesSidecar(container: ContainerIntent): boolean {
    const known = this.decided.get(container);
    if (known !== undefined) {
      return known;
    }
    this.decided.set(container, false);
    const becomes = this.canMove(container) && this.isWorthIt(container) && this.canStartEarly(container);
    this.decided.set(container, becomes);
    return becomes;
  }

  public listDependents(container: ContainerIntent): string[] {
    return this.edgesOn.get(container)!.map(e => e.dependent.name);
  }

  /** A native sidecar always restarts, without rules of its own, and has no `hostPort` that the kubelet maps. */
  private canMove({ role, roleStated, restartPolicy, restartRules, hostPorts }: ContainerIntent): boolean {
    const restartsAlways = (restartPolicy ?? 'Always') === 'Always' && restartRules.length === 0;
    return role === ContainerRole.APP && !roleStated && restartsAlways && hostPorts !== 'mapped';
  }

  /** Whether every dependency on the container fails closed, except where the user asks for another mechanism. */
  private isWorthIt(container: ContainerIntent): boolean {
    const edges = this.edgesOn.get(container) ?? [];
    // The end of a container that only has to start may be what its Job waits for.
    const isHelper = this.intent.restartPolicy === 'Always' || edges.some(e => e.condition === StartCondition.READY);
    if (
      !isHelper ||
      edges.some(e => !CONDITIONS.includes(e.condition) || e.declared.onTimeout === OnTimeout.CONTINUE)
    ) {
      return false;
    }
    const native = edges.filter(e => ON_SIDECARS.includes(e.askedMechanism ?? Mechanism.POSITION));
    return native.length > 0 && native.every(e => this.failsClosed(e));
  }

  private failsClosed(edge: Edge): boolean {
    const asSidecar = supposeSidecar(edge);
    const possible = edge.askedMechanism === undefined ? ON_SIDECARS : [edge.askedMechanism];
    return possible.some(mechanism => failsClosed(MECHANISMS[mechanism].judge(asSidecar, this.intent)));
  }

  /** Whether everything that the container needs can start before a native sidecar. */
  private canStartEarly(container: ContainerIntent): boolean {
    return (this.edgesOf.get(container) ?? []).every(edge => {
      if (edge.askedMechanism !== undefined && OF_APP_CONTAINERS.includes(edge.askedMechanism)) {
        return false;
      }
      if (edge.askedGuarantee === Guarantee.EVERY_START) {
        return false;
      }
      if (isExternal(edge)) {
        return MECHANISMS[Mechanism.INIT_CONTAINER].judgeExternal(edge, this.intent).can;
      }
      return edge.dependency.slot !== ContainerSlot.CONTAINER || this.becomesSidecar(edge.dependency);
    });
  }
}

import { Edge, withDependency } from './edge';
import { ContainerRole } from '../../api/container-role';
import { ContainerSlot } from '../../api/private/container-slot';
import { ContainerIntent, PodIntent } from '../../pod/intent';

/** Returns the pod on nodes that support native sidecars. */
export function supposeNewNodes(intent: PodIntent): PodIntent {
  const { capabilities, containers } = intent;
  if (capabilities.nativeSidecars) {
    return intent;
  }
  return {
    ...intent,
    capabilities: { ...capabilities, nativeSidecars: true },
    containers: containers.map(moveSidecar),
  };
}

/** Returns the edge on nodes that support native sidecars. */
export function supposeSidecars(edge: Edge): Edge {
  return { ...edge, dependent: moveSidecar(edge.dependent), dependency: moveSidecar(edge.dependency) };
}

/** Returns the edge with the role SIDECAR for its dependency, on nodes that support native sidecars. */
export function supposeSidecar(edge: Edge): Edge {
  return supposeSidecars(withDependency(edge, { role: ContainerRole.SIDECAR }));
}

function moveSidecar(container: ContainerIntent): ContainerIntent {
  return container.role === ContainerRole.SIDECAR ? { ...container, slot: ContainerSlot.NATIVE_SIDECAR } : container;
}

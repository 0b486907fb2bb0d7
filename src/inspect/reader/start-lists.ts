import { ContainerView } from './pod-view';
import { ContainerSlot } from '../../api/startup-plan';
import { Capabilities } from '../../pod/capabilities';

/** The two lists of a pod, for nodes that can do this. */
export interface PodLists {
  /** Both, in start order. */
  readonly containers: readonly ContainerView[];
  readonly inits: readonly ContainerView[];
  readonly apps: readonly ContainerView[];
  readonly capabilities: Capabilities;
}

export function listsOf(containers: readonly ContainerView[], capabilities: Capabilities): PodLists {
  return {
    containers,
    inits: containers.filter(c => c.slot !== ContainerSlot.CONTAINER),
    apps: containers.filter(c => c.slot === ContainerSlot.CONTAINER),
    capabilities,
  };
}

/** All containers that start later, in start order. */
export function behindOf(container: ContainerView, { containers }: PodLists): readonly ContainerView[] {
  return containers.slice(containers.indexOf(container) + 1);
}

/**
 * The kubelet goes on when the container has exited with 0; it goes on when any other entry of `initContainers` has started. Nodes without native
 * sidecars take each entry for an ordinary one.
 */
export function endsFirst({ slot }: ContainerView, { capabilities }: PodLists): boolean {
  return slot === ContainerSlot.INIT_CONTAINER || (slot === ContainerSlot.NATIVE_SIDECAR && !capabilities.nativeSidecars);
}

import { ContainerView } from './pod-view';
import { ContainerSlot } from '../../src/api/private/container-slot';
import { Capabilities } from '../../src/pod/capabilities';

/** The two lists of a pod, for nodes with these capabilities. */
export interface PodLists {
  /** The containers of both lists, in start order. */
  readonly containers: readonly ContainerView[];
  readonly inits: readonly ContainerView[];
  readonly apps: readonly ContainerView[];
  readonly capabilities: Capabilities;
}

export function splitLists(containers: readonly ContainerView[], capabilities: Capabilities): PodLists {
  return {
    containers,
    inits: containers.filter(c => c.slot !== ContainerSlot.CONTAINER),
    apps: containers.filter(c => c.slot === ContainerSlot.CONTAINER),
    capabilities,
  };
}

/** Returns all later containers, in start order. */
export function findLaterContainers(container: ContainerView, { containers }: Pick<PodLists, 'containers'>): readonly ContainerView[] {
  return containers.slice(containers.indexOf(container) + 1);
}

/**
 * The kubelet starts the next container when this container has exited with 0. After any other entry of `initContainers`, it continues when the entry has started.
 * Nodes without native sidecars treat each entry as an ordinary init container.
 */
export function mustExitFirst({ slot }: ContainerView, { capabilities }: PodLists): boolean {
  return slot === ContainerSlot.INIT || (slot === ContainerSlot.NATIVE_SIDECAR && !capabilities.nativeSidecars);
}

import { ContainerView } from './pod-view';
import { Capabilities } from '../model/private/capabilities';
import { ContainerSlot } from '../model/startup-plan';

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

/** What starts as soon as the entry of `initContainers` lets it: the next entry, or all containers. */
export function nextOf(index: number, { inits, apps }: PodLists): readonly ContainerView[] {
  return index + 1 < inits.length ? [inits[index + 1]] : apps;
}

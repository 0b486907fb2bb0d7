/** The place of a container in the pod spec. */
export enum ContainerSlot {
  /** In `spec.initContainers`, runs to completion. */
  INIT = 'INIT',
  /** In `spec.initContainers` with `restartPolicy: Always`. */
  NATIVE_SIDECAR = 'NATIVE_SIDECAR',
  /** In `spec.containers`. */
  CONTAINER = 'CONTAINER',
}

/** Returns the list of the pod spec that contains the slot. */
export function getList(slot: ContainerSlot): 'initContainers' | 'containers' {
  return slot === ContainerSlot.CONTAINER ? 'containers' : 'initContainers';
}

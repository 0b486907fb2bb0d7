import { Capabilities } from './capabilities';
import { ContainerRole } from '../api/container-role';
import { ContainerSlot } from '../api/private/container-slot';

/** Returns the list of the pod spec in which a container with this role belongs. */
export function chooseSlot(role: ContainerRole, { nativeSidecars }: Capabilities): ContainerSlot {
  switch (role) {
    case ContainerRole.INIT:
      return ContainerSlot.INIT;
    case ContainerRole.APP:
      return ContainerSlot.CONTAINER;
    case ContainerRole.SIDECAR:
      return nativeSidecars ? ContainerSlot.NATIVE_SIDECAR : ContainerSlot.CONTAINER;
  }
}

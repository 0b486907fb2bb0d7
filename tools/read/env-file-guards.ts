import { objectOf } from './coerce-json';
import { ContainerView, PodView } from './pod-view';
import { findOtherUser } from './shared-volumes';
import { STATE_VOLUME } from '../../src/agent/contract';
import { StartCondition } from '../../src/api/start-condition';

/**
 * An environment variable from a file in a volume: the kubelet cannot create the container before the file contains the
 * key.
 */
export interface EnvFileGuard {
  readonly dependency: string;
  readonly condition: StartCondition;
  /** The index in `env`. */
  readonly index: number;
  readonly reason: string;
}

/**
 * Returns the guards of a container. A guard of the library names the container that writes the file. For other guards,
 * it is the only other container that mounts the volume.
 */
export function findEnvFileGuards(container: ContainerView, pod: PodView): EnvFileGuard[] {
  return (container.json.env ?? []).flatMap((variable, index): EnvFileGuard[] => {
    const { volumeName, path, key, optional } = objectOf(objectOf(variable.valueFrom)?.fileKeyRef) ?? {};
    if (typeof path !== 'string' || optional === true || path === container.name) {
      return [];
    }
    const condition = Object.values(StartCondition).find(c => c === key) ?? StartCondition.READY;
    const held = 'the kubelet cannot create it before a file contains its key, and';
    if (volumeName === STATE_VOLUME) {
      return [{ dependency: path, condition, index, reason: `${held} only the wait agent writes the key` }];
    }
    const writer = findOtherUser(volumeName, container, pod);
    return writer
      ? [
          {
            dependency: writer.name,
            condition,
            index,
            reason: `${held} only that container mounts the volume of the file`,
          },
        ]
      : [];
  });
}

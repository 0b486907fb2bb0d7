import { objectOf } from './coerce-json';
import { ContainerView, PodView } from './pod-view';
import { findOtherUser } from './shared-volumes';
import { STATE_VOLUME } from '../../src/agent/contract';
import { StartCondition as CONDITIONS } from '../../src/api/enums';
import { StartCondition } from '../../src/api/private/enums';

/**
 * An environment variable from a file in a volume: the kubelet cannot create the container before the file contains the
 * key.
 */
interface EnvFileGuard {
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
  const guards: EnvFileGuard[] = [];
  for (const [index, { valueFrom }] of (container.json.env ?? []).entries()) {
    const { volumeName, path, key, optional } = objectOf(objectOf(valueFrom)?.fileKeyRef) ?? {};
    if (typeof path !== 'string' || optional === true || path === container.name) {
      continue;
    }
    const condition = Object.values<StartCondition>(CONDITIONS).find(c => c === key) ?? 'READY';
    const held = 'the kubelet cannot create it before a file contains its key, and';
    const writer = findOtherUser(volumeName, container, pod);
    if (volumeName === STATE_VOLUME) {
      guards.push({ dependency: path, condition, index, reason: `${held} only the wait agent writes the key` });
    } else if (writer) {
      const reason = `${held} only that container mounts the volume of the file`;
      guards.push({ dependency: writer.name, condition, index, reason });
    }
  }
  return guards;
}

import { ContainerView, PodView } from './pod-view';

/**
 * Returns the only other container that mounts the volume. An ordinary init container has exited by then: its position
 * holds the container.
 */
export function findOtherUser(
  volume: unknown,
  container: ContainerView,
  { containers }: PodView,
): ContainerView | undefined {
  const [other, ...more] = containers.filter(
    c => c !== container && c.json.volumeMounts?.some(({ name }) => name === volume),
  );
  return more.length === 0 && other?.slot !== 'INIT' ? other : undefined;
}

/**
 * Returns the container that creates a file which the command of `reader` awaits: the only other user of the `emptyDir`
 * with the file.
 */
export function findFileWriter(path: string, reader: ContainerView, pod: PodView): ContainerView | undefined {
  const mounts = (reader.json.volumeMounts ?? []).filter(({ mountPath }) =>
    path.startsWith(`${mountPath.replace(/\/$/, '')}/`),
  );
  const [mount] = mounts.sort((a, b) => b.mountPath.length - a.mountPath.length);
  const isOfPod =
    mount && pod.spec.volumes?.some(({ name, emptyDir }) => name === mount.name && emptyDir !== undefined);
  return isOfPod ? findOtherUser(mount.name, reader, pod) : undefined;
}

import { ContainerJson } from '../api/private/pod-spec';
import { ImageFile } from '../images/image-configuration';
import { findImageField } from '../images/image-file';

/** The signals that the wait agent can send, with the numbers of Linux on all architectures of the agent. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGWINCH: 28,
};

/**
 * Returns the name of the signal with which the kubelet stops the container; `undefined`: SIGTERM, or unknown.
 * `lifecycle.stopSignal` takes precedence over the STOPSIGNAL of the image, which can be a name with or without `SIG`,
 * or a number.
 *
 * kubernetes 1.33–1.37, lifecycle.stopSignal (feature gate ContainerStopSignals)
 */
export function findStopSignal(
  { image = '', lifecycle }: ContainerJson,
  images: ImageFile | undefined,
): string | undefined {
  const given = lifecycle?.stopSignal ?? findImageField(images, image, 'stopSignal');
  return given === undefined
    ? undefined
    : Object.keys(SIGNALS).find(name => [name, name.slice(3), `${SIGNALS[name]}`].includes(given.toUpperCase()));
}

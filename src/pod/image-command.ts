import { CommandIntent, ContainerIntent, ImageCommand } from './intent';
import { problem } from './problems';
import { ContainerJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';
import { ImageFile } from '../images/image-configuration';
import { differsByPlatform, findImage } from '../images/image-file';
import { parseImageReference } from '../images/image-reference';

/**
 * Returns the source of the command of a container. As in Kubernetes, `args` of the manifest replaces the `cmd` of the
 * image, and `command` replaces both:
 * https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
 */
export function findCommand(
  { command, args = [], image = '' }: ContainerJson,
  images: ImageFile | undefined,
): CommandIntent | undefined {
  if ((command ?? []).length > 0) {
    return { from: 'manifest' };
  }
  const configuration = findImage(images, image);
  if (!configuration || differsByPlatform(configuration, 'entrypoint', 'cmd')) {
    return undefined;
  }
  const { digest, entrypoint = [], cmd = [] } = configuration;
  const ofImage = args.length > 0 ? [] : cmd;
  if (entrypoint.length === 0) {
    return { from: 'image', image, digest, command: ofImage };
  }
  return { from: 'image', image, digest, command: entrypoint, args: ofImage.length > 0 ? ofImage : undefined };
}

/** Finds images without any command, and images whose entry is of another digest. */
export function validateImages(containers: readonly ContainerJson[], images: ImageFile): Problem[] {
  return containers.flatMap(({ name, image = '', command = [], args = [] }) => {
    const configuration = command.length > 0 ? undefined : findImage(images, image);
    if (!configuration) {
      return [];
    }
    const { digest, entrypoint = [], cmd = [] } = configuration;
    const wanted = parseImageReference(image)?.digest;
    return [
      ...(wanted !== undefined && wanted !== digest ? [problem('SO643', { name, image, digest })] : []),
      ...(entrypoint.length + cmd.length + args.length === 0 && !differsByPlatform(configuration, 'entrypoint', 'cmd')
        ? [problem('SO642', { name, image })]
        : []),
    ];
  });
}

/**
 * Whether the kubelet can start the container with another image than the image file contains: it pulls the tag at each
 * start, or the tag is `latest`.
 */
export function followsTag({ image, imagePullPolicy }: ContainerIntent): boolean {
  const reference = parseImageReference(image);
  return (
    reference !== undefined &&
    reference.digest === undefined &&
    (imagePullPolicy === 'Always' || reference.tag === 'latest')
  );
}

/** Returns 'nginx:1.27 (sha256:…)'. */
export function formatImageDigest({ image, digest }: ImageCommand): string {
  return `${image} (${digest})`;
}

/** Returns 'nginx:1.27@sha256:…'. */
export function formatPinnedImage({ image, digest }: ImageCommand): string {
  return image.includes('@') ? image : `${image}@${digest}`;
}

import { textOf } from '../../read/coerce-json';
import { formatTitle } from '../../read/find-workloads';
import { PodReading } from '../../read/read-pod';

/** An image of the manifests. */
export interface ManifestImage {
  readonly reference: string;
  /** The first container with the image: `Deployment shop/web, container app`. */
  readonly place: string;
  /** At least one container with the image depends on something, and the manifest does not contain its `command`. */
  readonly isDependent: boolean;
}

/** Returns the images of all containers, except injected containers, in the order of the manifests. */
export function findImages(pods: readonly PodReading[]): ManifestImage[] {
  const images = new Map<string, ManifestImage>();
  for (const pod of pods) {
    const dependents = findDependents(pod);
    for (const { name, json, injected } of pod.containers) {
      const image = textOf(json.image);
      if (injected || !image) {
        continue;
      }
      const before = images.get(image);
      images.set(image, {
        reference: image,
        place: before?.place ?? `${formatTitle(pod.workload)}, container ${name}`,
        isDependent: before?.isDependent || (!json.command?.length && dependents.has(name)),
      });
    }
  }
  return [...images.values()];
}

/**
 * Returns the containers that wait for something, or that the manifest suggests to wait. A position in a list alone is
 * no dependency.
 */
function findDependents({ order }: PodReading): Set<string> {
  return new Set([
    ...order.ordered.filter(pair => pair.by !== 'position').map(pair => pair.then),
    ...order.unenforced.flatMap(({ then }) => then ?? []),
    ...order.outside.flatMap(wait => wait.holds),
  ]);
}

import { declareOrders, withoutPod } from '../../order/declare-orders';
import { parseStartupOrder } from '../../order/startup-order-object';
import { textOf } from '../../read/coerce-json';
import { formatTitle } from '../../read/find-workloads';
import { PodReading } from '../../read/read-pod';
import { Workloads } from '../load-workloads';

/** An image of the manifests. */
export interface ManifestImage {
  readonly reference: string;
  /** The first container with the image: `Deployment shop/web, container app`. */
  readonly place: string;
  /** At least one container with the image depends on something, and the manifest does not contain its `command`. */
  readonly isDependent: boolean;
}

type Declared = Pick<Workloads, 'pods' | 'startupOrders'>;

/** Returns the images of all containers, except injected containers, in the order of the manifests. */
export function findImages(workloads: Declared): ManifestImage[] {
  const images = new Map<string, ManifestImage>();
  const declared = findDeclaredDependents(workloads);
  for (const pod of workloads.pods) {
    const dependents = new Set([...findDependents(pod), ...(declared.get(pod) ?? [])]);
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

/**
 * Returns the containers that depend on something by an annotation or a StartupOrder. The command `order` may need
 * their commands before it can write the manifest in which they wait. It also reports invalid declarations.
 */
function findDeclaredDependents({ pods, startupOrders }: Declared): Map<PodReading, readonly string[]> {
  const podOf = new Map(pods.map(pod => [withoutPod(pod.workload), pod]));
  const dependents = new Map<PodReading, readonly string[]>();
  const objects = startupOrders.flatMap(value => parseStartupOrder(value).object ?? []);
  for (const [workload, { declaration }] of declareOrders(objects, [...podOf.keys()], {}).orders) {
    const pod = podOf.get(workload)!;
    const declared = declaration.containers.filter(({ dependsOn }) => dependsOn.length > 0).map(({ name }) => name);
    const apps = declaration.sidecarsFirst ? pod.apps.map(({ name }) => name) : [];
    dependents.set(pod, [...declared, ...apps]);
  }
  return dependents;
}

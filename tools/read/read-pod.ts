import { EnforcedOrder } from './enforced-edges';
import { readEnforcedOrder } from './enforced-order';
import { FoundWorkload } from './find-workloads';
import { PodView, readPodView } from './pod-view';
import { ImageFile } from '../../src/images/image-file';

/** The facts about one workload. */
export interface PodReading extends PodView {
  readonly order: EnforcedOrder;
}

/**
 * `kubernetesVersion`: the version of the oldest node; by default the version that the manifest records, otherwise
 * `DEFAULT_VERSION`. `images`: the commands of containers without `command`.
 */
export function readPod(workload: FoundWorkload, kubernetesVersion?: string, images?: ImageFile): PodReading {
  const view = readPodView(workload, kubernetesVersion, images);
  return { ...view, order: readEnforcedOrder(view) };
}

import { EnforcedOrder } from './enforced-edges';
import { readEnforcedOrder } from './enforced-order';
import { FoundWorkload } from './find-workloads';
import { PodView, readPodView, viewFor } from './pod-view';
import { ImageFile } from '../../src/images/image-file';
import { readRecordedVersion } from '../../src/pod/record-version';

/** The facts about one workload. */
export interface PodReading extends PodView {
  readonly order: EnforcedOrder;
}

/**
 * `kubernetesVersion`: the version of the oldest node; by default the version that the manifest records, otherwise
 * `DEFAULT_VERSION`. `images`: the commands of containers without `command`.
 */
export function readPod(workload: FoundWorkload, kubernetesVersion?: string, images?: ImageFile): PodReading {
  return addOrder(readPodView(workload, kubernetesVersion ?? readRecordedVersion(workload.object), images));
}

/** Reads the same pod for nodes of another version. */
export function readPodFor(view: PodView, kubernetesVersion: string): PodReading {
  return addOrder(viewFor(view, kubernetesVersion));
}

function addOrder(view: PodView): PodReading {
  return { ...view, order: readEnforcedOrder(view) };
}

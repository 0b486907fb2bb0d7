import { EnforcedOrder } from './enforced-edges';
import { readEnforcedOrder } from './enforced-order';
import { FoundWorkload } from './find-workloads';
import { PodView, readPodView } from './pod-view';
import { ImageFile } from '../../src/images/image-configuration';

/** The facts about one workload. */
export interface PodReading extends PodView {
  readonly order: EnforcedOrder;
}

export function readPod(workload: FoundWorkload, kubernetesVersion?: string, images?: ImageFile): PodReading {
  const view = readPodView(workload, kubernetesVersion, images);
  return { ...view, order: readEnforcedOrder(view) };
}

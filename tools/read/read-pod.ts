import { EnforcedOrder } from './enforced-edges';
import { readEnforcedOrder } from './enforced-order';
import { FoundWorkload } from './find-workloads';
import { PodView, readPodView } from './pod-view';
import { ImageFile } from '../../src/images/image-configuration';
import { Capabilities, resolveNearestTarget } from '../../src/pod/capabilities';
import { FoundKubeletBug } from '../../src/pod/kubelet-bugs';

/** The facts about one workload. */
export interface PodReading extends PodView {
  readonly order: EnforcedOrder;
  /** The capabilities of the nodes, for this pod. */
  readonly capabilities: Capabilities;
  readonly kubeletBugs: readonly FoundKubeletBug[];
}

/** `kubernetesVersion`: the version of the oldest node; the default is the newest known version. `images`: the commands of containers without `command`. */
export function readPod(workload: FoundWorkload, kubernetesVersion?: string, images?: ImageFile): PodReading {
  const view = readPodView(workload, images);
  const target = resolveNearestTarget(kubernetesVersion);
  const capabilities = view.spec.runtimeClassName === undefined ? target.capabilities : target.capabilitiesOfRuntimeClass;
  return { ...view, capabilities, kubeletBugs: target.kubeletBugs, order: readEnforcedOrder(view, capabilities) };
}

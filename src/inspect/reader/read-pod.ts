import { EnforcedOrder } from './enforced-edges';
import { enforcedOrderOf } from './enforced-order';
import { FoundWorkload } from './find-workloads';
import { PodView, podViewOf } from './pod-view';
import { Capabilities, resolveNearestTarget } from '../../pod/capabilities';

/** All that is read from one workload. */
export interface PodReading extends PodView {
  readonly order: EnforcedOrder;
  /** What the nodes can do, for this pod. */
  readonly capabilities: Capabilities;
}

/** `kubernetesVersion`: of the oldest node; without one, the newest that is known. */
export function readPod(workload: FoundWorkload, kubernetesVersion?: string): PodReading {
  const view = podViewOf(workload);
  const target = resolveNearestTarget(kubernetesVersion);
  const capabilities = view.spec.runtimeClassName === undefined ? target.capabilities : target.capabilitiesOfRuntimeClass;
  return { ...view, capabilities, order: enforcedOrderOf(view, capabilities) };
}

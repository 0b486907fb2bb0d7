/** The QoS class of a pod: kubernetes 1.27–1.37, pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS. */
import { readQuantity } from './quantity';
import { ContainerJson, listContainersOf, PodSpecJson, ResourceListJson } from '../api/private/pod-spec';

const COUNTED = ['cpu', 'memory'];

/**
 * Whether the pod has the QoS class BestEffort. Init containers count, too; of the resources, only CPU and memory
 * count, and not with a quantity of 0.
 */
export function isBestEffort(spec: PodSpecJson): boolean {
  return [spec, ...listContainersOf(spec)].every(
    ({ resources }) => !hasAmount(resources?.requests) && !hasAmount(resources?.limits),
  );
}

function hasAmount(list: ResourceListJson = {}): boolean {
  return COUNTED.some(what => readQuantity(list[what]) > 0);
}

/**
 * Whether the pod has the QoS class Guaranteed: each container has limits for CPU and memory, and requests that are
 * absent or equal. A quantity of 0 does not count.
 */
export function isGuaranteed(spec: PodSpecJson): boolean {
  const containers = listContainersOf(spec);
  return containers.length > 0 && containers.every(c => COUNTED.every(what => isFixed(c, what)));
}

function isFixed({ resources }: ContainerJson, what: string): boolean {
  const limit = resources?.limits?.[what];
  const amount = readQuantity(limit);
  return amount > 0 && readQuantity(resources?.requests?.[what] ?? limit) === amount;
}

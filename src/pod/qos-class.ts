import { ContainerJson, listContainersOf, PodSpecJson, ResourceListJson } from '../api/private/pod-spec';

/** The QoS class of a pod: kubernetes 1.27–1.37, pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS. */

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

const FRACTIONS: Readonly<Record<string, number>> = { n: 1e9, u: 1e6, m: 1e3 };
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * Returns the amount of a quantity, such as 0.5 for `500m` and 1024 for `1Ki`; 0 if it is absent, NaN if it is invalid.
 *
 * kubernetes 1.37, apimachinery/pkg/api/resource/suffix.go
 */
export function readQuantity(quantity: string | number = 0): number {
  const [, number, unit = ''] = /^(.*?)([numkMGTPE]|[KMGTPE]i)?$/.exec(String(quantity)) ?? [];
  return (Number(number) * (MULTIPLES[unit] ?? 1)) / (FRACTIONS[unit] ?? 1);
}

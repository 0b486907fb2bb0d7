import { LintContext } from './lint-context';
import { PodReading } from '../read/read-pod';
import { WaitTarget } from '../read/wait';

/** A Service that selects only pods of this workload. */
export interface OwnService {
  readonly name: string;
  /** The Service publishes the address of a pod that is not ready. */
  readonly publishesNotReady: boolean;
}

/** Returns the awaited Service if it selects only pods of this workload. */
export function findOwnService(
  target: WaitTarget,
  { workload, labels }: PodReading,
  { pods, services }: LintContext,
): OwnService | undefined {
  const host = target.kind === 'network' || target.kind === 'name' ? target.host : undefined;
  if (host === undefined) {
    return undefined;
  }
  const namespace = workload.namespace ?? '';
  const name = host.toLowerCase().split('.')[0];
  const service = listHosts(name, namespace).includes(host.toLowerCase())
    ? services.get(`${namespace}/${name}`)
    : undefined;
  if (!service) {
    return undefined;
  }
  const selector = Object.entries(service.selector);
  const isBehind = (given: Readonly<Record<string, string>>) =>
    selector.length > 0 && selector.every(([key, value]) => given[key] === value);
  const isAlone = isBehind(labels) && pods.get(namespace)!.filter(isBehind).length === 1;
  return isAlone ? { name, publishesNotReady: service.publishesNotReady } : undefined;
}

/** The wait asks the API server for the IP of its own pod. */
export function asksForOwnAddress(target: WaitTarget): boolean {
  return target.kind === 'kubernetes' && target.own && target.words.some(word => word.includes('podIP'));
}

/** Returns the names of a Service in the cluster DNS. */
function listHosts(name: string, namespace: string): string[] {
  if (name === '') {
    return [];
  }
  return namespace === ''
    ? [name]
    : [
        name,
        `${name}.${namespace}`,
        `${name}.${namespace}.svc`,
        `${name}.${namespace}.svc.cluster.local`,
        `${name}.${namespace}.svc.cluster.local.`,
      ];
}

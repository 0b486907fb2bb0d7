import { EnforcedOrder } from './enforced-order';
import { PodView } from './pod-view';
import { Capabilities } from '../model/private/capabilities';

export function enforcedOrderOf(pod: PodView, _capabilities: Capabilities): EnforcedOrder {
  return {
    containers: pod.containers.map(({ name, path, slot }) => ({ name, path, slot, injected: false, blocks: false })),
    ordered: [],
    outside: [],
    hoped: [],
  };
}

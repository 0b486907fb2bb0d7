import { indexContainers, MovedContainer, StartOrder } from './list-order';
import { Edge, groupByPlace } from '../graph/edge';
import { findReachable } from '../graph/transitive-closure';

/**
 * Explains, by container index, why a container is at another position than in the manifest, and which containers no
 * longer hold it. In the manifest of the user, the kubelet holds all containers after an init container, after a native
 * sidecar, and after a postStart hook.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go: computeInitContainerActions starts one entry after the other;
 * startContainer runs the hook inline, which blocks the loop over `containers` in kuberuntime_manager.go SyncPod.
 */
export function explainMoves({ moved, all }: StartOrder, edges: readonly Edge[]): (string | undefined)[] {
  const reasons: (string | undefined)[] = [];
  moved.forEach(m => {
    reasons[m.container.place] = explainMove(m);
  });
  const startOf = indexContainers(all);
  const holders = all.filter(c => c.inInitContainers || c.postStart);
  const edgesOn = groupByPlace(edges, e => e.dependency);
  for (const container of all) {
    const { place } = container;
    const overtaken = holders.filter(h => h.place < place && startOf[h.place]! > startOf[place]!);
    if (overtaken.length === 0) {
      continue;
    }
    const dependents = findReachable(container, c => (edgesOn[c.place] ?? []).map(e => e.dependent));
    const lost = overtaken
      .filter(h => !dependents.has(h))
      .map(h => (h.inInitContainers ? `'${h.name}'` : `the postStart hook of '${h.name}'`));
    if (lost.length > 0) {
      reasons[place] = [
        ...(reasons[place] === undefined ? [] : [reasons[place]]),
        `no longer waits for ${lost.join(', ')}`,
      ].join('; ');
    }
  }
  return reasons;
}

function explainMove({ where, other: { name } }: MovedContainer): string {
  return where === 'before' ? `moved before '${name}', which needs it` : `moved after '${name}', which it needs`;
}

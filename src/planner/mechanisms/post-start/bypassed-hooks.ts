import { Mechanism } from '../../../api/mechanism';
import { Problem } from '../../../api/private/problem';
import { PodIntent } from '../../../pod/intent';
import { describeRemedies } from '../../../pod/remedy';
import { groupByPlace } from '../../graph/edge';
import { findReachable } from '../../graph/transitive-closure';
import { problem } from '../../problems';
import { Choices, selectEdges } from '../chosen-edge';
import { findRemedies } from '../remedies';

/**
 * Finds hooks that cannot hold their dependents, because a guard holds the dependency, or a container that its gate
 * waits for. The kubelet skips a container with a guard and starts the next one, which the hook should hold; and a hook
 * that already waits keeps the kubelet from creating the container with the guard (seen with kubelet 1.37.1).
 */
export function findBypassedHooks({ edges }: Choices, intent: PodIntent): Problem[] {
  const guards = groupByPlace(selectEdges(edges, Mechanism.GUARDED_HOOK), e => e.dependent);
  const gates = groupByPlace(selectEdges(edges, Mechanism.ENTRYPOINT_GATE), e => e.dependent);
  return selectEdges(edges, Mechanism.POST_START).flatMap(edge => {
    const awaited = findReachable(edge.dependency, c => (gates[c.place] ?? []).map(e => e.dependency));
    const held = [...awaited].find(c => guards[c.place]);
    return held === undefined
      ? []
      : [
          problem('SO410', {
            dependent: edge.dependent.name,
            dependency: edge.dependency.name,
            held: held.name,
            needs: guards[held.place].map(g => g.dependency.name),
            remedy: describeRemedies(findRemedies(edge, intent)),
          }),
        ];
  });
}

import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { ContainerSlot } from '../../../api/private/container-slot';
import { problem } from '../../../api/private/problem';
import { isExternal } from '../../graph/edge';
import { decideSlot } from '../../schedule/container-slots';
import { Description } from '../mechanism';

export const postStartDescription: Description = {
  mechanism: Mechanism.POST_START,
  meaning: 'A postStart hook of the dependency waits: the kubelet starts the next container when the hook has ended.',
  waiter: 'the postStart hook of',
  intrusiveness: 6,
  heldBy: 'hook',
  addedSteps: ['hookCall', 'poll'],
  locateWait: ({ dependency: { place } }, { hookFor }) => {
    const { carrier, hook: { timeoutSeconds, onTimeout } } = hookFor[place]!;
    return { waitsIn: carrier, timeoutSeconds, onTimeout };
  },
  /** The kubelet starts the next container after a failed hook, so a hook of a regular container cannot fail the dependent. */
  findTimeoutProblem: (edge, intent) => edge.declared.onTimeout === OnTimeout.FAIL && !isExternal(edge)
    && decideSlot(edge.dependency, intent).slot === ContainerSlot.CONTAINER
    ? problem('SO404', { dependent: edge.dependent.name, dependency: edge.dependency.name }) : undefined,
};

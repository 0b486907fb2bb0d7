import { Mechanism } from '../../../api/mechanism';
import { problem } from '../../../api/private/problem';
import { Description } from '../mechanism';

export const positionDescription: Description = {
  mechanism: Mechanism.POSITION,
  meaning: 'The place in the list of containers. Nothing is injected.',
  waiter: 'the position of',
  intrusiveness: 1,
  heldBy: 'list',
  addedSteps: ['statusShown', 'probePassed'],
  locateWait: () => ({}),
  findTimeoutProblem: ({ dependent, declared: { target } }) => problem('SO406', {
    dependent: dependent.name,
    dependency: target.name,
    what: 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes',
    remedy: 'leave them out',
  }),
};

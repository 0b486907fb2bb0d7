import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const initContainerDescription: Description = {
  mechanism: Mechanism.INIT_CONTAINER,
  meaning: 'An init container waits for something outside the pod, and the whole pod waits with it.',
  waiter: 'init container',
  intrusiveness: 7,
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  // No init container enforces a dependency on a container of the pod.
  locateWait: () => ({}),
  findTimeoutProblem: edge => requireTimeout(edge, 'an init container'),
};

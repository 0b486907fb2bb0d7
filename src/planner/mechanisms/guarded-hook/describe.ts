import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';
import { findLongestTimeout } from '../timeouts';

export const guardedHookDescription: Description = {
  mechanism: Mechanism.GUARDED_HOOK,
  meaning: 'A guard: an environment variable of the dependent comes from a file, and the kubelet does not create the container until the file contains it.',
  waiter: 'a guard that reads the marks of',
  intrusiveness: 4,
  heldBy: 'guard',
  addedSteps: ['hookCall', 'statusShown', 'poll', 'look'],
  locateWait: ({ dependency: { name, place } }, { markers }) =>
    ({ waitsIn: name, timeoutSeconds: findLongestTimeout(markers.guarded[place]!.edges) }),
  findTimeoutProblem: edge => requireTimeout(edge, 'a guard'),
};

import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const entrypointGateDescription: Description = {
  mechanism: Mechanism.ENTRYPOINT_GATE,
  meaning: 'A gate: the wait agent runs first in the dependent, makes the check, and then runs the command.',
  waiter: 'the gate of',
  intrusiveness: 3,
  heldBy: 'gate',
  addedSteps: ['poll', 'mark', 'gate'],
  locateWait: ({ dependent, declared: { timeoutSeconds, onTimeout } }) => ({ waitsIn: dependent.name, timeoutSeconds, onTimeout }),
  findTimeoutProblem: edge => requireTimeout(edge, 'a gate'),
};

import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const guardedHookDescription: Description = {
  mechanism: Mechanism.GUARDED_HOOK,
  intrusiveness: 4,
  waitsInParallel: true,
  waitsForStartupProbe: false,
  findTimeoutProblem: edge => requireTimeout(edge, 'a guard'),
};

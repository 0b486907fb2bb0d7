import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const initContainerDescription: Description = {
  mechanism: Mechanism.INIT_CONTAINER,
  intrusiveness: 7,
  waitsInParallel: false,
  waitsForStartupProbe: false,
  findTimeoutProblem: edge => requireTimeout(edge, 'an init container'),
};

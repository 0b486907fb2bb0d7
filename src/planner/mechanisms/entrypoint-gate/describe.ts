import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const entrypointGateDescription: Description = {
  mechanism: Mechanism.ENTRYPOINT_GATE,
  intrusiveness: 3,
  waitsInParallel: true,
  waitsForStartupProbe: false,
  findTimeoutProblem: edge => requireTimeout(edge, 'a gate'),
};

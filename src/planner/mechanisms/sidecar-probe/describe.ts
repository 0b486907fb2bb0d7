import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const sidecarProbeDescription: Description = {
  mechanism: Mechanism.SIDECAR_PROBE,
  intrusiveness: 2,
  waitsInParallel: false,
  waitsForStartupProbe: true,
  findTimeoutProblem: edge => requireTimeout(edge, 'a startup probe'),
};

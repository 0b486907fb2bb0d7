import { Mechanism } from '../../../api/mechanism';
import { Description, requireTimeout } from '../mechanism';

export const sidecarProbeDescription: Description = {
  mechanism: Mechanism.SIDECAR_PROBE,
  meaning: 'A native sidecar with the check as its startup probe: the kubelet starts the next container when the probe has passed.',
  waiter: 'the startup probe of',
  intrusiveness: 2,
  heldBy: 'list',
  addedSteps: ['statusShown', 'probePassed'],
  locateWait: ({ dependency: { name, place } }, { readyProbes }) => ({ waitsIn: name, timeoutSeconds: readyProbes[place]!.timeoutSeconds }),
  findTimeoutProblem: edge => requireTimeout(edge, 'a startup probe'),
};

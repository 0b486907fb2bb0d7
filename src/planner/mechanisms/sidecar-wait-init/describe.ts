import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { Problem, problem } from '../../../api/private/problem';
import { Edge, isExternal } from '../../graph/edge';
import { Description, requireTimeout } from '../mechanism';

export const sidecarWaitInitDescription: Description = {
  mechanism: Mechanism.SIDECAR_WAIT_INIT,
  meaning: 'An init container after the native sidecar waits until the sidecar is ready.',
  waiter: 'init container',
  intrusiveness: 5,
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  locateWait: ({ dependency: { name } }, { waits }) => {
    const { plan } = waits.bySidecar.get(name)!;
    const { timeoutSeconds, onTimeout } = plan.awaited.find(a => a.dependency === name)!;
    return { waitsIn: plan.name, timeoutSeconds, onTimeout };
  },
  findTimeoutProblem: edge => requireTimeout(edge, 'an init container') ?? (isExternal(edge) ? undefined : findConflict(edge)),
};

/** One init container holds all dependents of a sidecar. */
function findConflict({ dependent, dependency, declared, siblings: { open } }: Edge): Problem | undefined {
  return declared.onTimeout !== OnTimeout.FAIL || open.length === 0 ? undefined : problem('SO406', {
    dependent: dependent.name,
    dependency: dependency.name,
    what: `OnTimeout.FAIL, but container '${open[0].dependent.name}' wants OnTimeout.CONTINUE for it, and one init container waits for both`,
    remedy: 'use the same for both',
  });
}

import { can, cannot, MechanismModule, Verdict } from './verdict';
import { Guarantee } from '../../model/guarantee';
import { Mechanism } from '../../model/mechanism';
import { OnTimeout } from '../../model/on-timeout';
import { PodIntent } from '../../model/private/intent';
import { problem } from '../../model/private/problem';
import { ExternalEdge } from '../resolve';

const ENDS_TOO_EARLY = cannot('an init container has ended before any container of the pod starts, so it cannot wait for one');

/** An init container that waits for something outside the pod. It holds whatever stands behind it: in the end the whole pod. */
export const initContainer: MechanismModule = {
  mechanism: Mechanism.INIT_CONTAINER,

  judge: () => ENDS_TOO_EARLY,

  judgeExternal({ dependent, target, declared }: ExternalEdge, intent: PodIntent): Verdict {
    if (intent.windows) {
      return cannot('the wait agent does not run on Windows',
        problem('SO408', { dependent: dependent.name, dependency: target.name, mechanism: Mechanism.INIT_CONTAINER }));
    }
    return declared.onTimeout === OnTimeout.CONTINUE
      ? can(Guarantee.START_ORDER, 'an init container waits for it; after the timeout the pod starts all the same, as asked')
      : can(Guarantee.FAIL_CLOSED, 'an init container waits for it, and with it the whole pod');
  },
};

import { Mechanism } from '../../../api/mechanism';
import { problem } from '../../../api/private/problem';
import { Description } from '../mechanism';

export const positionDescription: Description = {
  mechanism: Mechanism.POSITION,
  intrusiveness: 1,
  waitsInParallel: false,
  waitsForStartupProbe: true,
  findTimeoutProblem: ({ dependent, declared: { target } }) => problem('SO406', {
    dependent: dependent.name,
    dependency: target.name,
    what: 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes',
    remedy: 'leave them out',
  }),
};

import { formatAgentDuration, ContainerCheckModule, MAX_SECONDS } from './check-module';
import { CheckOf } from '../../api/private/check';

export const delay: ContainerCheckModule<CheckOf<'delay'>> = {
  field: {
    name: 'delay',
    means: 'The time has passed since the start of the check. It proves nothing.',
    value: 'duration',
    read: seconds => ({ seconds }),
  },
  describe: check => `a delay of ${check.seconds} s`,
  rules: ({ seconds }) => [
    [seconds > 0 && seconds <= MAX_SECONDS, 'delay', `${seconds} s`, `longer than 0 s, and at most ${MAX_SECONDS} s`],
  ],
  buildAgentArguments: check => [`--delay=${formatAgentDuration(check.seconds)}`],
  traffic: 'none',
  scope: 'start',
  buildProbeHandler: () => 'a kubelet probe knows no delay',
};

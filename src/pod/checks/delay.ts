import { formatAgentDuration } from './agent-arguments';
import { ContainerCheckModule } from './check-module';
import { invalidValue, MAX_SECONDS } from './validate';
import { CheckOf } from '../../api/private/check';

export const delay: ContainerCheckModule<CheckOf<'delay'>> = {
  describe: check => `a delay of ${check.seconds} s`,
  validate: ({ seconds }, where) =>
    seconds > 0 && seconds <= MAX_SECONDS
      ? []
      : [invalidValue(where, 'delay', `${seconds} s`, `longer than 0 s, and at most ${MAX_SECONDS} s`)],
  buildAgentArguments: check => [`--delay=${formatAgentDuration(check.seconds)}`],
  traffic: 'none',
  scope: 'start',
  buildProbeHandler: () => 'a kubelet probe knows no delay',
};

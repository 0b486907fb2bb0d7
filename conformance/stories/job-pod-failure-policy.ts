import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'A Job with a podFailurePolicy sees the exit code of the main container and is Failed at once.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, backoffLimit: 3, failJobOn: 42 }),
  containers: helped({ exitAt: '1s', exitCode: 42 }),
  expect: endsAs('Failed', 'Failed'),
};
export default story;

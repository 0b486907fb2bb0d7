import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'A Job with restartPolicy Never is Failed after its main container exits with 3, and its proxy ends.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
  containers: helped({ exitAt: '1s', exitCode: 3 }),
  expect: endsAs('Failed', 'Failed'),
};
export default story;

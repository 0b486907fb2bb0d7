import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'A Job with restartPolicy Never is Complete after its main container exits with 0, and its proxy ends.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
  containers: helped({ exitAt: '1s' }),
  expect: endsAs('Complete', 'Succeeded'),
};
export default story;

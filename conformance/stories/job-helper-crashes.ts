import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { happens, start, Story } from '../runner/story';

const story: Story = {
  about: 'The kubelet restarts a proxy that crashes under OnFailure, and the Job ends with the result of its main container.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 3 }),
  containers: helped({ exitAt: '6s' }, { crashAt: '3s', crashTimes: 1 }),
  expect: [...endsAs('Complete', 'Succeeded'), happens(start('proxy', 2))],
};
export default story;

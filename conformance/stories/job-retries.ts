import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { exit, never, Story } from '../runner/story';

const story: Story = {
  about: 'The kubelet restarts a main container that fails under OnFailure, and the proxy keeps running.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 3 }),
  containers: helped({ crashAt: '1s', crashTimes: 1, exitAt: '2s' }),
  expect: [...endsAs('Complete', 'Succeeded', 2), never(exit('proxy'), { after: exit('main'), forMs: 500 })],
};
export default story;

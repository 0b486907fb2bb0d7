import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { happens, jobCondition, ready, startsAfter, term, Story } from '../runner/story';

const story: Story = {
  about: 'A Job with OnFailure whose main container fails again and again is Failed after its backoffLimit, and its proxy ends.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.ON_FAILURE, backoffLimit: 1 }),
  containers: helped({ crashAt: '1s' }),
  expect: [startsAfter('main', ready('proxy'), { withinMs: 6000 }), happens(term('proxy')), happens(jobCondition('Failed'))],
};
export default story;

import { Duration } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { happens, jobCondition, ready, startsAfter, term, Story } from '../runner/story';

const story: Story = {
  about: 'A Job that takes longer than its activeDeadlineSeconds is Failed, and all its containers end.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, activeDeadline: Duration.seconds(12) }),
  containers: helped({}),
  expect: [startsAfter('main', ready('proxy'), { withinMs: 6000 }), happens(term('proxy')), happens(term('main')), happens(jobCondition('Failed'))],
};
export default story;

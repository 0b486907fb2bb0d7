import { Duration } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { ended, follows, happens, jobCondition, neverStarts, podPhase, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'If the gate of a main container times out, the proxy ends and the Job fails.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, withoutNativeSidecars: true, timeout: Duration.seconds(3) }),
  containers: helped({}, { tcp: '5432@600s' }),
  expect: [
    follows(term('proxy'), start('proxy'), { withinMs: 8000 }),
    neverStarts('main', { after: start('proxy'), forMs: 8000 }),
    happens(ended('main', 124)),
    happens(podPhase('Failed')),
    happens(jobCondition('Failed')),
  ],
};
export default story;

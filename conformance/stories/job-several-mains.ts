import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { exit, follows, happens, jobCondition, never, podPhase, Story, term } from '../runner/story';

const story: Story = {
  about: 'The proxy of a Job with two main containers ends after both, not after the first.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, mains: ['main', 'second'] }),
  containers: { ...helped({ exitAt: '1s' }), second: { needs: 'tcp:127.0.0.1:5432', exitAt: '5s' } },
  expect: [
    never(term('proxy'), { after: exit('main'), forMs: 2500 }),
    follows(term('proxy'), exit('second'), { withinMs: 4000 }),
    happens(podPhase('Succeeded')),
    happens(jobCondition('Complete')),
  ],
};
export default story;

import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { follows, happens, injected, jobCondition, kill, podPhase, ready, start, startsAfter, Story, term } from '../runner/story';

const KILLED = injected('kill main');

const story: Story = {
  about: 'If a main container is killed together with its agent, the proxy still ends and the Job fails.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER, withoutNativeSidecars: true }),
  containers: helped({}),
  faults: [kill('main', { at: start('main'), afterMs: 1000 })],
  expect: [
    startsAfter('main', ready('proxy'), { withinMs: 6000 }),
    follows(term('proxy'), KILLED, { withinMs: 4000 }),
    happens(podPhase('Failed')),
    happens(jobCondition('Failed')),
  ],
};
export default story;

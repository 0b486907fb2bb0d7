import { RestartPolicy } from 'cdk8s-plus-27';
import { helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { completes, follows, happens, jobCondition, never, podPhase, start, Story } from '../runner/story';

const story: Story = {
  about: 'Without native sidecars a proxy that crashes under Never fails its Job, even if the main container exits with 0. The plan warns about this.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
  containers: helped({ exitAt: '6s' }, { crashAt: '3s' }),
  expect: [
    follows(completes('main'), start('main')),
    never(start('proxy', 2), { after: start('main'), forMs: 8000 }),
    happens(podPhase('Failed')),
    happens(jobCondition('Failed')),
  ],
  doesNotApply: minor => minor < 29 ? undefined : `Kubernetes 1.${minor}: has native sidecars`,
};
export default story;

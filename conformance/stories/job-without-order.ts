import { Chart } from 'cdk8s';
import { Job, RestartPolicy } from 'cdk8s-plus-27';
import { helped, TIMES_IN_FULL } from './apps/helping';
import { completes, happens, never, podPhase, Story, term } from '../runner/story';

const story: Story = {
  about: 'DISORDER: without this library a Job never ends, because its proxy never exits.',
  timesInFull: TIMES_IN_FULL,
  app: (chart: Chart) => {
    new Job(chart, 'job', {
      restartPolicy: RestartPolicy.NEVER,
      backoffLimit: 0,
      containers: ['main', 'proxy'].map(name => ({ name, image: `shop/${name}:7`, securityContext: { ensureNonRoot: false, readOnlyRootFilesystem: false } })),
    });
  },
  // Nothing delays 'main', so 'main' needs nothing.
  containers: { ...helped({ exitAt: '1s' }), main: { exitAt: '3s' } },
  expect: [
    happens(completes('main')),
    never(podPhase('Succeeded'), { after: completes('main'), forMs: 10_000 }),
    never(term('proxy'), { after: completes('main'), forMs: 10_000 }),
  ],
};
export default story;

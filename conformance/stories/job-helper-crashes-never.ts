import { RestartPolicy } from 'cdk8s-plus-27';
import { endsAs, helped, jobWithProxy, TIMES_IN_FULL } from './apps/helping';
import { before, happens, start, Story } from '../runner/story';

const story: Story = {
  about: 'The kubelet restarts a native sidecar that crashes under Never, and the Job is Complete.',
  timesInFull: TIMES_IN_FULL,
  app: jobWithProxy({ restartPolicy: RestartPolicy.NEVER }),
  containers: helped({ exitAt: '6s' }, { crashAt: '3s', crashTimes: 1 }),
  expect: [...endsAs('Complete', 'Succeeded'), happens(start('proxy', 2))],
  doesNotApply: before(29, 'no native sidecars: job-wrapped-helper-crashes-never'),
};
export default story;

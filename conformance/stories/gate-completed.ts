import { RestartPolicy } from 'cdk8s-plus-27';
import { exportThenReport } from './apps/export';
import { exit, follows, happens, jobCondition, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a container of a Job starts after another container exits with 0, here in its second run.',
  app: exportThenReport(RestartPolicy.ON_FAILURE),
  containers: { report: { exitAt: '1s' }, export: { crashAt: '1s', crashTimes: 1, exitAt: '2s' } },
  expect: [
    follows(start('export', 2), exit('export')),
    startsAfter('report', exit('export', 2), { withinMs: 1500 }),
    happens(jobCondition('Complete')),
  ],
};
export default story;

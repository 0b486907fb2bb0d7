import { RestartPolicy } from 'cdk8s-plus-27';
import { exportThenReport } from './apps/export';
import { exit, follows, jobCondition, neverStarts, start, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: without restarts, a gate that waits for exit code 0 fails after another exit code, and the Job ends.',
  app: exportThenReport(RestartPolicy.NEVER),
  containers: { report: { exitAt: '1s' }, export: { exitAt: '1s', exitCode: 3 } },
  expect: [
    neverStarts('report', { after: start('export'), forMs: 5000 }),
    follows(jobCondition('Failed'), exit('export'), { withinMs: 20_000 }),
  ],
};
export default story;

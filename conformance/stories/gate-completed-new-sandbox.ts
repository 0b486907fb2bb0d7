import { RestartPolicy } from 'cdk8s-plus-27';
import { exportThenReport } from './apps/export';
import { exit, follows, happens, injected, jobCondition, killSandbox, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a gate for COMPLETED opens again in a new sandbox, in which the kubelet does not run the completed container.',
  app: exportThenReport(RestartPolicy.ON_FAILURE),
  containers: { report: { exitAt: '4s' }, export: { exitAt: '1s' } },
  faults: [killSandbox('report', { at: start('report'), afterMs: 1000 })],
  expect: [
    startsAfter('report', exit('export'), { withinMs: 1500 }),
    follows(start('report', 2), injected('kill the sandbox of report')),
    happens(jobCondition('Complete')),
  ],
};
export default story;

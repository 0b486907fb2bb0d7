import { RestartPolicy } from 'cdk8s-plus-27';
import { exportThenReport } from './apps/export';
import { exit, follows, happens, injected, jobCondition, rebootPod, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a gate for COMPLETED opens again after a reboot of the node, after which the kubelet does not run the completed container.',
  app: exportThenReport(RestartPolicy.ON_FAILURE),
  containers: { report: { exitAt: '4s' }, export: { exitAt: '1s' } },
  faults: [rebootPod('report', { at: start('report'), afterMs: 1000 })],
  expect: [
    startsAfter('report', exit('export'), { withinMs: 1500 }),
    follows(start('report', 2), injected('reboot the pod of report')),
    happens(jobCondition('Complete')),
  ],
};
export default story;

import { OrderedPod } from 'cdk8s-startup-order';
import { inferred, INFERRED, isNativeSidecar, NATIVE } from './apps/inferred';
import { exit, follows, never, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'An inferred native sidecar crashes while its dependent runs: the kubelet restarts the sidecar, and the dependent runs on.',
  ...NATIVE,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, containers: INFERRED });
  },
  containers: inferred({ proxy: { crashAt: '6s', crashTimes: 1 } }),
  expect: [
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
    isNativeSidecar('proxy'),
    follows(start('proxy', 2), exit('proxy')),
    never(exit('app'), { after: start('proxy', 2), forMs: 3000 }),
  ],
};
export default story;

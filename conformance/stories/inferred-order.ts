import { OrderedPod } from 'cdk8s-startup-order';
import { inferred, INFERRED, isNativeSidecar, NATIVE } from './apps/inferred';
import { ready, specified, start, startsAfter, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'Nothing but `dependsOn` and checks: what others need becomes a native sidecar, and a chain of three starts in order, without the wait agent.',
  ...NATIVE,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, containers: INFERRED });
  },
  containers: inferred(),
  expect: [
    startsAfter('proxy', ready('config'), { withinMs: 4000 }),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
    startsBefore('proxy', start('metrics')),
    isNativeSidecar('config'),
    isNativeSidecar('proxy'),
    specified('app', 'mounts nothing', ({ volumeMounts }) => volumeMounts === undefined),
  ],
};
export default story;

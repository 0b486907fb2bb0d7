import { OrderedPod } from 'cdk8s-startup-order';
import { inferred, INFERRED, isNativeSidecar, NATIVE } from './apps/inferred';
import { deletePod, exit, follows, injected, podGone, start, Story, term } from '../runner/story';

const DELETION = injected('delete the pod of app');

const story: Story = {
  about: 'A deleted pod with inferred native sidecars stops in reverse order, also without `orderedShutdown`.',
  ...NATIVE,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, containers: INFERRED });
  },
  containers: inferred(),
  faults: [deletePod('app', { at: start('app'), afterMs: 2000 })],
  expect: [
    isNativeSidecar('proxy'),
    follows(term('app'), DELETION, { withinMs: 3000 }),
    follows(term('proxy'), exit('app'), { withinMs: 4000 }),
    follows(term('config'), exit('proxy'), { withinMs: 4000 }),
    follows(podGone(), DELETION, { withinMs: 15_000 }),
  ],
};
export default story;

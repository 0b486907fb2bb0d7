import { Mechanism } from 'cdk8s-startup-order';
import { orderedSix, six } from './apps/six';
import { before, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: six containers, c after a, d after b, e after c and d: every order holds, and containers without dependencies do not wait.',
  app: (chart, { kubernetesVersion }) => { orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.GUARDED_HOOK } }); },
  containers: six.containers,
  expect: [
    ...six.expect,
    follows(start('f'), start('a'), { withinMs: 1500 }),
    follows(start('b'), start('f'), { withinMs: 1500 }),
    follows(start('e'), start('f'), { withinMs: 8000 }),
  ],
  doesNotApply: before(35, 'no variables from files'),
};
export default story;

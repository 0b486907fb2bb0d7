import { OrderedPod } from 'cdk8s-startup-order';
import { follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'Three containers without an order start at once, in list order.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: ['1st-container', '2nd-container', 'app-container'].map(name => ({ name, image: 'busybox:1.37' })),
    });
  },
  containers: { '1st-container': {}, '2nd-container': {}, 'app-container': {} },
  expect: [
    follows(start('2nd-container'), start('1st-container'), { withinMs: 2000 }),
    follows(start('app-container'), start('2nd-container'), { withinMs: 2000 }),
  ],
};
export default story;

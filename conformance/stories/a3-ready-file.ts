import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The app starts after the sidecar has created its file. By hand this took a hook of eight seconds.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        {
          name: 'sidecar-container',
          image: 'busybox:1.37',
          readyWhen: ReadyCheck.fileExists('/tmp/healthy'),
          securityContext: { readOnlyRootFilesystem: false },
        },
        {
          name: 'app-container',
          image: 'busybox:1.37',
          dependsOn: [Dependency.on('sidecar-container', { guarantee: Guarantee.BEST_EFFORT })],
        },
      ],
    });
  },
  containers: ({ delay }) => ({
    'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
    'app-container': { needs: 'tcp:127.0.0.1:8080' },
  }),
  expect: [startsAfter('app-container', ready('sidecar-container'), { withinMs: 2000 })],
};
export default story;

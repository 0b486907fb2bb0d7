import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedPod } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'With a declared order the app waits for the same startup probe.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        {
          name: 'sidecar-container',
          image: 'busybox:1.37',
          role: ContainerRole.SIDECAR,
          startup: Probe.fromCommand(['test-app', 'check', 'file:/tmp/healthy'], { failureThreshold: 30, periodSeconds: Duration.seconds(1) }),
          securityContext: { readOnlyRootFilesystem: false },
        },
        { name: 'app-container', image: 'busybox:1.37', dependsOn: [Dependency.on('sidecar-container')] },
      ],
    });
  },
  containers: ({ delay }) => ({
    'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
    'app-container': { needs: 'tcp:127.0.0.1:8080' },
  }),
  expect: [startsAfter('app-container', ready('sidecar-container'), { withinMs: 4000 })],
};
export default story;

import { Duration } from 'cdk8s';
import { Pod, Probe } from 'cdk8s-plus-27';
import { crashesFirst, ready, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: the startup probe of a regular container delays no other container, and the app crashes.',
  app: chart => {
    new Pod(chart, 'pod', {
      containers: [
        {
          name: 'sidecar-container',
          image: 'busybox:1.37',
          startup: Probe.fromCommand(['test-app', 'check', 'file:/tmp/healthy'], { failureThreshold: 5, periodSeconds: Duration.seconds(5) }),
          securityContext: { readOnlyRootFilesystem: false },
        },
        { name: 'app-container', image: 'busybox:1.37' },
      ],
    });
  },
  containers: ({ delay }) => ({
    'sidecar-container': { tcp: `8080@${delay}`, file: `/tmp/healthy@${delay}` },
    'app-container': { needs: 'tcp:127.0.0.1:8080' },
  }),
  expect: [startsBefore('app-container', ready('sidecar-container')), crashesFirst('app-container')],
};
export default story;

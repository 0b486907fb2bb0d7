import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, ready, startsAfter, Story } from '../../runner/story';

const story: Story = {
  about: 'a native sidecar whose startup probe asks a TCP port each second',
  app: (chart, { kubernetesVersion }) => {
    new SidecarFirstPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(1),
      sidecars: [{
        name: 'dependency',
        image: 'shop/dependency:1',
        startup: Probe.fromTcpSocket({ port: 8080, periodSeconds: Duration.seconds(1), failureThreshold: 60 }),
      }],
      containers: [{ name: 'app', image: 'shop/app:7' }],
    });
  },
  containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:8080' }, dependency: { tcp: `8080@${delay}` } }),
  expect: [startsAfter('app', ready('dependency'))],
  bench: { dependency: 'dependency', dependent: 'app' },
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

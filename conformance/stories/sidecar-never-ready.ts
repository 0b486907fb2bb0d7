import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, neverStarts, start, Story } from '../runner/story';

const story: Story = {
  about: 'Behind a native sidecar that is never ready the app never starts.',
  app: (chart, { kubernetesVersion }) => {
    new SidecarFirstPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(2),
      sidecars: [{
        name: 'proxy',
        image: 'envoyproxy/envoy:v1.31.0',
        startup: Probe.fromHttpGet('/ready', { port: 9901, periodSeconds: Duration.seconds(1), failureThreshold: 3600 }),
      }],
      containers: [{ name: 'app', image: 'shop/app:7' }],
    });
  },
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' }, proxy: { http: '9901/ready@600s' } },
  expect: [
    neverStarts('app', { after: start('proxy'), forMs: 10_000 }),
  ],
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

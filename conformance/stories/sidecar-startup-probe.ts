import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A native sidecar holds the app until its startup probe has passed.',
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
  containers: ({ delay }) => ({ app: { needs: 'http:http://127.0.0.1:9901/ready' }, proxy: { http: `9901/ready@${delay}` } }),
  expect: [
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

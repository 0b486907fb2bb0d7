import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A native sidecar that crashes before it is ready is restarted, and the app goes on waiting.',
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
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' }, proxy: { http: '9901/ready@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('proxy', 2), exit('proxy')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A restart of the kubelet while the app waits does not open a native sidecar.',
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
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' }, proxy: { http: '9901/ready@8s' } },
  faults: [restartKubelet({ at: start('proxy'), afterMs: 1000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

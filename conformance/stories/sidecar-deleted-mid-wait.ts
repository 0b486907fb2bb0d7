import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { SidecarFirstPod } from 'cdk8s-startup-order';
import { before, deletePod, follows, injected, neverStarts, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'A pod that waits for a native sidecar is gone soon after its deletion, and the app has not started.',
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
  faults: [deletePod('proxy', { at: start('proxy'), afterMs: 1000 })],
  expect: [
    follows(podGone(), injected('delete the pod of proxy'), { withinMs: 6000 }),
    neverStarts('app', { after: start('proxy'), forMs: 8000 }),
  ],
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;

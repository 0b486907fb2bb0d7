import { Dependency, Guarantee, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { freeze, injected, ready, start, startsAfter, Story, thaw } from '../runner/story';

const story: Story = {
  about: 'The app waits for a dependency that hangs, and starts only after the dependency continues.',
  app: orderedPod({
    containers: [
      {
        name: 'app',
        image: 'shop/app:7',
        dependsOn: [Dependency.on('proxy', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })],
      },
      { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
    ],
  }),
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' }, proxy: { http: '9901/ready@3s' } },
  faults: [freeze('proxy', { at: start('proxy') }), thaw('proxy', { at: start('proxy'), afterMs: 6000 })],
  expect: [startsAfter('app', injected('thaw proxy')), startsAfter('app', ready('proxy'), { withinMs: 3000 })],
};
export default story;

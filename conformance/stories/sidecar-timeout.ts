import { Duration } from 'cdk8s';
import { ContainerRole, Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { NEEDS_PROXY, proxied } from './apps/proxied';
import { follows, freeze, injected, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'SIDECAR_PROBE: a native sidecar that hangs is restarted at the timeout, and the app goes on waiting.',
  ...proxied,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(2),
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy', { mechanism: Mechanism.SIDECAR_PROBE, timeout: Duration.seconds(4) })] },
        { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
      ],
    });
  },
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@1s' } },
  faults: [freeze('proxy', { at: start('proxy') })],
  expect: [
    follows(start('proxy', 2), injected('freeze proxy'), { atLeastMs: 4000, withinMs: 15_000 }),
    startsAfter('app', start('proxy', 2)),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
};
export default story;

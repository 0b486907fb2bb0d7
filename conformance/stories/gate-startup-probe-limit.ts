import { ApiObject } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { follows, ready, start, startsAfter, Story, term } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: after the gate opens, the startup probe restarts an app that hangs, within the limit of the user.',
  app: (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        terminationGracePeriodSeconds: 2,
        containers: [
          {
            name: 'app',
            image: 'shop/app:7',
            command: ['/app'],
            startupProbe: { httpGet: { path: '/started', port: 8080 }, periodSeconds: 2, failureThreshold: 3 },
          },
          { name: 'cache', image: 'redis:7' },
        ],
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion });
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] });
  },
  // The gate waits longer than the limit of the probe, 6 s.
  containers: { app: { needs: 'tcp:127.0.0.1:6379', http: '8080/started@600s' }, cache: { tcp: '6379@9s' } },
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1500 }),
    follows(term('app'), start('app'), { atLeastMs: 5000, withinMs: 9000 }),
  ],
};
export default story;

import { ApiObject } from 'cdk8s';
import { Dependency, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { happens, never, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: after the gate opens, the liveness probe leaves the app the initialDelaySeconds that the user gave it.',
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
            livenessProbe: { httpGet: { path: '/live', port: 8080 }, initialDelaySeconds: 8, periodSeconds: 1, failureThreshold: 1 },
          },
          { name: 'cache', image: 'redis:7' },
        ],
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion });
    order.container('cache').readyWhen(ReadyCheck.tcpSocket(6379));
    order.container('app').dependsOn(Dependency.on('cache'));
  },
  // The gate waits longer than the delay; the app then needs most of the delay.
  containers: { app: { needs: 'tcp:127.0.0.1:6379', http: '8080/live@5s' }, cache: { tcp: '6379@10s' } },
  expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(ready('app')), never(start('app', 2), { after: ready('app'), forMs: 3000 })],
};
export default story;

import { ApiObject } from 'cdk8s';
import { Dependency, DependencyOptions, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { happens, podReady, ready, start, startsAfter, Story } from '../../runner/story';

/** The number of pods of one Deployment, created at once. */
const PODS = 30;

const LABELS = { app: 'shop' };

/** A Deployment of the pair, with an order if it gets options. By hand, the dependency may have further fields. */
export function scaledOut(options?: DependencyOptions, dependencyByHand?: object): Pick<Story, 'app' | 'containers' | 'expect' | 'pods' | 'bench' | 'deadlineMs'> {
  return {
    app: (chart, { kubernetesVersion }) => {
      const deployment = new ApiObject(chart, 'deployment', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        spec: {
          replicas: PODS,
          selector: { matchLabels: LABELS },
          template: {
            metadata: { labels: LABELS },
            spec: {
              terminationGracePeriodSeconds: 1,
              containers: [
                { name: 'dependency', image: 'shop/dependency:1', ...dependencyByHand },
                { name: 'app', image: 'shop/app:7', command: ['/app'] },
              ],
            },
          },
        },
      });
      if (!options) { return; }
      const order = StartupOrder.of(deployment, { kubernetesVersion });
      order.declare('dependency', { readyWhen: ReadyCheck.tcpSocket(8080) });
      order.declare('app', { dependsOn: [Dependency.on('dependency', options)] });
    },
    containers: ({ delay }) => ({ app: options ? { needs: 'tcp:127.0.0.1:8080' } : {}, dependency: { tcp: `8080@${delay}` } }),
    // Without an order either container may be the first: the node is busy.
    expect: [...options ? [startsAfter('app', ready('dependency'))] : [happens(start('app')), happens(ready('dependency'))], happens(podReady())],
    pods: PODS,
    bench: { kind: 'scaleOut', dependency: 'dependency', dependent: 'app' },
    deadlineMs: 300_000,
  };
}

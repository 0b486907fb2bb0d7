import { ContainerRole, Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { crashesFirst, ready, startsAfter, startsBefore, Story } from '../runner/story';
import { guarded, NEEDS_CACHE } from './apps/guarded';

/** A kubelet 1.33 with an API server 1.35. */
export const stories: Readonly<Record<string, Story>> = {
  'guard-skew': {
    about: 'DISORDER: an older kubelet ignores a guard that was planned for the API server: the app starts after the timeout of the hook.',
    ...guarded,
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
    expect: [startsBefore('app', ready('cache')), crashesFirst('app')],
    kubelet: 33,
  },
  'oldest-node-skew': {
    about: 'Planned for the oldest node, as the docs require, the order holds with a newer API server.',
    app: (chart, { kubeletVersion }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion: kubeletVersion },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] },
          { name: 'cache', image: 'shop/cache:2', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
        ],
      });
    },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
    expect: [startsAfter('app', ready('cache'), { withinMs: 4000 })],
    kubelet: 33,
  },
};

import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { hasNoToken, hasToken, KUBECTL, pod } from './apps/outside';
import { happens, podReady, says, startsAfter, Story } from '../runner/story';

/** Returns a pod with one container of the same name. */
const cache = (name: string) => ({
  containers: [{ name, image: 'redis:7', readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 } }],
});

const story: Story = {
  about: 'The app starts after two pods with a label are Ready. Pods without the label do not count.',
  objects: chart => {
    for (const name of ['cache-0', 'cache-1']) { pod(chart, name, cache(name), { labels: { app: 'cache' } }); }
    pod(chart, 'other', cache('other'), { labels: { app: 'other' } });
  },
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onPods({ app: 'cache' }, { count: 2 })] }],
    });
  },
  images: [KUBECTL],
  pods: 4,
  containers: ({ delay }) => ({ 'cache-0': { http: '8080/ready@100ms' }, 'cache-1': { http: `8080/ready@${parseInt(delay, 10) + 4000}ms` }, 'other': { http: '8080/ready@100ms' }, 'app': {} }),
  expect: [
    happens(says('wait-for-cache', /^startup-order: .*1 of 2 pods are Ready, and 2 have to be/)),
    startsAfter('app', podReady('cache-0')),
    startsAfter('app', podReady('cache-1'), { withinMs: 5000 }),
    hasToken('wait-for-cache'),
    hasNoToken('app'),
  ],
};
export default story;

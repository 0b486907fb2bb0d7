import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { imageFile } from '../entrypoints/image-file';
import { orderedPod } from '../runner/ordered-pod';
import { follows, freeze, injected, kill, ready, recorded, start, startsAfter, Story, thaw } from '../runner/story';

/** ENTRYPOINT_GATE: a web app with its command in the image file. */
export const stories: Readonly<Record<string, Story>> = {
  'entrypoint-restart': {
    about: 'ENTRYPOINT_GATE: a web app with its command in the image file is killed while its cache is frozen. In its restart, it waits for the cache again.',
    app: orderedPod({
      startupOrder: { images: imageFile() },
      containers: [
        {
          name: 'web',
          image: 'registry.local/entrypoint:script',
          imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
          resources: {},
          dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })],
        },
        { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    }),
    images: ['registry.local/entrypoint:script'],
    containers: ({ delay }) => ({ cache: { http: `8080/ready@${delay}` } }),
    needsOwnNode: 'no registry has the image of the web app',
    // The kubelet restarts the web app within about 2 s.
    faults: [
      freeze('cache', { at: recorded('web'), afterMs: 500 }),
      kill('web', { at: recorded('web'), afterMs: 700 }),
      thaw('cache', { at: recorded('web'), afterMs: 5000 }),
    ],
    expect: [
      startsAfter('web', ready('cache'), { withinMs: 500 }),
      follows(start('web', 2), injected('thaw cache'), { withinMs: 1000 }),
    ],
  },
  'entrypoint-three-sidecars': {
    about: 'ENTRYPOINT_GATE: a web app with its command in the image file starts at most 0.2 s after the slowest of three sidecars is ready.',
    app: (chart, { kubernetesVersion }) => {
      const on = (sidecar: string) => Dependency.on(sidecar, { guarantee: Guarantee.EVERY_START });
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion, images: imageFile() },
        orderedContainers: [
          {
            name: 'web',
            image: 'registry.local/entrypoint:script',
            imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
            resources: {},
            dependsOn: [on('envoy'), on('db-proxy'), on('config-reloader')],
          },
          { name: 'envoy', image: 'shop/envoy:1', readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
          { name: 'db-proxy', image: 'shop/db-proxy:3', readyWhen: ReadyCheck.tcpSocket(5432) },
          { name: 'config-reloader', image: 'shop/config-reloader:2', readyWhen: ReadyCheck.httpGet('/-/ready', { port: 8080 }) },
        ],
      });
    },
    images: ['registry.local/entrypoint:script'],
    containers: ({ delay }) => ({
      'envoy': { http: '9901/ready@1s' },
      'db-proxy': { tcp: `5432@${delay}` },
      'config-reloader': { http: '8080/-/ready@500ms' },
    }),
    delayMs: [2500, 3500],
    needsOwnNode: 'no registry has the image of the web app',
    expect: [
      startsAfter('web', ready('envoy')),
      startsAfter('web', ready('config-reloader')),
      startsAfter('web', ready('db-proxy'), { withinMs: 200 }),
    ],
  },
};

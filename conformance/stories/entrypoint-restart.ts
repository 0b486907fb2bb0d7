import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { imageFile } from '../entrypoints/image-file';
import { follows, freeze, injected, kill, ready, recorded, start, startsAfter, thaw, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a web app with its command in the image file is killed while its cache is frozen. In its restart, it waits for the cache again.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, images: imageFile() },
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
    });
  },
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
};
export default story;

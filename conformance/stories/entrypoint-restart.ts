import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { imageFile } from '../entrypoints/image-file';
import { follows, kill, ready, recorded, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a web app with its command in the image file is killed together with its cache, and waits in its restart for the cache again.',
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
  // The kubelet restarts both containers within about 1 s, so the web app reaches its gate before the cache is ready.
  delayMs: [3500, 4500],
  needsOwnNode: 'no registry has the image of the web app',
  faults: [
    kill('cache', { at: recorded('web'), afterMs: 500 }),
    kill('web', { at: recorded('web'), afterMs: 700 }),
  ],
  expect: [
    startsAfter('web', ready('cache'), { withinMs: 200 }),
    follows(start('web', 2), ready('cache', 2), { withinMs: 200 }),
  ],
};
export default story;

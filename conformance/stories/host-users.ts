import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import { ContainerRole, Dependency, Guarantee, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { gated, IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';
import deliveryInitContainer from './delivery-init-container';
import gateCompletedNewSandbox from './gate-completed-new-sandbox';
import { stories as guardSandboxKilled } from './guard-sandbox-killed';
import { stories as stop } from './stop';
import { orderedPod } from '../runner/ordered-pod';
import { before, exit, follows, injected, kill, killSandbox, ready, start, startsAfter, Story, waitingMessage } from '../runner/story';

const NO_OWN_USERS = before(33, 'user namespaces are off by default');

/** The story with `hostUsers: false`. The container runtime maps the users of the pod to other users of the node, and mounts all volumes with this map. */
function withOwnUsers(story: Story): Story {
  return {
    ...story,
    about: `In a user namespace: ${story.about}`,
    ownUsers: true,
    doesNotApply: minor => NO_OWN_USERS(minor) ?? story.doesNotApply?.(minor),
    app: (chart, target) => {
      story.app(chart, target);
      for (const object of chart.node.findAll().filter(node => node instanceof ApiObject)) {
        const spec = { Pod: '/spec', Job: '/spec/template/spec' }[object.kind];
        if (spec !== undefined) { object.addJsonPatch(JsonPatch.add(`${spec}/hostUsers`, false)); }
      }
    },
  };
}

/** One container for each mechanism. The app of the gate runs again, and then all in a new sandbox. */
const mechanisms: Story = {
  about: 'POST_START, the gate and a native sidecar, whose startup probe runs the agent, keep their order in a restart of the gate and in a new sandbox.',
  app: orderedPod({
    terminationGracePeriod: Duration.seconds(2),
    startupOrder: { agent: { delivery: 'COPY' } },
    containers: [
      { name: 'gated', image: 'shop/gated:7', command: ['/gated'], dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
      { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      { name: 'db', image: 'shop/db:2', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(5432) },
      { name: 'hooked', image: 'shop/hooked:7', dependsOn: [Dependency.on('db', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })] },
      {
        name: 'proxy',
        image: 'shop/proxy:2',
        role: ContainerRole.SIDECAR,
        readyWhen: ReadyCheck.allOf(ReadyCheck.httpGet('/ready', { port: 9901, host: '127.0.0.1' }), ReadyCheck.tcpSocket(9902)),
      },
      { name: 'proxied', image: 'shop/proxied:7', dependsOn: [Dependency.on('proxy')] },
    ],
  }),
  containers: {
    gated: NEEDS_CACHE,
    cache: { http: '8080/ready@6s' },
    db: { tcp: '5432@3s' },
    hooked: { needs: 'tcp:127.0.0.1:5432' },
    proxy: { http: '9901/ready@1s', tcp: '9902@2s' },
    proxied: { needs: 'tcp:127.0.0.1:9902' },
  },
  faults: [kill('gated', { at: start('gated'), afterMs: 500 }), killSandbox('cache', { at: start('gated', 2), afterMs: 2000 })],
  expect: [
    startsAfter('gated', ready('cache'), { withinMs: 1500 }),
    startsAfter('hooked', ready('db'), { withinMs: 2000 }),
    // The hook of `db`, before it in the list, takes some seconds more.
    startsAfter('proxied', ready('proxy'), { withinMs: 8000 }),
    follows(start('gated', 2), injected('kill gated')),
    follows(start('cache', 2), injected('kill the sandbox of cache')),
    follows(start('gated', 3), ready('cache', 2), { withinMs: 15_000 }),
    follows(start('hooked', 2), ready('db', 2), { withinMs: 15_000 }),
    follows(start('proxied', 2), ready('proxy', 2), { withinMs: 15_000 }),
  ],
  deadlineMs: 90_000,
};

const imageVolume: Story = {
  about: 'DISORDER: the agent runs from an image volume, but containerd 2.1.9 cannot mount the volume for a second container or a restart.',
  app: gated({ agent: IMAGE_VOLUME }),
  ...MOUNTS_IMAGES,
  containers: ({ delay }) => ({ app: { ...NEEDS_CACHE, crashAt: '1s', crashTimes: 1 }, cache: { http: `8080/ready@${delay}` } }),
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
    follows(waitingMessage('app', /MOUNT_ATTR_IDMAP.*invalid argument/), exit('app')),
  ],
};

/** Pods with `hostUsers: false`: marks, locks and the identity of a sandbox. */
export const stories: Readonly<Record<string, Story>> = Object.fromEntries(Object.entries({
  'mechanisms': mechanisms,
  'copy': deliveryInitContainer,
  'image-volume': imageVolume,
  'sandbox-killed': guardSandboxKilled['guard-sandbox-killed'],
  'completed-new-sandbox': gateCompletedNewSandbox,
  'stop-gated': stop['stop-chain-gated'],
}).map(([name, story]) => [`host-users-${name}`, withOwnUsers(story)]));

import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { Dependency, Guarantee, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, countEvents, counts, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';
import { gated, IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';

/** With the mark of the old sandbox, the kubelet would run liveness probes and kill the gate before the app starts. */
const LIVENESS = Probe.fromTcpSocket({ port: 9000, periodSeconds: Duration.seconds(1), failureThreshold: 2 });

/** The events of the kubelet about the image of the agent, while the app waits for 20 s and then runs for 20 s: 5 on 1.35.4, 1 on 1.37.1. */
const EVENTS: Pick<Story, 'app' | 'containers' | 'faults' | 'mountsImages' | 'needsOwnNode'> = {
  ...MOUNTS_IMAGES,
  app: gated({ agent: IMAGE_VOLUME }),
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@20s' } },
  faults: [countEvents(IMAGE_VOLUME.image!, 'app', { at: start('cache'), afterMs: 40_000 })],
};
const COUNT = injected('count the events of app');

/** The agent in an image volume. */
export const stories: Readonly<Record<string, Story>> = {
  'gate-image-volume': {
    about: 'ENTRYPOINT_GATE: the agent runs from an image volume, without an init container.',
    app: gated({ agent: IMAGE_VOLUME }),
    ...MOUNTS_IMAGES,
    containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
  },
  'gate-image-volume-events': {
    about: 'The agent in an image volume: the kubelet writes an event about its image only before it starts a container.',
    ...EVENTS,
    expect: [startsAfter('app', ready('cache')), counts(COUNT, { atLeast: 1, atMost: 2 })],
    doesNotApply: before(37, 'the kubelet writes an event at each synchronization of the pod'),
  },
  'gate-image-volume-events-of-each-sync': {
    about: 'The agent in an image volume: before 1.37 the kubelet writes an event about its image at each synchronization of the pod.',
    ...EVENTS,
    expect: [startsAfter('app', ready('cache')), counts(COUNT, { atLeast: 3 })],
    doesNotApply: minor => minor < 37 ? MOUNTS_IMAGES.doesNotApply!(minor) : 'the kubelet writes an event only before it starts a container',
  },
  'gate-image-volume-sandbox-killed': {
    about: 'ENTRYPOINT_GATE, the agent in an image volume: in a new sandbox the gate itself removes the old mark.',
    app: gated({ liveness: LIVENESS, agent: IMAGE_VOLUME }),
    ...MOUNTS_IMAGES,
    containers: { app: { ...NEEDS_CACHE, tcp: '9000' }, cache: { http: '8080/ready@7s' } },
    faults: [killSandbox('cache', { at: start('app'), afterMs: 3000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 1000 }),
      follows(start('cache', 2), injected('kill the sandbox of cache')),
      follows(start('app', 2), ready('cache', 2), { withinMs: 1000 }),
    ],
  },
  'hook-image-volume': {
    about: 'POST_START: the hook runs the agent from an image volume, in an image that contains only its program.',
    app: orderedPod({
      startupOrder: { agent: IMAGE_VOLUME },
      terminationGracePeriod: Duration.seconds(2),
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    }),
    ...MOUNTS_IMAGES,
    containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
  },
};

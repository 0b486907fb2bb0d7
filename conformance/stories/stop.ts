import { ApiObject, Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, deletePod, ended, exit, follows, injected, never, neverStarts, podGone, restartKubelet, start, Story, term } from '../runner/story';
import { gated, IMAGE_VOLUME, MOUNTS_IMAGES } from './apps/gated';
import { CHAIN, deleted, DELETION, DIAMOND, FAN_IN, FIRST_SIGTERM, stopping, stoppingPod, stopsInReverse, TIMES_IN_FULL } from './apps/stopping';

const DELETION_OF_CACHE = injected('delete the pod of cache');

/** Ordered shutdown. */
export const stories: Readonly<Record<string, Story>> = {
  'stop-chain-gated': stopsInReverse('LIFE_LOCK, taken by gates: a chain of three stops in reverse, each container after its dependent.', { needs: CHAIN, command: ['/app'] }),
  'stop-chain': stopsInReverse('LIFE_LOCK, commands unknown: a chain of three stops in reverse, each container after its dependent.', { needs: CHAIN }),
  'stop-crashed': {
    about: 'LIFE_LOCK: a crashed dependent in its back-off delays no container.',
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN }); },
    // The third run would start 10 s after the second crash.
    containers: stopping(CHAIN, { app: { crashAt: '1s' } }),
    faults: [deletePod('app', { at: exit('app', 2), afterMs: 1500 })],
    expect: [
      follows(term('cache'), DELETION, FIRST_SIGTERM),
      follows(term('proxy'), exit('cache'), { withinMs: 2000 }),
      follows(podGone(), DELETION, { withinMs: 9000 }),
      follows(exit('app', 2), start('app', 2)),
    ],
  },
  'stop-diamond': stopsInReverse('LIFE_LOCK: a diamond stops in reverse.', { needs: DIAMOND }),
  'stop-fan-in': stopsInReverse('LIFE_LOCK: a container with two dependents stops after both.', { needs: FAN_IN }),
  'stop-gated': {
    about: 'LIFE_LOCK: dependents that wait in their gates exit at once and delay no container.',
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, command: ['/app'] }); },
    containers: stopping(CHAIN, { proxy: { tcp: '8003@600s' } }),
    faults: [deletePod('app', { at: start('proxy'), afterMs: 3000 })],
    expect: [
      follows(term('proxy'), DELETION, FIRST_SIGTERM),
      follows(podGone(), DELETION, { withinMs: 8000 }),
      neverStarts('app', { after: start('proxy'), forMs: 10_000 }),
    ],
  },
  'stop-ignores-term': {
    about: 'LIFE_LOCK: an app that ignores SIGTERM delays the others until the end of the grace period, and the pod no longer than without an order.',
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, grace: 6 }); },
    containers: stopping(CHAIN, { app: { ignoreTerm: true } }),
    faults: [deleted(CHAIN)],
    expect: [
      follows(term('cache'), DELETION, { atLeastMs: 5500, withinMs: 8000 }),
      follows(podGone(), DELETION, { withinMs: 9000 + 4000 }),
    ],
  },
  'stop-image-volume': {
    ...stopsInReverse('LIFE_LOCK, the agent in an image volume: a chain stops in reverse.', { needs: CHAIN, command: ['/app'], agent: IMAGE_VOLUME }),
    ...MOUNTS_IMAGES,
  },
  'stop-kubelet-restart': {
    about: 'LIFE_LOCK: after a restart of the kubelet during the shutdown, the pod keeps its order.',
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN }); },
    containers: stopping(CHAIN, { app: { stopIn: '8s' } }),
    faults: [deleted(CHAIN), restartKubelet({ at: DELETION, afterMs: 2000 })],
    expect: [
      follows(term('cache'), exit('app')),
      follows(term('proxy'), exit('cache')),
      follows(podGone(), DELETION, { withinMs: 33_000 }),
    ],
  },
  'stop-liveness': {
    about: 'LIFE_LOCK: a running dependent does not delay the restart of its dependency by a liveness probe for the whole grace period.',
    app: orderedPod({
      startupOrder: { orderedShutdown: true, guarantee: Guarantee.BEST_EFFORT },
      terminationGracePeriod: Duration.seconds(30),
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
        {
          name: 'proxy',
          image: 'shop/proxy:1',
          role: ContainerRole.APP,
          readyWhen: ReadyCheck.tcpSocket(8080),
          // The file never exists, so the probe always fails.
          liveness: Probe.fromCommand(['test-app', 'check', 'file:/well'], { periodSeconds: Duration.seconds(1), failureThreshold: 5 }),
        },
      ],
    }),
    containers: { app: {}, proxy: { tcp: '8080@0s' } },
    expect: [
      follows(term('proxy'), start('app'), { withinMs: 12_000 }),
      follows(start('proxy', 2), start('proxy'), { withinMs: 15_000 }),
      never(exit('app'), { after: start('proxy', 2), forMs: 1000 }),
    ],
  },
  'stop-shared-processes': {
    ...stopsInReverse('LIFE_LOCK: containers that share their processes stop in reverse, also if one leaves a child process.', { needs: CHAIN }),
    app: (chart, { kubernetesVersion }) => {
      const names = Object.keys(CHAIN);
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { shareProcessNamespace: true, containers: names.map(name => ({ name, image: `shop/${name}:7`, command: ['/app'] })) },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion, orderedShutdown: true });
      names.forEach((name, i) => {
        order.declare(name, { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(8001 + i) });
        order.declare(name, { dependsOn: CHAIN[name].map(n => Dependency.on(n, { guarantee: Guarantee.BEST_EFFORT })) });
      });
    },
    containers: stopping(CHAIN, { app: { fork: true } }),
  },
  'stop-sidecars': {
    ...stopsInReverse('SIDECAR_ORDER: the native sidecars of a chain stop after the app, in reverse.', { needs: CHAIN, sidecars: ['cache', 'proxy'] }),
    doesNotApply: before(29, 'no native sidecars'),
  },
  'stop-signal-gated': {
    about: 'ENTRYPOINT_GATE: the stop signal of the image is SIGQUIT, and a container that waits in its gate ends at once.',
    app: gated({ graceSeconds: 30 }),
    containers: { app: { image: 'registry.local/test-app:1-sigquit' }, cache: { http: '8080/ready@600s' } },
    faults: [deletePod('cache', { at: start('cache'), afterMs: 2000 })],
    needsOwnNode: 'no registry has the image with that stop signal',
    expect: [
      follows(ended('app', 131), DELETION_OF_CACHE, { withinMs: 4000 }),
      follows(podGone(), DELETION_OF_CACHE, { withinMs: 8000 }),
      neverStarts('app', { after: start('cache'), forMs: 8000 }),
    ],
  },
  'stop-without-order': {
    timesInFull: TIMES_IN_FULL,
    stops: CHAIN,
    about: 'Without a shutdown order all containers get SIGTERM at once, also a dependency whose dependent still works.',
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, ordered: false }); },
    containers: stopping(CHAIN),
    faults: [deleted(CHAIN)],
    expect: [
      ...['app', 'cache', 'proxy'].map(name => follows(term(name), DELETION, FIRST_SIGTERM)),
      follows(exit('app'), term('proxy'), { atLeastMs: 300 }),
      follows(podGone(), DELETION, { withinMs: 15_000 }),
    ],
  },
};

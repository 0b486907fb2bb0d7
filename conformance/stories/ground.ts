import { ApiObject, Chart, Duration } from 'cdk8s';
import { Handler, Pod } from 'cdk8s-plus-27';
import { Dependency, Guarantee, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, crashesFirst, follows, happens, hookEnd, hookStart, ready, prints, start, startsAfter, startsBefore, Story, term, waitingMessage } from '../runner/story';
import { guardedByHand } from './apps/guarded-by-hand';

/** A command that copies a program to a volume and prints whether the kernel executes it there. */
const tries = (volume: string) => ({
  name: `on-${volume}`,
  image: 'busybox:1.37.0',
  command: ['sh', '-c', `cp /bin/busybox /${volume}/sh; /${volume}/sh -c 'echo "${volume}: executed"' 2>/dev/null || echo '${volume}: refused'`],
  volumeMounts: [{ name: volume, mountPath: `/${volume}` }],
});

/** Behaviour of kubelets, without the library. */
export const stories: Readonly<Record<string, Story>> = {
  'ground-guard': {
    about: 'The kubelet does not create a container if the file of a variable lacks the key. GUARDED_HOOK relies on this; the story does not use the library.',
    app: guardedByHand,
    containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { shell: true, tcp: '6379@5s' } },
    expect: [
      happens(waitingMessage('app', /^environment variable key "READY" not found in file ".*\/cache"$/)),
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
    ],
    doesNotApply: before(35, 'no variables from files'),
  },
  'ground-guard-skew': {
    about: 'DISORDER: a kubelet without fileKeyRef ignores variables from files, and the app starts at once.',
    app: guardedByHand,
    containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { shell: true, tcp: '6379@5s' } },
    expect: [startsBefore('app', ready('cache')), crashesFirst('app')],
    kubelet: 33,
    doesNotApply: before(35, 'no variables from files'),
  },
  'ground-hook': {
    about: 'A postStart hook delays the next container. POST_START relies on this; the story does not use the library.',
    app: (chart: Chart) => {
      new Pod(chart, 'pod', {
        containers: [
          {
            name: 'first',
            image: 'shop/first:1',
            lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=first', '-lasts=3s']) },
          },
          { name: 'second', image: 'shop/second:1' },
        ],
      });
    },
    containers: { first: {}, second: {} },
    expect: [
      // Kubernetes does not specify which of the two starts first. On a busy machine the hook was 2 ms earlier.
      follows(hookStart('first'), start('first'), { atLeastMs: -500, withinMs: 2000 }),
      follows(start('second'), hookEnd('first'), { withinMs: 2000 }),
    ],
  },
  'ground-hook-fails': {
    about: 'DISORDER: the kubelet kills a container with a failed postStart hook, and still starts the next container.',
    app: chart => {
      new Pod(chart, 'pod', {
        containers: [
          {
            name: 'first',
            image: 'shop/first:1',
            lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=first', '-lasts=1s', '-exit-code=1']) },
          },
          { name: 'second', image: 'shop/second:1' },
        ],
      });
    },
    containers: { first: { tcp: '8080@600s' }, second: {} },
    expect: [happens(term('first')), follows(start('second'), hookEnd('first'), { withinMs: 5000 })],
  },
  'noexec': {
    about: 'The disk of the node is mounted noexec: the kernel executes no file in an emptyDir on the disk, but files in an emptyDir in memory. All stories run on such a node.',
    app: chart => {
      new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          terminationGracePeriodSeconds: 1,
          volumes: [{ name: 'disk', emptyDir: {} }, { name: 'memory', emptyDir: { medium: 'Memory' } }],
          initContainers: [tries('disk'), tries('memory')],
          containers: [{ name: 'app', image: 'shop/app:7' }],
        },
      });
    },
    containers: { app: {} },
    expect: [follows(start('app'), prints('on-disk', 'disk: refused')), follows(start('app'), prints('on-memory', 'memory: executed'))],
    needsOwnNode: 'how the disks of others are mounted is not ours',
  },
  'sleep-action': {
    about: 'The sleep action of the kubelet delays the app for a fixed time, without an injected container.',
    app: orderedPod({
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.delay(Duration.seconds(3)) },
      ],
    }),
    containers: { app: {}, cache: {} },
    expect: [follows(start('app'), start('cache'), { atLeastMs: 3000, withinMs: 4500 })],
    doesNotApply: before(30, 'no sleep action'),
  },
};

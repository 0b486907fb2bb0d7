import { Chart } from 'cdk8s';
import { Handler, Pod } from 'cdk8s-plus-27';
import { before, crashesFirst, follows, happens, hookEnd, hookStart, ready, start, startsAfter, startsBefore, Story, term, waitingMessage } from '../runner/story';
import { guardedByHand } from './apps/guarded-by-hand';

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
};

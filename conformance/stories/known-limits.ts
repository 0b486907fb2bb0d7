import { ApiObject, Duration } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, Mechanism, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import {
  before, Event, exit, Expectation, follows, injected, killSandbox, never, neverStarts, ready, restartKubelet, start, startsAfter, startsBefore,
  Story,
} from '../runner/story';

const CRASHES = { tcp: '6379@1s', crashAt: '4s', crashTimes: 9 };

/** The pod of a manifest with fields that cdk8s-plus does not have. */
function orderedFrom(spec: object, declare: (order: StartupOrder) => void): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    declare(StartupOrder.of(new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', spec }), { kubernetesVersion }));
  };
}

const LOSS = injected('kill the sandbox of app');

/** The runner kills the sandbox, and the app starts in the new one by the mark that cache made in the old one. */
const opensInNewSandbox = (cache: Expectation[]): Pick<Story, 'faults' | 'expect'> => ({
  faults: [killSandbox('app', { at: start('app'), afterMs: 1500 })],
  expect: [startsAfter('app', ready('cache')), follows(start('app', 2), LOSS), ...cache],
});
const neverAfterLoss = (event: Event) => never(event, { after: LOSS, forMs: 12_000 });

/** A guard of the app on cache. `fields`: fields of cache that cdk8s-plus does not have. */
function guardedCache(fields: object, spec: object, guarantee?: Guarantee): Story['app'] {
  const containers = [{ name: 'cache', image: 'shop/cache:7', ...fields }, { name: 'app', image: 'shop/app:7' }];
  return orderedFrom({ terminationGracePeriodSeconds: 2, containers, ...spec }, order => {
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK, guarantee })] });
  });
}

/** The limits of an order that docs/explanation/guarantees.md and docs/reference/limits.md describe. */
export const stories: Readonly<Record<string, Story>> = {
  'ready-once-sidecar': {
    about: 'DISORDER: a native sidecar crashes after it was ready, while a later init container runs: the app starts before it is ready again.',
    app: orderedPod({
      containers: [
        { name: 'proxy', image: 'shop/proxy:7', readyWhen: ReadyCheck.tcpSocket(6379) },
        { name: 'migrate', image: 'shop/migrate:7', role: ContainerRole.INIT, dependsOn: [Dependency.on('proxy')] },
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
      ],
    }),
    containers: { proxy: CRASHES, migrate: { exitAt: '8s' }, app: {} },
    expect: [startsAfter('app', ready('proxy')), startsAfter('app', exit('proxy', 2)), startsBefore('app', ready('proxy', 3))],
    doesNotApply: before(29, 'no native sidecars'),
  },
  'ready-once-guards': {
    about: 'DISORDER: a dependency crashes after it was ready, while the app still waits for another one: the app starts before it is ready again.',
    app: orderedPod({
      startupOrder: { mechanism: Mechanism.GUARDED_HOOK },
      containers: [
        { name: 'cache', image: 'shop/cache:7', readyWhen: ReadyCheck.tcpSocket(6379) },
        { name: 'db', image: 'shop/db:7', readyWhen: ReadyCheck.tcpSocket(5432) },
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache'), Dependency.on('db')] },
      ],
    }),
    containers: { cache: CRASHES, db: { tcp: '5432@22s' }, app: {} },
    expect: [startsAfter('app', ready('db')), startsAfter('app', exit('cache'))],
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-on-failure-new-sandbox': {
    about: 'DISORDER: with OnFailure, a new sandbox does not run a dependency again that has exited with 0, so the old mark opens the guard of the app.',
    app: orderedPod({
      restartPolicy: RestartPolicy.ON_FAILURE,
      terminationGracePeriod: Duration.seconds(2),
      containers: [
        { name: 'prepare', image: 'shop/prepare:7', role: ContainerRole.INIT },
        { name: 'cache', image: 'shop/cache:7', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) },
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
      ],
    }),
    containers: { prepare: { exitAt: '200ms' }, cache: { tcp: '6379@1s' }, app: { ignoreTerm: true } },
    ...opensInNewSandbox([neverAfterLoss(start('cache', 2))]),
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-never-new-sandbox': {
    about: 'DISORDER: a new sandbox does not run a dependency with restartPolicy Never again if the pod has init containers, so the old mark opens the guard of the app.',
    app: guardedCache({ restartPolicy: 'Never' }, { initContainers: [{ name: 'prepare', image: 'shop/prepare:7' }] }),
    containers: { prepare: { exitAt: '200ms' }, cache: { tcp: '6379@1s' }, app: {} },
    ...opensInNewSandbox([neverAfterLoss(start('cache', 2))]),
    doesNotApply: before(35, 'no policies of containers'),
  },
  'guard-exits-new-sandbox': {
    about: 'DISORDER: in a new sandbox, a dependency exits before its hook has emptied its marks, so the old mark opens the guard of the app.',
    app: guardedCache(
      { volumeMounts: [{ name: 'data', mountPath: '/data' }] }, { volumes: [{ name: 'data', emptyDir: {} }] }, Guarantee.FAIL_CLOSED,
    ),
    containers: { cache: { tcp: '6379@1s', file: '/data/ran', crashIf: '/data/ran' }, app: {} },
    ...opensInNewSandbox([follows(start('cache', 2), LOSS), neverAfterLoss(ready('cache', 2))]),
    doesNotApply: before(35, 'no variables from files'),
  },
  'exited-never-new-sandbox': {
    about: 'DISORDER: a new sandbox does not run a container with restartPolicy Never again if the pod has init containers, so a gate waits for its exit without end.',
    app: orderedFrom({
      initContainers: [{ name: 'prepare', image: 'shop/prepare:7' }],
      containers: [
        { name: 'setup', image: 'shop/setup:7', command: ['/setup'], restartPolicy: 'Never' },
        { name: 'app', image: 'shop/app:7', command: ['/app'] },
      ],
    }, order => { order.declare('app', { dependsOn: [Dependency.on('setup', { condition: StartCondition.EXITED })] }); }),
    containers: { prepare: { exitAt: '200ms' }, setup: { exitAt: '1s', exitCode: 3 }, app: {} },
    faults: [killSandbox('app', { at: start('app'), afterMs: 1500 })],
    expect: [
      startsAfter('app', exit('setup')),
      follows(start('prepare', 2), LOSS),
      neverAfterLoss(start('app', 2)),
    ],
    doesNotApply: before(35, 'no policies of containers'),
  },
  'own-hook-kubelet-restart': {
    about: 'DISORDER: a restart of the kubelet ends the postStart hook of the user, and with it the agent that would write the mark: the gate waits without end.',
    app: orderedFrom({
      containers: [
        { name: 'db', image: 'shop/db:2', lifecycle: { postStart: { exec: { command: ['test-app', 'hook', '-name=db', '-lasts=9s'] } } } },
        { name: 'app', image: 'shop/app:7', command: ['/app'] },
      ],
    }, order => {
      order.declare('db', { readyWhen: ReadyCheck.command(['test-app', 'check', 'tcp:127.0.0.1:5432']) });
      order.declare('app', { dependsOn: [Dependency.on('db', { mechanism: Mechanism.ENTRYPOINT_GATE })] });
    }),
    containers: { db: { tcp: '5432@1s' }, app: {} },
    faults: [restartKubelet({ at: start('db'), afterMs: 4000 })],
    expect: [neverStarts('app', { after: injected('restart the kubelet'), forMs: 15_000 })],
  },
};

import { ApiObject, Duration } from 'cdk8s';
import { Handler, RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, exit, follows, freeze, happens, hookEnd, injected, killSandbox, never, neverStarts, podPhase, ready, restartKubelet, start, startsAfter, startsBefore, Story, thaw, waiting } from '../runner/story';
import { guarded, guardedPod, NEEDS_CACHE } from './apps/guarded';
import { orderedSix, six } from './apps/six';

const DEPENDENTS = ['app', 'worker', 'metrics'];

/** Throws an error if the plan gives the dependency of `app` another guarantee. */
function expectGuarantee(order: StartupOrder, expected: Guarantee): void {
  const { guarantee } = order.plan().dependencies.find(d => d.dependent === 'app')!;
  if (guarantee !== expected) { throw new Error(`the plan promises ${guarantee}, and not ${expected}`); }
}

/** GUARDED_HOOK in graphs. */
export const stories: Readonly<Record<string, Story>> = {
  'guard-dependencies': {
    about: 'GUARDED_HOOK: an app waits for all dependencies, with any users. Here the first dependency in the list is ready last.',
    ...guarded,
    app: orderedPod({
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: ['cache', 'search', 'config'].map(n => Dependency.on(n, { mechanism: Mechanism.GUARDED_HOOK })) },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379), securityContext: { user: 999, group: 999 } },
        { name: 'search', image: 'shop/search:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 9200 }), securityContext: { user: 1000 } },
        { name: 'config', image: 'shop/config:2', readyWhen: ReadyCheck.file('/tmp/ready'), securityContext: { readOnlyRootFilesystem: false } },
      ],
    }),
    containers: ({ delay }) => ({
      app: { needs: ['tcp:127.0.0.1:6379', 'http:http://127.0.0.1:9200/ready'] },
      cache: { tcp: '6379@12s' },
      search: { http: `9200/ready@${delay}` },
      config: { file: '/tmp/ready@1s' },
    }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 3000 }), startsAfter('app', ready('search')), startsAfter('app', ready('config'))],
  },
  'guard-dependency-frozen': {
    about: 'GUARDED_HOOK: if a dependency hangs longer than the timeout of the hook, the app starts only after the dependency continues.',
    ...guarded,
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s' } },
    faults: [freeze('cache', { at: start('cache') }), thaw('cache', { at: start('cache'), afterMs: 14_000 })],
    expect: [startsAfter('app', injected('thaw cache'), { withinMs: 4000 })],
  },
  'guard-dependents': {
    about: 'GUARDED_HOOK: several dependents of one slow dependency start together when it is ready.',
    ...guarded,
    app: orderedPod({
      containers: [
        ...DEPENDENTS.map(name => ({ name, image: `shop/${name}:7`, dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] })),
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    }),
    containers: { ...Object.fromEntries(DEPENDENTS.map(name => [name, { needs: 'tcp:127.0.0.1:6379' }])), cache: { tcp: '6379@13s' } },
    expect: DEPENDENTS.map(name => startsAfter(name, ready('cache'), { withinMs: 2000 })),
  },
  'guard-graph': {
    about: 'GUARDED_HOOK: six containers, c after a, d after b, e after c and d: every order holds, and containers without dependencies do not wait.',
    app: (chart, { kubernetesVersion }) => { orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.GUARDED_HOOK } }); },
    containers: six.containers,
    expect: [
      ...six.expect,
      follows(start('f'), start('a'), { withinMs: 1500 }),
      follows(start('b'), start('f'), { withinMs: 1500 }),
      follows(start('e'), start('f'), { withinMs: 8000 }),
    ],
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-list-order': {
    about: 'DISORDER: a container that waits by list order until an app is RUNNING starts while a guard still holds the app, once the hook has reached its limit of 10 s. The plan contains a warning.',
    app: (chart, { kubernetesVersion }) => {
      const { startupOrder } = new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [
          { name: 'metrics', image: 'shop/metrics:1', dependsOn: [Dependency.on('app', { condition: StartCondition.RUNNING, guarantee: Guarantee.BEST_EFFORT })] },
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
          { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
        ],
      });
      const { warnings } = startupOrder.plan();
      if (!warnings.some(w => w.startsWith("'metrics' starts while a guard holds 'app'"))) { throw new Error('the plan contains no warning about the guard'); }
    },
    containers: { metrics: {}, app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@14s' } },
    expect: [startsBefore('metrics', start('app'), { atLeastMs: 500 }), startsAfter('app', ready('cache'))],
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-restart-policy': {
    about: 'GUARDED_HOOK: the guard does not fail a pod with restartPolicy Never: the pod waits and then succeeds.',
    ...guarded,
    app: (chart, { kubernetesVersion }) => {
      guardedPod(chart, 'never', kubernetesVersion, { restartPolicy: RestartPolicy.NEVER });
      guardedPod(chart, 'on-failure', kubernetesVersion, { restartPolicy: RestartPolicy.ON_FAILURE });
    },
    containers: { app: { ...NEEDS_CACHE, exitAt: '1s' }, cache: { http: '8080/ready@13s', exitAt: '16s' } },
    pods: 2,
    expect: [
      happens(waiting('app', 'CreateContainerConfigError')),
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
      never(podPhase('Failed'), { after: start('cache'), forMs: 17_000 }),
      happens(podPhase('Succeeded')),
    ],
  },
  'guard-kubelet-restart-own-probe': {
    about: 'GUARDED_HOOK with a readiness probe of the user: after a restart of the kubelet the startup probe does not run again; the agent after the hook '
      + 'makes the mark, and the kubelet sees it at its next try.',
    app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { ownReadinessProbe: true }); },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@30s' } },
    faults: [restartKubelet({ at: start('cache'), afterMs: 13_000 })],
    expect: [
      follows(injected('restart the kubelet'), waiting('app', 'CreateContainerConfigError')),
      startsAfter('app', injected('restart the kubelet')),
      startsAfter('app', ready('cache'), { withinMs: 17_000 }),
    ],
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-restart-all-containers': {
    about: 'GUARDED_HOOK: after a restart of all containers in place the old mark opens no guard, and all containers start again in order.',
    app: (chart, { kubernetesVersion }) => {
      // KEP-5532. Not by a JSON patch: cdk8s-plus-27 drops unknown fields of a container.
      const restartAll = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }] };
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { containers: [{ name: 'app', image: 'shop/app:7', ...restartAll }, { name: 'cache', image: 'shop/cache:2' }] },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
    },
    containers: { app: { ...NEEDS_CACHE, crashAt: '1s', crashTimes: 1 }, cache: { http: '8080/ready@3s' } },
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
      follows(start('cache', 2), exit('app')),
      follows(start('app', 2), ready('cache', 2), { withinMs: 2000 }),
    ],
    doesNotApply: before(36, 'RestartAllContainers is off by default'),
  },
  'guard-restart-all-chain': {
    about: 'GUARDED_HOOK: after a restart of all containers in place, an old mark opens the guard on a container that itself waits: BEST_EFFORT.',
    app: (chart, { kubernetesVersion }) => {
      const restartAll = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }] };
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { containers: ['app', 'cache', 'db'].map(name => ({ name, image: `shop/${name}:7`, ...name === 'app' ? restartAll : {} })) },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('db', { readyWhen: ReadyCheck.tcpSocket(5432) });
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }), dependsOn: [Dependency.on('db', { mechanism: Mechanism.GUARDED_HOOK })] });
      order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
      expectGuarantee(order, Guarantee.BEST_EFFORT);
    },
    containers: { app: { crashAt: '2s', crashTimes: 1 }, cache: { http: '8080/ready@1s' }, db: { tcp: '5432@12s' } },
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
      follows(start('db', 2), exit('app')),
      follows(ready('cache', 2), start('app', 2), { atLeastMs: 1000 }),
    ],
    doesNotApply: before(36, 'RestartAllContainers is off by default'),
  },
  'guard-restart-all-exits': {
    about: 'DISORDER: after a restart of all containers, a dependency exits before its hook has emptied its marks: the old mark opens the guard, BEST_EFFORT.',
    app: (chart, { kubernetesVersion }) => {
      const volumeMounts = [{ name: 'data', mountPath: '/data' }];
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          volumes: [{ name: 'data', emptyDir: {} }],
          containers: [{ name: 'cache', image: 'shop/cache:7', volumeMounts }, { name: 'app', image: 'shop/app:7' }],
        },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK, restartAllContainers: true })] });
      expectGuarantee(order, Guarantee.BEST_EFFORT);
    },
    containers: { app: {}, cache: { tcp: '6379@1s', crashAt: '4s', file: '/data/ran', crashIf: '/data/ran' } },
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
      follows(start('app', 2), exit('cache', 2)),
      never(ready('cache', 2), { after: exit('cache'), forMs: 8000 }),
    ],
    doesNotApply: before(36, 'RestartAllContainers is off by default'),
  },
  'guard-own-hook-sandbox-killed': {
    about: 'GUARDED_HOOK: in a new sandbox an old mark opens the guard if the dependency has a sleep as its postStart hook: BEST_EFFORT.',
    app: (chart, { kubernetesVersion }) => {
      const slow = { lifecycle: { postStart: { sleep: { seconds: 1 } } } };
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          terminationGracePeriodSeconds: 2,
          nodeSelector: { 'kubernetes.io/arch': process.arch === 'x64' ? 'amd64' : process.arch },
          containers: [{ name: 'app', image: 'shop/app:7' }, { name: 'cache', image: 'shop/cache:2', ...slow }],
        },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
      expectGuarantee(order, Guarantee.BEST_EFFORT);
    },
    containers: { app: {}, cache: { http: '8080/ready@5s' } },
    faults: [killSandbox('cache', { at: start('app'), afterMs: 1000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 3000 }),
      follows(start('app', 2), injected('kill the sandbox of cache')),
      follows(ready('cache', 2), start('app', 2), { atLeastMs: 1000 }),
    ],
    doesNotApply: before(35, 'no variables from files'),
  },
  'guard-timeout-never': {
    about: 'With restartPolicy Never a dependency with a timeout gets no guard, which would wait forever: the app starts after the timeout.',
    app: orderedPod({
      restartPolicy: RestartPolicy.NEVER,
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { timeout: Duration.seconds(5) })] },
        { name: 'cache', image: 'shop/cache:2', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    }),
    containers: { app: { exitAt: '1s' }, cache: {} },
    expect: [startsAfter('app', start('cache'), { atLeastMs: 4500, withinMs: 9000 })],
  },
  'guard-user-hook-fails': {
    about: 'GUARDED_HOOK: if the hook of the user fails, the kubelet does not create the app, even if the dependency is reachable.',
    ...guarded,
    app: orderedPod({
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
        {
          name: 'cache',
          image: 'shop/cache:2',
          readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }),
          lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=cache', '-lasts=1s', '-exit-code=1']) },
        },
      ],
    }),
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@0s' } },
    expect: [
      happens(hookEnd('cache', 2)),
      happens(waiting('cache', 'CrashLoopBackOff')),
      neverStarts('app', { after: start('cache'), forMs: 15_000 }),
    ],
  },
};

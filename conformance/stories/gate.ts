import { ApiObject, Duration } from 'cdk8s';
import { ImagePullPolicy, Probe } from 'cdk8s-plus-27';
import { Dependency, Guarantee, Mechanism, OrderedPod, Protocol, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { ended, follows, freeze, happens, injected, kill, never, prints, ready, start, startsAfter, startsBefore, Story, term, thaw } from '../runner/story';
import { gated, NEEDS_CACHE } from './apps/gated';
import { LOADING } from './apps/outside';

const LIVENESS = Probe.fromHttpGet('/live', { port: 8081, initialDelaySeconds: Duration.seconds(8), periodSeconds: Duration.seconds(1), failureThreshold: 1 });

/** ENTRYPOINT_GATE: order, probes and the process of the app. */
export const stories: Readonly<Record<string, Story>> = {
  'gate-behind-gate': {
    about: 'ENTRYPOINT_GATE: a container in a gate is STARTED, and its delay begins, only after its gate has opened.',
    app: (chart, { kubernetesVersion }) => {
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          terminationGracePeriodSeconds: 2,
          containers: ['app', 'late', 'agent', 'cache'].map(name => ({ name, image: `shop/${name}:7`, command: [`/${name}`] })),
        },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion, mechanism: Mechanism.ENTRYPOINT_GATE });
      order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
      order.declare('agent', { readyWhen: ReadyCheck.delay(Duration.seconds(3)), dependsOn: [Dependency.on('cache')] });
      order.declare('app', { dependsOn: [Dependency.on('agent', { condition: StartCondition.STARTED })] });
      order.declare('late', { dependsOn: [Dependency.on('agent')] });
    },
    containers: { app: {}, late: {}, agent: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@5s' } },
    expect: [
      startsAfter('agent', ready('cache'), { withinMs: 1500 }),
      // The agent writes the mark of its gate before it executes the command, so a dependent can start some milliseconds earlier.
      follows(start('app'), start('agent'), { atLeastMs: -500 }),
      follows(start('late'), start('agent'), { atLeastMs: 2900 }),
    ],
  },
  'gate-dependency-frozen': {
    about: 'ENTRYPOINT_GATE: a dependency that hangs after it was ready holds a dependent that restarts, until it answers again.',
    app: gated({}),
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@1s' } },
    faults: [
      freeze('cache', { at: start('app'), afterMs: 1500 }),
      kill('app', { at: injected('freeze cache'), afterMs: 500 }),
      thaw('cache', { at: injected('freeze cache'), afterMs: 9000 }),
    ],
    expect: [startsAfter('app', ready('cache')), follows(start('app', 2), injected('thaw cache'), { withinMs: 8000 })],
  },
  'gate-list-order': {
    about: 'DISORDER: a container that waits by list order until an app is RUNNING starts while the gate of the app still waits. The plan contains a warning.',
    app: (chart, { kubernetesVersion }) => {
      const { startupOrder } = new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [
          { name: 'metrics', image: 'shop/metrics:1', dependsOn: [Dependency.on('app', { condition: StartCondition.RUNNING, guarantee: Guarantee.BEST_EFFORT })] },
          { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
          { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
        ],
      });
      const { warnings } = startupOrder.plan();
      if (!warnings.some(w => w.startsWith("'metrics' starts when the gate of 'app' runs"))) { throw new Error('the plan contains no warning about the gate'); }
    },
    containers: { metrics: {}, app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@4s' } },
    expect: [startsBefore('metrics', start('app'), { atLeastMs: 500 }), startsAfter('app', ready('cache'))],
  },
  'gate-liveness-initial-delay': {
    about: 'ENTRYPOINT_GATE: after the gate opens, the liveness probe waits for the initialDelaySeconds of the user.',
    app: gated({ liveness: LIVENESS }),
    // The gate waits longer than the delay; the app then needs most of the delay.
    containers: { app: { ...NEEDS_CACHE, http: '8081/live@5s' }, cache: { http: '8080/ready@10s' } },
    expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(ready('app')), never(start('app', 2), { after: ready('app'), forMs: 3000 })],
  },
  'gate-server': {
    about: 'ENTRYPOINT_GATE: the app starts after a Redis of its pod answers PING, not while it loads its data.',
    app: orderedPod({
      containers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] },
        {
          name: 'cache',
          image: 'redis:7-alpine',
          imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
          command: ['sh', '-c', LOADING],
          securityContext: { user: 999, readOnlyRootFilesystem: false },
          readyWhen: ReadyCheck.server(Protocol.REDIS),
        },
      ],
    }),
    images: ['redis:7-alpine'],
    containers: { app: { needs: 'tcp:127.0.0.1:6379' } },
    expect: [
      happens(prints('app', /^startup-order: 'cache' is not ready .*Redis is loading the dataset in memory/)),
      startsAfter('app', prints('cache', /Ready to accept connections/), { withinMs: 1500 }),
    ],
  },
  'gate-startup-probe-limit': {
    about: 'ENTRYPOINT_GATE: after the gate opens, the startup probe restarts an app that hangs, within the limit of the user.',
    app: (chart, { kubernetesVersion }) => {
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          terminationGracePeriodSeconds: 2,
          containers: [
            {
              name: 'app',
              image: 'shop/app:7',
              command: ['/app'],
              startupProbe: { httpGet: { path: '/started', port: 8080 }, periodSeconds: 2, failureThreshold: 3 },
            },
            { name: 'cache', image: 'redis:7' },
          ],
        },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] });
    },
    // The gate waits longer than the limit of the probe, 6 s.
    containers: { app: { needs: 'tcp:127.0.0.1:6379', http: '8080/started@600s' }, cache: { tcp: '6379@9s' } },
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 1500 }),
      follows(term('app'), start('app'), { atLeastMs: 5000, withinMs: 9000 }),
    ],
  },
  'gate-transparent': {
    about: 'ENTRYPOINT_GATE: a terminal, stdin, a working directory, no PATH, a read-only disk, another user, no capabilities: the app runs as without a gate, and the kubelet sees its exit code.',
    app: (chart, { kubernetesVersion }) => {
      const pod = new ApiObject(chart, 'pod', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 2,
          containers: [
            {
              name: 'app',
              image: 'shop/app:7',
              command: ['/app'],
              args: ['$(NAME)', '$$'],
              env: [{ name: 'PATH', value: '' }, { name: 'NAME', value: 'shop' }],
              workingDir: '/proc',
              tty: true,
              stdin: true,
              securityContext: { readOnlyRootFilesystem: true, runAsNonRoot: true, runAsUser: 12345, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
            },
            { name: 'cache', image: 'redis:7' },
          ],
        },
      });
      const order = StartupOrder.of(pod, { kubernetesVersion });
      order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
      order.declare('app', { dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] });
    },
    containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:6379', exitAt: '500ms', exitCode: 7 }, cache: { tcp: `6379@${delay}` } }),
    expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(ended('app', 7))],
  },
};

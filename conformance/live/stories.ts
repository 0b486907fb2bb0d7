import { Duration } from 'cdk8s';
import { Handler, Node, NodeLabelQuery, Pod } from 'cdk8s-plus-27';
import { Dependency, DependencyOptions, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { asked, askWhy } from './ask';
import { before, Behaviour, ended, Event, happens, podPhase, podReady, running, start, Story, waiting } from '../runner/story';
import { guarded } from '../stories/apps/guarded';
import { proxied } from '../stories/apps/proxied';

/** Moments at which users ask why a pod has not started, with the expected answer. */
interface Moment {
  readonly about: string;
  readonly app: Story['app'];
  readonly containers: Story['containers'];
  readonly at: Event;
  readonly afterMs?: number;
  /** A container of the pod, to find the pod. */
  readonly of: string;
  readonly answer: RegExp;
  readonly more?: Partial<Story>;
}

const LATE = '9s';
const NEVER = '600s';
const CACHE: Behaviour = { tcp: `6379@${LATE}` };
const NEEDS = { needs: 'tcp:127.0.0.1:6379' };

function cached(options: DependencyOptions, command?: string[]): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(2),
      orderedContainers: [
        { name: 'app', image: 'shop/app:7', command, dependsOn: [Dependency.on('cache', options)] },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  };
}

const GATE = { mechanism: Mechanism.ENTRYPOINT_GATE };
const gated = cached(GATE, ['/app']);

function onDatabase(options: { readonly timeout?: Duration; readonly onTimeout?: string } = {}): Story['app'] {
  return (chart, { kubernetesVersion, hosts }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(2),
      orderedContainers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onTcp(hosts.database, 5432, { name: 'database', ...options })] },
        { name: 'metrics', image: 'shop/metrics:1' },
      ],
    });
  };
}

function pair(hook: string[] | undefined, node?: string): Story['app'] {
  return chart => {
    const pod = new Pod(chart, 'pod', {
      terminationGracePeriod: Duration.seconds(2),
      containers: [
        { name: 'first', image: 'shop/first:1', lifecycle: hook && { postStart: Handler.fromCommand(['test-app', 'hook', '-name=first', ...hook]) } },
        { name: 'second', image: 'shop/second:1' },
      ],
    });
    if (node !== undefined) { pod.scheduling.attract(Node.labeled(NodeLabelQuery.is('disk', node))); }
  };
}

const MOMENTS: Readonly<Record<string, Moment>> = {
  'all-well': {
    about: 'all containers run', app: gated, containers: { app: NEEDS, cache: { tcp: '6379@1s' } }, at: podReady(), of: 'app', answer: /^all is well: its 2 containers have been ready since/,
  },
  'native-well': {
    about: 'all containers run, after a native sidecar',
    app: cached({}),
    containers: { app: NEEDS, cache: { tcp: '6379@1s' } },
    at: podReady(),
    of: 'app',
    answer: /^all is well: its 2 containers have been ready since/,
    more: { doesNotApply: before(29, 'no native sidecars') },
  },
  'init-wait': {
    about: 'an init container waits for another pod',
    app: onDatabase(),
    containers: { app: {}, metrics: {} },
    at: running('wait-for-database'),
    afterMs: 2500,
    of: 'app',
    answer: /^'app' and 'metrics' have not started: init container 'wait-for-database' has waited for 'database' \(TCP .*:5432\) since/,
    more: { beside: { database: { tcp: `5432@${LATE}` } } },
  },
  'init-timed-out': {
    about: 'an init container has given up',
    app: onDatabase({ timeout: Duration.seconds(3), onTimeout: 'FAIL' }),
    containers: { app: {}, metrics: {} },
    at: ended('wait-for-database', 124),
    afterMs: 500,
    of: 'app',
    answer: /init container 'wait-for-database' gave up waiting for 'database'/,
    more: { beside: { database: { tcp: `5432@${NEVER}` } } },
  },
  'hook-running': {
    about: 'the postStart hook of a dependency waits',
    app: cached({ mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT }),
    containers: { app: NEEDS, cache: CACHE },
    at: start('cache'),
    afterMs: 3000,
    of: 'app',
    answer: /^'app' has not started: the postStart hook of 'cache' has waited for TCP /,
  },
  'hook-running-by-hand': {
    about: 'a postStart hook of the user takes long',
    app: pair(['-lasts=6s']),
    containers: { first: {}, second: {} },
    at: start('first'),
    afterMs: 3000,
    of: 'first',
    answer: /^'second' has not started: the postStart hook of 'first' has run since/,
  },
  'hook-failed': {
    about: 'a postStart hook has failed',
    app: pair(['-lasts=1s', '-exit-code=1']),
    containers: { first: { tcp: `8080@${NEVER}` }, second: {} },
    at: start('second'),
    afterMs: 1500,
    of: 'first',
    answer: /^the postStart hook of 'first' failed .* exited with 1; 'second' started anyway/,
  },
  'gate-waits': {
    about: 'the gate of an app waits', app: gated, containers: { app: NEEDS, cache: CACHE }, at: running('app'), afterMs: 2500, of: 'app', answer: /^'app' has not started: the gate of 'app' has waited for 'cache' \(TCP /,
  },
  'gate-timed-out': {
    about: 'the gate of an app has given up',
    app: cached({ ...GATE, timeout: Duration.seconds(3), onTimeout: 'FAIL' }, ['/app']),
    containers: { app: NEEDS, cache: { tcp: `6379@${NEVER}` } },
    at: ended('app', 124),
    afterMs: 500,
    of: 'app',
    answer: /^'app' has not started: the gate of 'app' gave up waiting for 'cache' .* \(exit code 124, /,
  },
  'gate-crash': {
    about: 'the gate of an app waits for a dependency that crashes again and again',
    app: gated,
    containers: { app: NEEDS, cache: { tcp: `6379@${NEVER}`, crashAt: '300ms' } },
    at: waiting('cache', 'CrashLoopBackOff'),
    afterMs: 500,
    of: 'app',
    answer: /the gate of 'app' has waited for 'cache' .*, and 'cache' crashes: exit code 1 /,
  },
  'guard-holds': {
    ...guarded,
    about: 'a guard holds an app',
    containers: { app: {}, cache: { http: '8080/ready@12s' } },
    at: waiting('app', 'CreateContainerConfigError'),
    afterMs: 1500,
    of: 'app',
    answer: /^'app' has not started: the guard of 'app' has held it since .*, until 'cache' is READY \(GET /,
    more: { doesNotApply: guarded.doesNotApply },
  },
  'sidecar-not-started': {
    about: 'a native sidecar has not started',
    app: proxied.app,
    containers: { app: {}, proxy: { http: `9901/ready@${LATE}` } },
    at: running('proxy'),
    afterMs: 3500,
    of: 'app',
    answer: /^'app' has not started: the startup probe of native sidecar 'proxy' has not passed .* statuscode: 503/,
    more: { doesNotApply: before(29, 'no native sidecars') },
  },
  'image': {
    about: 'an image cannot be pulled',
    app: pair(undefined),
    containers: { first: { image: 'registry.local/missing:1' }, second: {} },
    at: start('second'),
    afterMs: 1500,
    of: 'first',
    answer: /^'first' has not started: pulling the image of 'first' has failed .*missing:1/,
  },
  'crash-loop': {
    about: 'a container crashes again and again',
    app: pair(undefined),
    containers: { first: { crashAt: '300ms' }, second: {} },
    at: ended('first', 1),
    afterMs: 1500,
    of: 'first',
    answer: /^'first' crashes: exit code 1 /,
  },
  'restarted': {
    about: 'a container that has crashed runs again',
    app: pair(undefined),
    containers: { first: { crashAt: '300ms', crashTimes: 1 }, second: {} },
    at: start('first', 2),
    afterMs: 3000,
    of: 'first',
    answer: /^all is well: .*'first' has restarted once/,
  },
  'no-node': {
    about: 'there is no node for the pod', app: pair(undefined, 'gold'), containers: { first: {}, second: {} }, at: podPhase('Pending'), afterMs: 2000, of: 'first', answer: /^no container has started: there has been no node for the pod/,
  },
};

export function liveStories(): ReadonlyMap<string, Story> {
  return new Map(Object.entries(MOMENTS).map(([name, { about, app, containers, at, afterMs = 0, of, answer, more }]) => [`live-${name}`, {
    about: `Why has it not started? Asked when ${about}.`,
    app,
    containers,
    faults: [askWhy(of, { at, afterMs })],
    expect: [happens(asked(of, answer && /^/))],
    ...more,
  } satisfies Story]));
}

import { Duration } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, exit, follows, ready, start, startsAfter, startsBefore, Story } from '../runner/story';
import { configured, NEEDS_CONFIG } from './apps/configured';

/** SIDECAR_WAIT_INIT. */
export const stories: Readonly<Record<string, Story>> = {
  'wait-init-file': {
    about: 'An init container delays the app until a native sidecar has created its file.',
    ...configured(),
    containers: ({ delay }) => ({ app: NEEDS_CONFIG, config: { file: `/config/app.yaml@${delay}` } }),
    expect: [startsAfter('app', ready('config'), { withinMs: 3000 })],
  },
  'wait-init-delay-crash': {
    about: 'SIDECAR_WAIT_INIT: a delay does not begin again when the native sidecar restarts, and the plan promises only BEST_EFFORT.',
    app: (chart, { kubernetesVersion }) => {
      const pod = new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy', { mechanism: Mechanism.SIDECAR_WAIT_INIT })] },
          { name: 'proxy', image: 'shop/proxy:2', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.delay(Duration.seconds(8)) },
        ],
      });
      const [{ guarantee }] = pod.startupOrder.plan().dependencies;
      if (guarantee !== Guarantee.BEST_EFFORT) { throw new Error(`the plan promises ${guarantee}`); }
    },
    containers: { app: {}, proxy: { crashAt: '5s', crashTimes: 1 } },
    expect: [follows(start('proxy', 2), exit('proxy')), startsAfter('app', start('proxy'), { atLeastMs: 7500, withinMs: 12_000 })],
    doesNotApply: before(29, 'no native sidecars'),
  },
  'wait-init-several': {
    about: 'One init container waits for several native sidecars, for each with its own timeout, and not for later sidecars.',
    app: (chart, { kubernetesVersion }) => {
      const mounting = (name: string) => ({ volumeMounts: [{ path: `/${name}`, volume: Volume.fromEmptyDir(chart, name, name) }] });
      const config = mounting('config');
      const socket = mounting('socket');
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        terminationGracePeriod: Duration.seconds(2),
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('migrate'), Dependency.on('slow', { mechanism: Mechanism.SIDECAR_WAIT_INIT })] },
          {
            name: 'migrate',
            image: 'shop/migrate:7',
            role: ContainerRole.INIT,
            volumeMounts: [...config.volumeMounts, ...socket.volumeMounts],
            dependsOn: [
              Dependency.on('config', { timeout: Duration.minutes(5) }),
              Dependency.on('socket'),
              Dependency.on('never', { timeout: Duration.seconds(2), onTimeout: 'CONTINUE', guarantee: Guarantee.BEST_EFFORT }),
            ],
          },
          { name: 'config', image: 'shop/config-agent:2', ...config, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.file('/config/app.yaml') },
          { name: 'socket', image: 'shop/db-proxy:3', ...socket, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.unixSocket('/socket/db') },
          { name: 'never', image: 'shop/metrics:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(1, { host: '127.0.0.1' }) },
          { name: 'slow', image: 'shop/slow:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/up', { port: 8080, host: '127.0.0.1' }) },
        ],
      });
    },
    containers: {
      app: { needs: 'http:http://127.0.0.1:8080/up' },
      migrate: { needs: ['file:/config/app.yaml', 'unix:/socket/db'], exitAt: '1s' },
      config: { file: '/config/app.yaml@2s' },
      socket: { unix: '/socket/db@7s' },
      never: {},
      slow: { http: '8080/up@12s' },
    },
    expect: [
      startsAfter('migrate', ready('config')),
      startsAfter('migrate', ready('socket'), { withinMs: 3000 }),
      follows(start('migrate'), start('never'), { atLeastMs: 2000 }),
      startsBefore('migrate', ready('slow')),
      startsAfter('app', exit('migrate')),
      startsAfter('app', ready('slow'), { withinMs: 3000 }),
    ],
    doesNotApply: before(29, 'no native sidecars'),
  },
};

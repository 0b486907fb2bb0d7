import { PodMesh } from '../../src/api/private/mesh';
import {
  About, allOf, BEST_EFFORT, box, command, COMPLETED, ContainerWords, CONTINUE, declared, defaultContainer, delay, EVERY_START, file,
  grpc, http, kept, listContainers, names, NEWEST, OLD, on, Options, ordered, outside, plan, pod, PodBuilder, PodPlan, POST_START,
  READY, READY_ON_1, refusals, RUNNING, SIDECAR_PROBE, STARTED, tcp,
} from '../dsl';

const UNSTATED = { roleStated: false } as const;
const OWN_PROBE = { ready: tcp(1), source: 'startupProbe' } as const;
const onPort = (port: number, words: ContainerWords = {}): ContainerWords => ({ ready: tcp(port), ...UNSTATED, ...words });

/** Returns the native sidecars of the plan. */
const sidecars = (planned: PodPlan) => listContainers(planned).filter(c => c.slot === 'NATIVE_SIDECAR').map(c => c.name);

/** 'app' needs 'dep', both without a stated role. */
const one = (words: ContainerWords, options: Options = {}, about: About = {}, app: ContainerWords = {}) =>
  pod(p => { p.app('app', [on('dep', options)], { ...UNSTATED, ...app }); p.app('dep', { ...UNSTATED, ...words }); }, about);

describe('a regular container without a stated role becomes a native sidecar', () => {
  test.each<[string, ContainerWords, Options, About, string]>([
    ['if the kubelet can make its check', READY_ON_1, {}, {}, 'SIDECAR_PROBE'],
    ['if the kubelet can run its command', { ready: command('/c') }, {}, {}, 'SIDECAR_PROBE'],
    ['if only the kubelet can make its check', { ready: grpc(1) }, {}, {}, 'SIDECAR_PROBE'],
    ['if it has a startup probe of its own', OWN_PROBE, {}, {}, 'POSITION'],
    ['if it has a readiness probe', { ready: http(1), source: 'readinessProbe' }, {}, {}, 'SIDECAR_PROBE'],
    ['if an init container can find its file', { ready: file('/v/f'), mounts: { v: '/v' } }, {}, {}, 'SIDECAR_WAIT_INIT'],
    ['if an init container can ask the loopback address', { ready: { kind: 'tcpSocket', port: 1, host: '127.0.0.1' } }, {}, {}, 'SIDECAR_WAIT_INIT'],
    ['with the restart policy of a sidecar', { ...READY_ON_1, restartPolicy: 'Always' }, {}, {}, 'SIDECAR_PROBE'],
    ['if its process binds the ports of the node', { ...READY_ON_1, hostPorts: 'bound' }, {}, {}, 'SIDECAR_PROBE'],
    ['if it has to run', {}, { condition: RUNNING }, {}, 'POSITION'],
    ['if it has to start', {}, { condition: STARTED }, {}, 'POSITION'],
    ['if BEST_EFFORT is enough', READY_ON_1, { guarantee: BEST_EFFORT }, {}, 'SIDECAR_PROBE'],
    ['in a Job, for a dependent that needs it ready', READY_ON_1, {}, { restartPolicy: 'Never' }, 'SIDECAR_PROBE'],
    ['if the user asks for that mechanism', READY_ON_1, { mechanism: SIDECAR_PROBE }, {}, 'SIDECAR_PROBE'],
  ])('%s', (_what, words, options, about, mechanism) => {
    const planned = plan(one(words, options, about));
    expect([sidecars(planned), kept(planned, 'app', 'dep')]).toEqual([['dep'], `${mechanism} FAIL_CLOSED`]);
  });

  test('and the default container of kubectl stays the first of the manifest', () => {
    const reversed = pod(p => { p.app('dep', onPort(1)); p.app('app', ['dep'], UNSTATED); });
    expect([one(READY_ON_1), reversed].map(intent => defaultContainer(plan(intent)))).toEqual([undefined, 'dep']);
  });

  test.each([{}, NEWEST])('the same on every version from 1.29 on, and whether the command of the dependent is known or not', about => {
    for (const known of [false, true]) {
      const planned = plan(one(READY_ON_1, {}, about, { command: known }));
      expect([names(planned), kept(planned), planned.agent]).toEqual([['dep', 'app'], 'SIDECAR_PROBE FAIL_CLOSED', undefined]);
    }
  });

  test.each<[string, About, (p: PodBuilder) => void, string[], string[]]>([
    ['with everything that it needs itself', {}, p => {
      p.app('web', ['api'], UNSTATED); p.app('api', ['db', outside('queue')], onPort(2));
      p.app('db', onPort(1)); p.app('log', UNSTATED);
    }, ['db', 'wait-for-queue', 'api', 'web', 'log'], ['db', 'api']],
    ['for an init container that needs it', {}, p => { p.init('migrate', ['db']); p.app('db', onPort(1)); p.app('web', UNSTATED); },
      ['db', 'migrate', 'web'], ['db']],
    ['but not if it needs an app container', {}, p => { p.app('web', ['api'], UNSTATED); p.app('api', ['db'], onPort(2)); p.app('db', { ready: tcp(1) }); },
      ['db', 'api', 'web'], []],
    ['but not if it waits with a gate, which only app containers have', {}, p => {
      p.app('web', ['api'], UNSTATED);
      p.app('api', [on('db', { guarantee: EVERY_START })], onPort(2, { command: true })); p.app('db', onPort(1));
    }, ['db', 'api', 'web'], ['db']],
    ['but not if a dependent waits for its end', { restartPolicy: 'OnFailure' }, p => {
      p.app('migrate', onPort(1, { command: true }));
      for (const condition of [COMPLETED, READY]) { p.app(condition, [on('migrate', { condition })], { command: true, ...UNSTATED }); }
    }, ['migrate', 'COMPLETED', 'READY'], []],
  ])('%s', (_what, about, build, all, native) => {
    const planned = plan(pod(build, about));
    expect([names(planned), sidecars(planned)]).toEqual([all, native]);
  });
});

describe('a regular container stays where it is', () => {
  test.each<[string, ContainerWords, Options, About]>([
    ['with the stated role APP', { ...READY_ON_1, roleStated: true }, {}, {}],
    ['on nodes without native sidecars', READY_ON_1, {}, OLD],
    ['if no native mechanism fails closed', { ready: delay(5) }, {}, {}],
    ['if several checks need an agent in its image', { ready: allOf(tcp(1), command('/c')) }, {}, {}],
    ['if a dependent goes on after a timeout', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE }, {}],
    ['if the user asks for a hook', READY_ON_1, { mechanism: POST_START }, {}],
    ['if the user asks for a hook for the whole workload', READY_ON_1, {}, { mechanism: POST_START }],
    ['with a restart policy of its own', { ...READY_ON_1, restartPolicy: 'Never' }, {}, NEWEST],
    ['with rules for its restart', { ...READY_ON_1, restartPolicy: 'Always', restartRules: [{ action: 'Restart' }] }, {}, NEWEST],
    ['with a `hostPort`, which the kubelet maps for app containers only', { ...READY_ON_1, hostPorts: 'mapped' }, {}, {}],
    ['in a Job, if it only has to start', {}, { condition: STARTED }, { restartPolicy: 'OnFailure' }],
    ['if a mesh injects its proxy as a regular container', READY_ON_1, {}, { mesh: { order: 'hook', initTraffic: 'free', annotations: {}, uncapturedPorts: [], warnings: [] } as unknown as PodMesh }],
  ])('%s', (_what, words, options, about) => { expect(sidecars(plan(one(words, options, about)))).toEqual([]); });

  test.each([
    ['if only an app container can write it', [], ['writer'], false, undefined],
    ['but moves after an init container that can', ['writer'], [], false, ['writer', 'db']],
    ['but moves if it is optional', [], ['writer'], true, ['db']],
  ])('with a variable from a file, %s', (_what, inits, apps, optional, expected) => {
    const env = [{ name: 'K', valueFrom: { fileKeyRef: { volumeName: 'v', optional } } }];
    const writers = (list: readonly string[]) => list.map(name => box(name, { volumeMounts: [{ name: 'v', mountPath: '/v' }] }));
    const containers = [box('app', { command: ['/app'] }), box('db', { env, readinessProbe: { tcpSocket: { port: 1 } } }), ...writers(apps)];
    const needsDb = declared({ app: { dependsOn: [on('db')] } });
    const { spec } = ordered({ initContainers: writers(inits), containers }, needsDb, { kubernetesVersion: '1.37' });
    expect(spec.initContainers?.map(c => c.name)).toEqual(expected);
  });

  test.each<[string, string, (p: PodBuilder) => void]>([
    ['if no app container would remain', 'SO202: ', p => { p.init('migrate', ['db']); p.app('db', onPort(1)); }],
    ['if the dependencies form a cycle', 'SO201: ', p => { p.app('a', ['b'], onPort(1)); p.app('b', ['a'], onPort(2)); p.app('c', UNSTATED); }],
  ])('%s, which is an error', (_what, code, build) => { expect(refusals(pod(build))).toEqual([expect.stringMatching(`^${code}`)]); });
});

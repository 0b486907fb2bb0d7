import { Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { DependencyDeclaration } from '../../src/api/private/declaration';
import { OnTimeout } from '../../src/api/private/enums';
import { PodMesh } from '../../src/api/private/mesh';
import { PodIntent } from '../../src/pod/intent';
import { listContainers, PodPlan } from '../../src/pod/pod-plan';
import { allOf, command, ContainerWords, defaultContainer, delay, file, grpc, http, kept, names, NEWEST, OLD, on, outside, plan, pod, PodBuilder, refusals, tcp } from '../dsl';

const { RUNNING, STARTED, READY, COMPLETED } = StartCondition;
const UNSTATED = { roleStated: false } as const;
const READY_ON_1 = { ready: tcp(1) };
const OWN_PROBE = { ready: tcp(1), source: 'startupProbe' } as const;

/** Returns the native sidecars of the plan. */
const sidecars = (planned: PodPlan) => listContainers(planned).filter(c => c.slot === 'NATIVE_SIDECAR').map(c => c.name);

/** 'app' needs 'dep', both without a stated role. */
function one(words: ContainerWords, options: Partial<DependencyDeclaration> = {}, about: Partial<PodIntent> = {}): PodIntent {
  return pod(p => {
    p.app('app', [on('dep', options)], UNSTATED);
    p.app('dep', { ...UNSTATED, ...words });
  }, about);
}

describe('a regular container without a stated role becomes a native sidecar', () => {
  test.each<[string, ContainerWords, Partial<DependencyDeclaration>, Partial<PodIntent>, string]>([
    ['if the kubelet can make its check', READY_ON_1, {}, {}, 'SIDECAR_PROBE'],
    ['if the kubelet can run its command', { ready: command('/c') }, {}, {}, 'SIDECAR_PROBE'],
    ['if only the kubelet can make its check', { ready: grpc(1) }, {}, {}, 'SIDECAR_PROBE'],
    ['if it has a startup probe of its own', OWN_PROBE, {}, {}, 'POSITION'],
    ['if it has a readiness probe', { ready: http(1), source: 'readinessProbe' }, {}, {}, 'SIDECAR_PROBE'],
    ['if an init container can find its file', { ready: file('/v/f'), mounts: { v: '/v' } }, {}, {}, 'SIDECAR_WAIT_INIT'],
    ['if an init container can ask the loopback address', { ready: { kind: 'tcpSocket', port: 1, host: '127.0.0.1' } }, {}, {}, 'SIDECAR_WAIT_INIT'],
    ['if it has to run', {}, { condition: RUNNING }, {}, 'POSITION'],
    ['if it has to start', {}, { condition: STARTED }, {}, 'POSITION'],
    ['if BEST_EFFORT is enough', READY_ON_1, { guarantee: Guarantee.BEST_EFFORT }, {}, 'SIDECAR_PROBE'],
    ['in a Job, for a dependent that needs it ready', READY_ON_1, {}, { restartPolicy: 'Never' }, 'SIDECAR_PROBE'],
    ['if the user asks for that mechanism', READY_ON_1, { mechanism: Mechanism.SIDECAR_PROBE }, {}, 'SIDECAR_PROBE'],
  ])('%s', (_what, words, options, about, mechanism) => {
    const planned = plan(one(words, options, about));
    expect([sidecars(planned), kept(planned, 'app', 'dep')]).toEqual([['dep'], `${mechanism} FAIL_CLOSED`]);
  });

  test('with a reason that names its dependents and the way back', () => {
    const [dep] = listContainers(plan(one(READY_ON_1)));
    expect(dep.reason).toBe("moved from `containers`, since 'app' needs it (`role: APP` keeps it there)");
  });

  test('and the default container of kubectl stays the first of the manifest', () => {
    const reversed = plan(pod(p => { p.app('dep', { ...READY_ON_1, ...UNSTATED }); p.app('app', ['dep'], UNSTATED); }));
    expect([defaultContainer(plan(one(READY_ON_1))), defaultContainer(reversed)]).toEqual([undefined, 'dep']);
  });

  test('the same on every version from 1.29 on, and whether the command of the dependent is known or not', () => {
    const planned = [{}, NEWEST].flatMap(about => [false, true].map(known => plan(pod(p => {
      p.app('app', ['dep'], { ...UNSTATED, command: known });
      p.app('dep', { ...READY_ON_1, ...UNSTATED });
    }, about))));
    expect(planned.map(p => [names(p), kept(p, 'app', 'dep'), p.agent])).toEqual(planned.map(() => [['dep', 'app'], 'SIDECAR_PROBE FAIL_CLOSED', undefined]));
  });

  test('with everything that it needs itself', () => {
    const planned = plan(pod(p => {
      p.app('web', ['api'], UNSTATED);
      p.app('api', ['db', outside('queue')], { ready: tcp(2), ...UNSTATED });
      p.app('db', { ready: tcp(1), ...UNSTATED });
      p.app('log', UNSTATED);
    }));
    expect(names(planned)).toEqual(['db', 'wait-for-queue', 'api', 'web', 'log']);
    expect(sidecars(planned)).toEqual(['db', 'api']);
  });

  test('for an init container that needs it', () => {
    const planned = plan(pod(p => { p.init('migrate', ['db']); p.app('db', { ...READY_ON_1, ...UNSTATED }); p.app('web', UNSTATED); }));
    expect([names(planned), kept(planned, 'migrate', 'db')]).toEqual([['db', 'migrate', 'web'], 'SIDECAR_PROBE FAIL_CLOSED']);
  });
});

describe('a regular container stays where it is', () => {
  test.each<[string, ContainerWords, Partial<DependencyDeclaration>, Partial<PodIntent>]>([
    ['with the stated role APP', { ...READY_ON_1, roleStated: true }, {}, {}],
    ['on nodes without native sidecars', READY_ON_1, {}, OLD],
    ['if no native mechanism fails closed', { ready: delay(5) }, {}, {}],
    ['if several checks need an agent in its image', { ready: allOf(tcp(1), command('/c')) }, {}, {}],
    ['if a dependent goes on after a timeout', READY_ON_1, { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE }, {}],
    ['if the user asks for a hook', READY_ON_1, { mechanism: Mechanism.POST_START }, {}],
    ['if the user asks for a hook for the whole workload', READY_ON_1, {}, { mechanism: Mechanism.POST_START }],
    ['with a restart policy of its own', { ...READY_ON_1, restartPolicy: 'Never' }, {}, NEWEST],
    ['in a Job, if it only has to start', {}, { condition: STARTED }, { restartPolicy: 'OnFailure' }],
    ['if a mesh injects its proxy as a regular container', READY_ON_1, {}, { mesh: { order: 'hook', initTraffic: 'free', annotations: {}, uncapturedPorts: [], warnings: [] } as unknown as PodMesh }],
  ])('%s', (_what, words, options, about) => {
    expect(sidecars(plan(one(words, options, about)))).toEqual([]);
  });

  test('if it needs an app container', () => {
    const planned = plan(pod(p => {
      p.app('web', ['api'], UNSTATED);
      p.app('api', ['db'], { ready: tcp(2), ...UNSTATED });
      p.app('db', { ready: tcp(1) });
    }));
    expect(sidecars(planned)).toEqual([]);
  });

  test('if it waits with a gate, which only app containers have', () => {
    const planned = plan(pod(p => {
      p.app('web', ['api'], UNSTATED);
      p.app('api', [on('db', { guarantee: Guarantee.EVERY_START })], { ready: tcp(2), command: true, ...UNSTATED });
      p.app('db', { ready: tcp(1), ...UNSTATED });
    }));
    expect([sidecars(planned), kept(planned, 'api', 'db')]).toEqual([['db'], 'ENTRYPOINT_GATE EVERY_START']);
  });

  test('if a dependent waits for its end', () => {
    const planned = plan(pod(p => {
      p.app('migrate', { ready: tcp(1), command: true, ...UNSTATED });
      p.app('web', [on('migrate', { condition: COMPLETED })], { command: true, ...UNSTATED });
      p.app('log', [on('migrate', { condition: READY })], { command: true, ...UNSTATED });
    }, { restartPolicy: 'OnFailure' }));
    expect(sidecars(planned)).toEqual([]);
  });

  test('if no app container would remain', () => {
    const only = (p: PodBuilder) => { p.init('migrate', ['db']); p.app('db', { ...READY_ON_1, ...UNSTATED }); };
    expect(refusals(pod(only))).toEqual([expect.stringMatching(/^SO202: /)]);
  });

  test('if the dependencies form a cycle, which is an error', () => {
    const cycle = (p: PodBuilder) => {
      p.app('a', ['b'], { ready: tcp(1), ...UNSTATED });
      p.app('b', ['a'], { ready: tcp(2), ...UNSTATED });
      p.app('c', UNSTATED);
    };
    expect(refusals(pod(cycle))).toEqual([expect.stringMatching(/^SO201: /)]);
  });
});

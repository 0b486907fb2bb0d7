import { Guarantee } from '../../src/model/guarantee';
import { Mechanism } from '../../src/model/mechanism';
import { OnTimeout } from '../../src/model/on-timeout';
import { DependencyDeclaration } from '../../src/model/private/declaration';
import { PodIntent } from '../../src/model/private/intent';
import { StartCondition } from '../../src/model/start-condition';
import { command, ContainerWords, file, grpc, http, kept, names, NEWEST, OLD, on, outside, plan, pod, PodBuilder, refusals, tcp } from '../dsl';

type Role = keyof PodBuilder;
const { RUNNING, STARTED, READY, COMPLETED } = StartCondition;
const READY_ON_1 = { ready: tcp(1) };

/** 'app', whose command is known, needs 'dep' in this way. */
function one(
  role: Role, words: ContainerWords, options: Partial<DependencyDeclaration> = {}, about: Partial<PodIntent> = {}, app: ContainerWords = {},
): PodIntent {
  return pod(p => {
    p[role]('dep', [], words);
    p.app('app', [on('dep', options)], { command: true, ...app });
  }, about);
}

describe('a gate holds at each start', () => {
  test.each<[string, Role, ContainerWords, StartCondition, Partial<PodIntent>, string]>([
    ['a ready container', 'app', READY_ON_1, READY, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready container of the oldest target', 'app', READY_ON_1, READY, OLD, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready container of the newest target', 'app', READY_ON_1, READY, NEWEST, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready native sidecar', 'sidecar', { ready: http(1) }, READY, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['a container that has started by its probe', 'app', { startup: tcp(2) }, STARTED, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['what the position keeps, with nothing injected', 'init', {}, COMPLETED, {}, 'POSITION FAIL_CLOSED'],
    ['what the position keeps, with nothing injected', 'sidecar', { ready: tcp(1), source: 'startupProbe' }, READY, {}, 'POSITION FAIL_CLOSED'],
    ['that a container runs is nothing that a gate sees', 'app', {}, RUNNING, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
    ['a command runs in its own image', 'app', { ready: command('/c') }, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
    ['a file that is not shared', 'app', { ready: file('/f') }, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
    ['gRPC', 'sidecar', { ready: grpc(1) }, READY, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
  ])('%s', (_what, role, words, condition, about, expected) => {
    expect(kept(plan(one(role, words, { condition }, about)), 'app', 'dep')).toBe(expected);
  });

  test('of what both mount, at the path where the dependent has it', () => {
    const planned = plan(one('app', { ready: file('/data/ready'), mounts: { shared: '/data' } }, {}, {}, { mounts: { shared: '/mnt' } }));
    expect(planned.gates.map(g => g.awaited)).toEqual([[expect.objectContaining({ dependency: 'dep', check: file('/mnt/ready') })]]);
  });

  test('not where the command comes from the image', () => {
    expect(kept(plan(one('app', READY_ON_1, {}, {}, { command: false })), 'app', 'dep')).toBe('POST_START START_ORDER');
  });

  test('opens after a timeout where that is asked for', () => {
    expect(kept(plan(one('app', READY_ON_1, { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE })), 'app', 'dep')).toBe('ENTRYPOINT_GATE START_ORDER');
  });

  test('can be demanded where the position would do, and is refused with the reason', () => {
    const demanded = { guarantee: Guarantee.EVERY_START };
    expect(kept(plan(one('sidecar', { ready: tcp(1), source: 'startupProbe' }, demanded)), 'app', 'dep')).toBe('ENTRYPOINT_GATE EVERY_START');
    expect(refusals(one('app', READY_ON_1, demanded, {}, { command: false }))).toEqual([
      expect.stringMatching(/^SO403: .*change what is in the way of ENTRYPOINT_GATE \(the command of the dependent comes from its image/),
    ]);
    expect(refusals(one('app', READY_ON_1, { mechanism: Mechanism.ENTRYPOINT_GATE }, {}, { command: false })))
      .toEqual([expect.stringMatching(/^SO402: container 'app' demands ENTRYPOINT_GATE for 'dep', but the command of the dependent comes from its image/)]);
  });
});

describe('something outside the pod', () => {
  test('is waited for in a gate where some container does not need it', () => {
    const planned = plan(pod(p => { p.app('app', [outside('db')], { command: true }); p.app('log'); }));
    expect(kept(planned, 'app', 'db')).toBe('ENTRYPOINT_GATE EVERY_START');
    expect(names(planned)).toEqual(['app', 'log']);
  });

  test('holds the pod where all need it, or where the command is not known, or runs in an image of its own', () => {
    const all = plan(pod(p => { p.app('app', [outside('db')], { command: true }); }));
    const unknown = plan(pod(p => { p.app('app', [outside('db')]); p.app('log'); }));
    const image = plan(pod(p => { p.app('app', [outside('db', { check: command('/c') })], { command: true }); p.app('log'); }));
    expect([all, unknown, image].map(planned => kept(planned, 'app', 'db'))).toEqual(Array(3).fill('INIT_CONTAINER FAIL_CLOSED'));
  });
});

test('one gate waits for all, the shortest limit first', () => {
  const planned = plan(pod(p => {
    p.app('a', { ready: tcp(1) });
    p.app('b', { ready: tcp(2) });
    p.app('app', [on('a'), on('b', { timeoutSeconds: 9 }), outside('c', { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE })], { command: true });
  }));
  expect(planned.gates.map(({ container, awaited }) => [container, awaited.map(w => [w.dependency, w.timeoutSeconds, w.onTimeout])])).toEqual([
    ['app', [['c', 5, OnTimeout.CONTINUE], ['b', 9, OnTimeout.FAIL], ['a', undefined, OnTimeout.FAIL]]],
  ]);
});

describe('the startup probe of a gated container', () => {
  const triggers = (app: ContainerWords, options = {}) => {
    const planned = plan(one('app', READY_ON_1, options, {}, app));
    return [planned.triggers.map(t => [t.container, t.probe, t.steps.map(s => 'check' in s ? s.check.kind : s.marks)]), planned.gates[0].failureThreshold];
  };

  test.each<[string, ContainerWords, object, unknown]>([
    ['waits until the gate is open', {}, {}, [[['app', 'startupProbe', ['fileContains']]], undefined]],
    ['takes the place of an automatic one', { startup: tcp(9), automatic: true }, {}, [[['app', 'startupProbe', ['fileContains']]], undefined]],
    ['that is a command runs behind that', { startup: command('/up') }, {}, [[['app', 'startupProbe', ['fileContains', 'command']]], undefined]],
    ['over the network is kept, and tries for ever', { startup: http(9) }, {}, [[], 2147483647]],
    ['over the network is kept, and tries as much longer as the gate may wait', { startup: http(9), startupPeriod: 4 }, { timeoutSeconds: 10 }, [[], 6]],
  ])('%s', (_what, app, options, expected) => {
    expect(triggers(app, options)).toEqual(expected);
  });
});

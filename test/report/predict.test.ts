import { join } from 'path';
import { ApiObject, Duration, Testing } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { MECHANISMS, planOf, six, Words } from './pods';
import { ContainerRole, Dependency, Guarantee, Mechanism, ReadyCheck, StartCondition, StartupOrder, StartupPlan } from '../../src';
import { explain } from '../../src/report/explain';
import { computeCost, describeOutcome } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { Timeline } from '../../src/report/timeline';
import { manifest } from '../manifest';

const row = (timeline: Timeline, name: string) => timeline.rows.find(r => r.name === name)!;
const started = (timeline: Timeline, name: string) => row(timeline, name).started!;

/** Returns the seconds between the readiness of a dependency and the start of its dependent. */
const delayOf = (plan: StartupPlan, name: string, other: string) => started(predict(plan), name) - row(predict(plan), other).ready!;

/** The figures were measured with the init container that copies the agent. */
const INSTALLED = { architecture: undefined, agent: { delivery: 'COPY' } };

describe('the six containers of docs/contributing/measured.md, from the first start to the start of e', () => {
  test.each([
    [Mechanism.ENTRYPOINT_GATE, 4.045], [Mechanism.GUARDED_HOOK, 5.106], [Mechanism.POST_START, 4.226],
    [Mechanism.SIDECAR_PROBE, 9.908], [Mechanism.SIDECAR_WAIT_INIT, 6.024],
  ])('by %s are predicted within 3 %% of %d s', (mechanism, measured) => {
    const timeline = predict(six(mechanism, INSTALLED));
    const first = Math.min(...['a', 'b', 'c', 'd', 'e', 'f'].map(name => started(timeline, name)));
    expect(Math.abs(started(timeline, 'e') - first - measured) / measured).toBeLessThan(0.03);
  });
});

test.each(['1.27', '1.33', '1.37'])('a web app with three sidecars can have EVERY_START, with at most 0.2 s of overhead on %s', kubernetesVersion => {
  const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(Testing.chart(), 'config', 'config') }];
  const sidecars = [{ name: 'envoy', ready: 1 }, { name: 'db-proxy', ready: 3 }, { name: 'config-reloader', ready: 2, more: { volumeMounts } }];
  const containers = [{ name: 'web', ready: 2, needs: sidecars.map(s => s.name), more: { volumeMounts } }, ...sidecars];
  const plan = planOf(containers, { kubernetesVersion, guarantee: Guarantee.EVERY_START, images: join(__dirname, '../../examples/image-commands/startup-order.images.json') });
  expect(plan.dependencies.map(d => d.guarantee)).toEqual([Guarantee.EVERY_START, Guarantee.EVERY_START, Guarantee.EVERY_START]);
  expect(computeCost(predict(plan))!.overhead).toBeLessThanOrEqual(0.2);
  expect(explain(plan, { detail: true })).toMatch(/its\s+command\s+is\s+that\s+of\s+shop\/web:7\s+\(sha256:/);
  expect(planOf(containers, { kubernetesVersion }).dependencies.map(d => d.guarantee)).not.toContain(Guarantee.EVERY_START);
});

describe('from the readiness of a dependency to the start of its dependent', () => {
  const pair = (mechanism: Mechanism, about: Partial<Words> = {}, version = '1.37') => planOf([
    { name: 'app', needs: ['db'], command: mechanism === Mechanism.ENTRYPOINT_GATE },
    { name: 'db', ready: 2, ...about },
  ], { kubernetesVersion: version }, { mechanism, ...(mechanism === Mechanism.POST_START ? { guarantee: Guarantee.BEST_EFFORT } : {}) });

  // docs/contributing/measured.md, Kubernetes 1.37.1: p50 and max. A time that depends on the moment of readiness is between p50 and max.
  test.each([
    [Mechanism.ENTRYPOINT_GATE, undefined, 0.006, 0.016],
    [Mechanism.GUARDED_HOOK, undefined, 0.08, 0.11],
    [Mechanism.GUARDED_HOOK, ContainerRole.SIDECAR, 0.09, 0.16],
    [Mechanism.POST_START, undefined, 0.08, 0.106],
    [Mechanism.SIDECAR_PROBE, ContainerRole.SIDECAR, 0.16, 1.17],
    [Mechanism.SIDECAR_WAIT_INIT, ContainerRole.SIDECAR, 0.5, 1.06],
  ])('%s (%s) takes %d to %d s', (mechanism, role, least, most) => {
    const late = delayOf(pair(mechanism, { role }), 'app', 'db');
    expect(late).toBeGreaterThanOrEqual(least);
    expect(late).toBeLessThanOrEqual(most);
  });

  test('after the hook gives up, the probe and the next pass of the kubelet start the dependent', () => {
    expect(delayOf(pair(Mechanism.GUARDED_HOOK, { ready: 10.3 }), 'app', 'db')).toBeGreaterThan(0.2);
    expect(delayOf(pair(Mechanism.GUARDED_HOOK, { ready: 20 }), 'app', 'db')).toBeLessThan(0.2);
  });

  test('a blocking hook that times out releases the dependent', () => {
    const timeline = predict(pair(Mechanism.POST_START, { ready: 90 }));
    expect(started(timeline, 'app') - started(timeline, 'db')).toBeCloseTo(60.155, 2);
    expect(timeline.edges).toMatchObject([{ dependent: 'app', metAt: undefined, wentOnAt: started(timeline, 'app') }]);
  });

  test('before 1.36 the kubelet detects the start of a sidecar with its next relist', () => {
    const starts = (version: string) => {
      const sidecars = ['a', 'b'].map(name => ({ name, role: ContainerRole.SIDECAR }));
      const timeline = predict(planOf([{ name: 'app' }, ...sidecars], { kubernetesVersion: version }));
      return ['b', 'app'].map((name, i) => started(timeline, name) - started(timeline, ['a', 'b'][i]));
    };
    expect(starts('1.36').map(t => t.toFixed(3))).toEqual(['0.135', '0.135']);
    expect(starts('1.35').map(t => t.toFixed(3))).toEqual(['0.635', '1.000']);
  });

  // The stories any-graph on 1.37.1 and 1.35.4, three runs of each on a busy machine: config to migrate 0.19 to 0.35 and 1.03 to 1.14 s, to cache 0.99 to 1.63 and 1.90 to 2.05.
  test.each([['1.37', 0.2, 1], ['1.35', 1, 2]])('an init container between a sidecar and the app containers, on %s', (version, migrate, cache) => {
    const timeline = predict(planOf([
      { name: 'app', needs: ['migrate', Dependency.on('config', { mechanism: Mechanism.GUARDED_HOOK }), 'cache'] },
      { name: 'cache', ready: 1, role: ContainerRole.APP },
      { name: 'config', ready: 1, role: ContainerRole.SIDECAR },
      { name: 'migrate', ready: 0.5, role: ContainerRole.INIT },
    ], { kubernetesVersion: version, ...INSTALLED }));
    const after = (name: string) => started(timeline, name) - started(timeline, 'config');
    expect(after('migrate')).toBeCloseTo(migrate, 1);
    expect(after('cache')).toBeCloseTo(cache, 1);
  });
});

test('without serial starts, all containers start at the same time, and a probe opens a guard', () => {
  const containers = [{ name: 'setup' }, { name: 'dep', ready: 8, role: ContainerRole.APP }, { name: 'other' }, { name: 'app', needs: ['dep'] }];
  const timeline = (serialStarts: boolean) => predict(planOf(containers, { ...INSTALLED, capabilities: { serialStarts } }));
  const [serial, parallel] = [timeline(true), timeline(false)];
  expect(started(parallel, 'other')).toBe(started(parallel, 'setup'));
  expect(started(serial, 'other')).toBeGreaterThan(started(serial, 'setup'));
  const after = (drawn: Timeline) => started(drawn, 'app') - row(drawn, 'dep').ready!;
  expect(after(serial)).toBeLessThan(0.2);
  expect(after(parallel)).toBeGreaterThan(0);
  expect(after(parallel)).toBeLessThan(1.3);
});

describe('a prediction', () => {
  test('assumes that a container without expectedReadyIn is ready after a second, and marks the guess', () => {
    const timeline = predict(planOf([{ name: 'a' }, { name: 'b', ready: 3 }]));
    expect(['a', 'b'].map(name => [row(timeline, name).guessed, row(timeline, name).ready! - started(timeline, name)])).toEqual([[true, 1], [false, 3]]);
  });

  test('without dependencies follows the kubelet; an order has its cost, and an init container its time', () => {
    const [free, six_, init] = [
      planOf(['a', 'b', 'c'].map(name => ({ name, ready: 1 }))), six(Mechanism.ENTRYPOINT_GATE),
      planOf([{ name: 'migrate', role: ContainerRole.INIT, ready: 4 }, { name: 'app' }]),
    ].map(plan => predict(plan));
    expect(free.rows.map(r => r.started)).toEqual([0.185, 0.235, 0.285]);
    expect([free, six_].map(t => [t.allReady, t.allReadyWithoutOrder])).toEqual([[1.285, 1.285], [4.515, 3.185]]);
    expect([row(init, 'migrate').ended, started(init, 'app'), init.allReadyWithoutOrder]).toEqual([4.185, 4.82, 5.82]);
  });

  test('contains the cost of the first volume of a pod, and of the init container that copies the agent', () => {
    const overhead = (plan: StartupPlan) => computeCost(predict(plan))!.overhead;
    const plan = six(Mechanism.ENTRYPOINT_GATE);
    expect(overhead({ ...plan, _hasVolumes: true })).toBeCloseTo(0.03, 3);
    expect(overhead(plan)).toBeCloseTo(0.33, 3);
    expect(overhead({ ...six(Mechanism.ENTRYPOINT_GATE, INSTALLED), _hasVolumes: true })).toBeCloseTo(0.03 + 0.665, 3);
  });

  test('shows what a container waits for, the time in which it is only queued, and the critical path', () => {
    const timeline = predict(six(Mechanism.GUARDED_HOOK));
    const spans = (drawn: Timeline, name: string) => row(drawn, name).spans.map(s => [s.kind, ...s.of].join(' '));
    expect(spans(timeline, 'd')).toEqual(['waiting b', 'queued', 'creating', 'starting', 'ready']);
    expect(spans(timeline, 'f')).toEqual(['queued', 'creating', 'ready']);
    expect(timeline.edges.filter(e => e.critical).map(e => `${e.dependent} ${e.dependency}`)).toEqual(['c a', 'e c']);
    expect(timeline.rows.filter(r => r.critical).map(r => r.name)).toEqual(['a', 'c', 'e']);
    const gated = planOf([{ name: 'app', needs: ['db'], command: true }, { name: 'db', ready: 2 }], {}, { mechanism: Mechanism.ENTRYPOINT_GATE });
    expect(spans(predict(gated), 'app')).toEqual(['waiting db', 'creating', 'waiting db', 'starting', 'ready']);
  });

  test('a resource outside the pod is ready at the start unless its time is specified', () => {
    const outside = (expectedReadyIn?: Duration) => predict(planOf([{ name: 'app', needs: [Dependency.onTcp('db.shop', 5432, { expectedReadyIn })] }]));
    const [guessed, said] = [outside(), outside(Duration.seconds(5))];
    expect([row(guessed, 'db'), row(said, 'db')].map(r => [r.place, r.guessed, r.ready])).toEqual([['outside', true, 0], ['outside', false, 5]]);
    expect(started(guessed, 'app')).toBeLessThan(2);
    expect(started(said, 'app') - 5).toBeCloseTo(0.65, 1);
    expect(row(said, 'wait-for-db').spans.map(s => [s.kind, s.of.join(' ')])).toEqual([['creating', ''], ['waiting', 'db']]);
  });

  test('waits in one init container until the last of several external dependencies is ready', () => {
    const needs = [['db', 3], ['api', 7]].map(([host, seconds]) => Dependency.onTcp(`${host}.shop`, 80, { expectedReadyIn: Duration.seconds(Number(seconds)) }));
    const timeline = predict(planOf([{ name: 'app', needs }]));
    const [wait] = timeline.rows.filter(r => r.injected);
    expect([timeline.rows.filter(r => r.place === 'init container').length, wait.ended]).toEqual([1, 7.01]);
  });

  test('a resource outside the pod is ready at the latest time that its dependents specify', () => {
    const needs = (seconds?: number) => [Dependency.onTcp('db.shop', 5432, { expectedReadyIn: seconds === undefined ? undefined : Duration.seconds(seconds) })];
    const timeline = predict(planOf([{ name: 'migrate', role: ContainerRole.INIT, needs: needs() }, { name: 'app', needs: needs(5) }]));
    expect([row(timeline, 'db').ready, started(timeline, 'migrate') > 5]).toEqual([5, true]);
  });

  const slow = ReadyCheck.delay(Duration.seconds(8));
  test.each([['a delay', slow], ['a port and a delay', ReadyCheck.allOf(ReadyCheck.tcpSocket(80), slow)]])('counts waits and the overhead of mechanisms separately, for %s', (_, readyWhen) => {
    for (const needs of [['proxy'], [Dependency.onDelay(Duration.seconds(8))], [Dependency.onTcp('db.shop', 5432, { expectedReadyIn: Duration.seconds(8) })]]) {
      for (const command of [true, false]) {
        const { waits, overhead } = computeCost(predict(planOf([{ name: 'app', needs, command }, { name: 'proxy', more: { readyWhen } }])))!;
        expect([Math.round(waits), overhead < 2.5]).toEqual([8, true]);
      }
    }
  });

  test.each(['1.29', '1.33', '1.35', '1.37'])('adds no time to a pod without injected fields and waits, on %s', version => {
    const timeline = predict(planOf([
      { name: 'app', needs: [Dependency.on('proxy', { condition: StartCondition.RUNNING }), 'migrate'] },
      { name: 'proxy', role: ContainerRole.SIDECAR },
      { name: 'logs', role: ContainerRole.SIDECAR },
      { name: 'migrate', role: ContainerRole.INIT, ready: 4 },
    ], { kubernetesVersion: version }));
    expect(timeline.edges).not.toEqual([]);
    expect(describeOutcome(timeline)).toMatch(/: the order adds nothing$/);
  });

  test('adds no time when the manifest already contains the native sidecar and its startup probe', () => {
    const order = StartupOrder.of(new ApiObject(Testing.chart(), 'pod', manifest('Pod', 'pod', {
      initContainers: [{ name: 'proxy', image: 'proxy', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 2 } }],
      containers: [{ name: 'app', image: 'app' }],
    })), { kubernetesVersion: '1.33' });
    order.declare('app', { dependsOn: [Dependency.on('proxy')] });
    expect(describeOutcome(predict(order.plan()))).toMatch(/: the order adds nothing$/);
  });

  test('adds at least the time of the waits, and its critical path has no gap', () => {
    for (const plan of MECHANISMS.flatMap(m => ['1.29', '1.37'].flatMap(v => m === Mechanism.GUARDED_HOOK && v === '1.29' ? [] : [six(m, { kubernetesVersion: v })]))) {
      const { allReady, allReadyWithFreeWaits, allReadyWithoutOrder, criticalPath } = predict(plan);
      expect([allReadyWithoutOrder! <= allReadyWithFreeWaits!, allReadyWithFreeWaits! <= allReady!]).toEqual([true, true]);
      expect([0, ...criticalPath.map(s => s.to)]).toEqual([...criticalPath.map(s => s.from), allReady]);
    }
  });
});

test('a chain of 2,000 containers is predicted', () => {
  const names = Array.from({ length: 2000 }, (_, i) => `c${i}`);
  const containers = names.map((name, i) => ({ name, ready: 1, needs: names.slice(i - 1, i) }));
  const { allReady } = predict(planOf(containers));
  expect(allReady).toBeGreaterThan(2000);
});

import { OnTimeout } from '../../src/model/on-timeout';
import { DependencyDeclaration } from '../../src/model/private/declaration';
import { WaitDecision } from '../../src/model/private/pod-plan';
import { command, names, outside, plan, pod, refusals, tcp } from '../dsl';

function waits(...needs: DependencyDeclaration[][]): WaitDecision[] {
  const planned = plan(pod(p => needs.forEach((n, i) => p.app(`app${i}`, n))));
  return planned.init.flatMap(e => e.kind === 'wait' ? [e.wait] : []);
}

test('a wait is an init container of its own, named after what it waits for', () => {
  expect(waits([outside('db')])).toEqual([{
    name: 'wait-for-db',
    image: undefined,
    awaited: [{ dependency: 'db', check: { kind: 'tcpSocket', host: 'db.example', port: 443 }, timeoutSeconds: undefined, onTimeout: OnTimeout.FAIL }],
    mounts: [],
  }]);
});

test('what several containers need in the same way is waited for once', () => {
  expect(waits([outside('db')], [outside('db')], [outside('cache')]).map(w => w.name)).toEqual(['wait-for-db', 'wait-for-cache']);
});

test('each container that needs it is named with the wait that holds it', () => {
  const planned = plan(pod(p => {
    p.app('a', [outside('db')]);
    p.app('b', [outside('db'), outside('api')]);
  }));
  expect(planned.edges.map(e => `${e.dependent} ${e.dependency} ${e.waitsIn}`)).toEqual(['a db wait-for-db', 'b api wait-for-api', 'b db wait-for-db']);
});

test.each<[string, DependencyDeclaration]>([
  ['another check', outside('db', { check: tcp(1) })],
  ['another image', outside('db', { image: 'psql' })],
  ['another timeout', outside('db', { timeoutSeconds: 9 })],
])('the same name with %s is another wait', (_what, other) => {
  expect(waits([outside('db')], [other]).map(w => w.name)).toEqual(['wait-for-db', 'wait-for-db-2']);
});

test('FAIL is what happens after the timeout, said or unsaid', () => {
  const [first, ...others] = waits([outside('db', { timeoutSeconds: 9 })], [outside('db', { timeoutSeconds: 9, onTimeout: OnTimeout.FAIL })]);
  expect([first.awaited[0].onTimeout, others]).toEqual([OnTimeout.FAIL, []]);
});

test.each([
  ['Apollo_Config', 'wait-for-apollo-config'],
  ['10.0.0.1', 'wait-for-10-0-0-1'],
  ['::1', 'wait-for-1'],
  ['--', 'wait-for-it'],
  ['', 'wait-for-it'],
  ['ünï', 'wait-for-n'],
])('the name %j becomes %s', (name, expected) => {
  expect(waits([outside(name, { check: tcp(1) })]).map(w => w.name)).toEqual([expected]);
});

test('names stay DNS labels, however long and however many', () => {
  const long = 'a'.repeat(80);
  const found = waits(Array.from({ length: 99 }, (_, i) => outside(long, { check: tcp(i + 1) }))).map(w => w.name);
  expect(new Set(found).size).toBe(99);
  expect(found.filter(name => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))).toEqual([]);
});

test('a cut never leaves a dash at the end', () => {
  expect(waits([outside(`${'a'.repeat(50)}.b`)]).map(w => w.name)).toEqual([`wait-for-${'a'.repeat(50)}`]);
});

test('a number that was given to a name does not meet that very name', () => {
  expect(waits([outside('db'), outside('db', { check: tcp(1) }), outside('db-2')]).map(w => w.name))
    .toEqual(['wait-for-db', 'wait-for-db-2', 'wait-for-db-2-2']);
});

test('a container of the pod may not have the name of a wait', () => {
  expect(refusals(pod(p => {
    p.init('wait-for-db');
    p.app('app', [outside('db')]);
  }))).toEqual(["SO502: the pod has a container called 'wait-for-db', a name that this library needs; rename yours"]);
});

test('waits stand in the order of the containers that need them, those of one container by name', () => {
  expect(names(plan(pod(p => {
    p.app('first', [outside('z'), outside('a', { check: command('/a') })]);
    p.app('second', [outside('b')]);
  })))).toEqual(['wait-for-a', 'wait-for-z', 'wait-for-b', 'first', 'second']);
});

import { resolveEdges } from '../../src/planner/graph/resolve-edges';
import { graph, on, outside, plan, pod, READY_ON_1, refusals, RUNNING, said, tcp } from '../dsl';

const edgesOf = (intent: ReturnType<typeof pod>) => resolveEdges(intent).edges.map(e => `${e.dependent.name} -> ${e.dependency.name} ${e.condition}`);

test('each name becomes an edge to the container with this name, in the order of the containers', () => {
  expect(edgesOf(pod(p => { p.app('api', ['db', 'cache']); p.app('cache', ['db']); p.app('db'); }))).toEqual(['api -> cache READY', 'api -> db READY', 'cache -> db READY']);
});

test('the default condition is READY, and COMPLETED for an init container', () => {
  const needs = { 'init migrate': '', 'sidecar proxy': '', 'db': '', 'api': 'migrate proxy db', 'web': 'db' };
  expect(edgesOf(graph(needs, {}, { web: { on: { condition: RUNNING } } })))
    .toEqual(['api -> migrate COMPLETED', 'api -> proxy READY', 'api -> db READY', 'web -> db RUNNING']);
});

const CORRECT = 'orrect the name, or write `required: false` if the container may be missing';

test.each([
  ['suggests the closest name', ['cache', 'database'], 'databse', `; did you mean 'database'? C${CORRECT}`],
  ['suggests no other name', [], 'zookeeper', `; c${CORRECT}`],
  ['never suggests the dependent itself', [], 'ap', `; c${CORRECT}`],
  ['of the proxy of a mesh suggests the mesh', [], 'istio-proxy',
    '; if Istio injects it, remove this dependency and declare the option `mesh`, or declare the dependency with `onInjected` (`injected` in YAML)'],
])('the error about an unknown name %s', (_what, others, name, ends) => {
  expect(refusals(pod(p => { others.forEach(other => p.app(other)); p.app('api', [name]); }))).toEqual([
    `SO101: container 'api' depends on '${name}', which is not in this pod (it has: ${[...others, 'api'].join(', ')})${ends}`,
  ]);
});

test('a missing container that is not required is left out with a note, and the intent does not change', () => {
  const intent = pod(p => { p.app('db', READY_ON_1); p.app('api', [...['mesh', 'bd'].map(name => on(name, { required: false })), 'db']); });
  const before = JSON.stringify(intent);
  const note = (name: string) => `'api' does not wait for '${name}', which is not in this pod (\`required: false\`)`;
  expect([plan(intent).edges.map(e => e.dependency), plan(intent).notes.slice(-2)]).toEqual([['db'], [note('mesh'), `${note('bd')}; did you mean 'db'?`]]);
  expect(JSON.stringify(intent)).toBe(before);
});

test.each([
  ['an existing container that is not required becomes an edge', [on('db', { required: false })]],
  ['the same dependency declared twice counts once', [on('db', { timeoutSeconds: 5 }), on('db', { timeoutSeconds: 5 })]],
])('%s', (_what, needs) => { expect(edgesOf(pod(p => { p.app('db'); p.app('api', needs); }))).toEqual(['api -> db READY']); });

test.each([
  ['condition', { condition: RUNNING }, 'condition'],
  ['timeout', { timeoutSeconds: 5 }, 'timeout'],
  ['whether it is required', { required: false }, 'required'],
])('two declarations that differ in the %s are an error', (_what, options, field) => {
  const intent = pod(p => { p.app('db', READY_ON_1); p.app('api', ['db', on('db', options)]); });
  expect(refusals(intent)).toEqual([`SO105: container 'api' depends on 'db' twice, with a different ${field}; keep one of the two`]);
});

test('targets outside the pod are equal only with equal checks, and may have the name of a container', () => {
  const needs = ['db', outside('db'), outside('db'), outside('db', { check: tcp(1) })];
  const { edges, externals, problems } = resolveEdges(pod(p => { p.app('db'); p.app('api', needs); }));
  expect(externals.map(e => JSON.stringify(e.target.check))).toEqual(['{"kind":"tcpSocket","host":"db.example","port":443}', '{"kind":"tcpSocket","port":1}']);
  expect([edges.length, said(problems)]).toEqual([1, []]);
});

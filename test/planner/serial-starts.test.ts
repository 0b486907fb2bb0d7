import { Mesh } from '../../src/api/private/mesh';
import { resolveMesh } from '../../src/pod/meshes/resolve-mesh';
import {
  BEST_EFFORT, command, ContainerWords, graph, kept, LACKS, listHooks, NEWEST, one, plan, PodBuilder,
  POSITION, POST_START, READY_ON_1, refusals, remediesOf, RUNNING, tcp,
} from '../dsl';

/** Nodes that start all app containers of a pod at the same time. */
const PARALLEL = { capabilities: { ...NEWEST.capabilities, serialStarts: false } };
const WITHOUT_GUARDS = { capabilities: { ...PARALLEL.capabilities, envFiles: false } };
const DELIVERY = { stated: false, reason: 'r', architectures: ['amd64', 'arm64'] };
const COPIED = { ...PARALLEL, delivery: { ...DELIVERY, delivery: 'COPY' } };
const COPIED_ON_SERIAL_NODES = { ...NEWEST, delivery: COPIED.delivery };
const TO_RUN = { condition: RUNNING };

test.each<[string, object, keyof PodBuilder, object, ContainerWords, string]>([
  ['a gate', PARALLEL, 'app', {}, { command: true }, 'ENTRYPOINT_GATE EVERY_START'],
  ['a gate by lock, not the list order,', PARALLEL, 'app', TO_RUN, { command: true }, 'ENTRYPOINT_GATE EVERY_START'],
  ['a guard, if an init container empties the marks,', COPIED, 'app', {}, {}, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a weaker guard, if no init container empties the marks,', PARALLEL, 'app', {}, {}, 'GUARDED_HOOK BEST_EFFORT'],
  ['the startup probe of a native sidecar', PARALLEL, 'sidecar', {}, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
  ['the list order of a native sidecar', PARALLEL, 'sidecar', TO_RUN, {}, 'POSITION FAIL_CLOSED'],
  ['a hook of a native sidecar', PARALLEL, 'sidecar', { mechanism: POST_START, guarantee: BEST_EFFORT }, {}, 'POST_START BEST_EFFORT'],
])('without serial starts, %s keeps the order', (_what, about, role, options, own, expected) => {
  expect(kept(plan(one(role, READY_ON_1, options, about, own)))).toBe(expected);
});

test.each([
  ['a hook', { mechanism: POST_START, guarantee: BEST_EFFORT }, 'SO402'],
  ['the list order', { ...TO_RUN, mechanism: POSITION, guarantee: BEST_EFFORT }, 'SO402'],
  ['any mechanism', {}, 'SO405'],
])('without serial starts, %s is refused between app containers', (_what, options, code) => {
  expect(refusals(one('app', READY_ON_1, options, WITHOUT_GUARDS))).toEqual([
    expect.stringMatching(new RegExp(`^${code}: .*the nodes may start all app containers at the same time \\(capabilities.serialStarts\\)`)),
  ]);
});

test('without serial starts, a hook empties no marks of containers that start at the same time', () => {
  const hooks = (about: object) => listHooks(plan(graph({ x: '', b: 'x', a: 'b' }, about))).map(h => [h.container, h.resets, h.forgets]);
  expect(hooks(COPIED)).toEqual([['x', true, []], ['b', true, []]]);
  expect(hooks(COPIED_ON_SERIAL_NODES)).toEqual([['x', true, ['b']], ['b', true, []]]);
});

test('the remedy for a weak guard is the delivery with an init container', () => {
  const planned = plan(one('app', READY_ON_1, {}, PARALLEL));
  expect(planned.edges[0].reason).toMatch(/in a new sandbox an earlier mark opens it, if 'dep', which empties its marks, starts at the same time/);
  expect(remediesOf(planned)).toContain('use COPY as `agent.delivery`');
});

test('RestartAllContainers makes a guard weak, because the marks of the run before are still there', () => {
  const rules = [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }] as const;
  const restarting = (about: object) => plan(one('app', { ...READY_ON_1, restartRules: rules } as ContainerWords, {}, about));
  expect([COPIED, COPIED_ON_SERIAL_NODES].map(about => kept(restarting(about)))).toEqual(['GUARDED_HOOK BEST_EFFORT', 'GUARDED_HOOK BEST_EFFORT']);
});

test.each<[string, object, ContainerWords, string[]]>([
  ['a hook', { capabilities: { ...NEWEST.capabilities, envFiles: false } }, { ready: command('true') }, ['app']],
  ['a guard without an init container', NEWEST, { ready: tcp(1) }, ['app']],
  ['a guard with an init container', COPIED_ON_SERIAL_NODES, { ready: tcp(1) }, []],
])('a plan names the dependents that rely on serial starts, with %s', (_what, about, words, expected) => {
  const notes = plan(one('app', words, {}, about)).notes.filter(n => n.includes('capabilities.serialStarts'));
  expect(notes).toEqual(expected.map(name => expect.stringContaining(`the order of '${name}' relies on a kubelet that starts app containers one after the other`)));
});

test.each<[boolean, Mesh['order'], boolean]>([[true, 'hook', true], [false, 'none', false]])('the hook of a mesh holds the app containers only with serial starts (%s: %s)', (serialStarts, order, gives) => {
  const { mesh } = resolveMesh({ product: 'istio', version: '1.20', nativeSidecars: false, cni: false }, { minor: 37, nativeSidecars: true, serialStarts, lacks: LACKS });
  expect([mesh!.order, mesh!.hook !== undefined]).toEqual([order, gives]);
  expect(mesh!.reason.includes('capabilities.serialStarts')).toBe(!serialStarts);
});

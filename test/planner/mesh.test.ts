import { InitTraffic, PodMesh } from '../../src/api/private/mesh';
import { describeRemedies } from '../../src/pod/remedy';
import { toStartupPlan } from '../../src/report/to-startup-plan';
import {
  BEST_EFFORT, Check, command, COMPLETED, CONTINUE, ENTRYPOINT_GATE, EVERY_START, EXITED, FAIL_CLOSED,
  http, INIT_CONTAINER, listGates, Mechanism, NEWEST, one, outside, plan, pod, PodBuilder, PodIntent, POSITION,
  POST_START, READY, refusals, remediesOf, resolveOptions, resolveTarget, SIDECAR_PROBE, SIDECAR_WAIT_INIT, STARTED, tcp,
} from '../dsl';

const PROXY_READY = { kind: 'httpGet', scheme: 'http', port: 15021, path: '/ready' } as const;
const MESH = { name: 'Mesh 1.0', proxy: 'proxy', order: 'native', reason: 'injected', ready: PROXY_READY, annotations: {}, place: 'first' } as const;

const mesh = (about: Partial<PodMesh> = {}): { mesh: PodMesh } => ({ mesh: { ...MESH, initTraffic: 'meshed', passesTcpProbes: false, uncapturedPorts: [], ...about } });

/** A dependency outside the pod that responds only when it exists. */
const api = (options: Parameters<typeof outside>[1] = {}) =>
  outside('api', { check: { kind: 'httpGet', scheme: 'http', host: 'api.shop', port: 443, path: '/ready' }, ...options });

const app = (p: PodBuilder) => { p.app('app'); };

describe('the proxy of a mesh', () => {
  const NATIVE = 'plan for nodes of Kubernetes 1.29 or newer';
  const [BEFORE, FIRST] = ['NATIVE_SIDECAR', 'CONTAINER'].map(slot => [`proxy ${slot} Mesh 1.0: injected`, 'app CONTAINER']);
  test.each<[string, Partial<PodMesh>, object[], string[]]>([
    ['as a native sidecar gives FAIL_CLOSED', {},
      [{ dependent: 'app', dependency: 'proxy', condition: READY, mechanism: SIDECAR_PROBE, guarantee: FAIL_CLOSED, check: PROXY_READY, waitsIn: 'proxy' }], BEFORE],
    ['as a native sidecar without a probe gives STARTED', { ready: undefined, place: 'last' },
      [{ condition: STARTED, mechanism: POSITION, guarantee: FAIL_CLOSED, waitsIn: undefined }], BEFORE],
    ['with a hook gives BEST_EFFORT', { order: 'hook', forNative: NATIVE }, [{ mechanism: POST_START, guarantee: BEST_EFFORT, accepted: false }], FIRST],
    ['without an order is in the plan and has no edges', { order: 'none', place: 'last' }, [], ['app CONTAINER', 'proxy CONTAINER Mesh 1.0: injected']],
  ])('%s', (_what, about, edges, expected) => {
    const planned = plan(pod(app, mesh(about)));
    const { containers } = toStartupPlan('', resolveOptions({}).settings, planned);
    expect([planned.edges, containers.map(c => [c.name, c._slot, c.reason].join(' ').trim())]).toMatchObject([edges, expected]);
  });

  test.each<[PodMesh['order'], number]>([['hook', 1], ['native', 0], ['none', 0]])('with the order %s relies on serial starts in %d notes', (order, expected) => {
    expect(plan(pod(app, mesh({ order }))).notes.filter(note => note.includes('capabilities.serialStarts'))).toHaveLength(expected);
  });

  test('as a native sidecar with a startup probe has the exceptions of the probe', () => {
    const { kubeletExceptions } = resolveTarget('1.29', {})!;
    const exceptions = (ready: PodMesh['ready']) => plan({ ...pod(app, mesh({ ready })), kubeletExceptions }).edges[0].exceptions.map(e => e.issue);
    expect([exceptions(PROXY_READY), exceptions(undefined)]).toEqual([['kubernetes#142305'], []]);
  });

  test('holds app containers, and not the native sidecars of the pod', () => {
    expect(plan(pod(p => { p.sidecar('agent'); p.app('app'); p.app('other'); }, mesh())).edges.map(e => e.dependent)).toEqual(['app', 'other']);
  });

  test('must reach the guarantee of the workload', () => {
    const hooked = mesh({ order: 'hook', forNative: NATIVE });
    expect(describeRemedies(remediesOf(plan(pod(app, hooked))))).toBe(NATIVE);
    expect(refusals(pod(app, { ...hooked, guarantee: FAIL_CLOSED }))).toEqual([expect.stringMatching(/^SO403: .*FAIL_CLOSED.*plan for nodes of Kubernetes 1\.29 or newer/)]);
    expect(refusals(pod(app, { ...mesh(), guarantee: EVERY_START }))).toEqual([expect.stringMatching(/^SO403: .*demand no more of the workload than FAIL_CLOSED/)]);
    expect(plan(pod(app, { ...mesh({ order: 'hook' }), guarantee: BEST_EFFORT })).edges[0].accepted).toBe(true);
  });
});

describe('a wait for something outside the pod', () => {
  const waits = (about: Partial<PodMesh>, words = {}, need = api()) => pod(p => { p.app('app', [need], words); }, mesh(about));
  const past = { order: 'hook', initTraffic: 'early' as InitTraffic, uncapturedUser: 1337 } as const;

  test.each<[string, Partial<PodMesh>, string, number | undefined]>([
    ['after a native proxy goes through the mesh', {}, "an init container waits for it after 'proxy', through the mesh, which delays the whole pod", undefined],
    ['before anything is captured goes past it', past, 'an init container waits for it before Mesh 1.0 captures any traffic, in plain text, which delays the whole pod', undefined],
    ['that would be captured runs as the user that is not', { ...past, initTraffic: 'lost' },
      'an init container waits for it as user 1337, whose traffic Mesh 1.0 does not capture, in plain text, which delays the whole pod', 1337],
    ['to a port that is not captured stays as it is', { ...past, initTraffic: 'lost', uncapturedPorts: [{ from: 400, to: 500 }] },
      'an init container waits for it, which delays the whole pod', undefined],
    ['stays as it is where nothing is captured', { ...past, initTraffic: 'free' }, 'an init container waits for it, which delays the whole pod', undefined],
  ])('%s', (_what, about, reason, runAsUser) => {
    const { edges, initContainers } = plan(waits(about));
    expect(edges[0]).toMatchObject({ mechanism: INIT_CONTAINER, guarantee: FAIL_CLOSED, reason });
    expect(initContainers).toMatchObject([{ kind: 'wait', name: 'wait-for-api', runAsUser }]);
  });

  test('with a known command uses a gate, through the mesh', () => {
    expect(plan(waits(past, { command: true })).edges[0]).toMatchObject({ mechanism: ENTRYPOINT_GATE, guarantee: EVERY_START });
    expect(plan(waits({}, { command: true })).edges[0]).toMatchObject({ mechanism: INIT_CONTAINER });
  });

  test('is an error if the mesh captures the traffic before the proxy runs', () => {
    const lost = { order: 'hook', initTraffic: 'lost', excludePorts: 'mesh/exclude-ports', forNative: 'inject natively' } as const;
    const text = "SO807: container 'app' depends on 'api' outside the pod, but Mesh 1.0 captures the traffic of init containers, and its proxy does not run yet; write the `command` of "
      + "'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`), or inject natively, or exclude the port for the whole pod with mesh/exclude-ports";
    expect(refusals(waits(lost))).toEqual([text]);
    expect(plan(waits(lost, {}, outside('pause', { check: { kind: 'delay', seconds: 5 } }))).edges[0].reason).toBe('an init container waits for it, which delays the whole pod');
    expect(refusals(waits(lost, {}, api({ check: command('ask', 'api') })))).toEqual([text]);
    expect(refusals(waits(lost, { command: true }, outside('db')))[0]).toMatch(/run yet; check a URL or the protocol of the server, which only the server itself can answer, or exclude /);
  });

  test('in plain text causes a warning that the server may reject it', () => {
    const about = { ...past, hook: { after: 'a minute', unless: 'an old mesh has none' } };
    expect(plan(waits(about, {}, api({ timeoutSeconds: 5, onTimeout: CONTINUE }))).warnings).toEqual([
      'the hook of proxy gives up after a minute, and the app containers start; an old mesh has none',
      "'wait-for-api' connects in plain text, past the mesh, and a server that requires the TLS of the mesh rejects that: if the manifest or the image file contains their commands, the dependents connect through the mesh themselves",
    ]);
    expect(plan(waits({}, {}, api({ timeoutSeconds: 5 }))).warnings).toEqual([]);
  });
});

describe('a TCP check', () => {
  const db = outside('db', { timeoutSeconds: 5 });

  test.each<[string, Partial<PodMesh>, number | undefined]>([
    ['after a native proxy runs as the user whose traffic is not captured', { uncapturedUser: 1337 }, 1337],
    ['before anything is captured stays as it is', { order: 'hook', initTraffic: 'early', uncapturedUser: 1337 }, undefined],
    ['to a port that is not captured stays as it is', { uncapturedPorts: [{ from: 443, to: 443 }], uncapturedUser: 1337 }, undefined],
    ['stays as it is where nothing is captured', { initTraffic: 'free' }, undefined],
  ])('%s', (_what, about, runAsUser) => {
    const { edges, initContainers, warnings } = plan(pod(p => { p.app('app', [db]); }, mesh(about)));
    expect([edges[0].mechanism, (initContainers[0] as any).runAsUser, warnings]).toEqual([INIT_CONTAINER, runAsUser, []]);
  });

  test('does not go through the mesh, where it would pass at once', () => {
    const gated = (about: Partial<PodMesh>, options = {}) => pod(p => { p.app('app', [{ ...db, ...options }], { command: true }); p.app('other'); }, mesh(about));
    expect(plan(gated({ uncapturedUser: 1337 })).edges[0].mechanism).toBe(INIT_CONTAINER);
    expect(plan(gated({ initTraffic: 'free' }, { guarantee: EVERY_START })).edges[0].mechanism).toBe(ENTRYPOINT_GATE);
    expect(refusals(gated({}))).toEqual(["SO807: container 'app' depends on 'db' outside the pod, but 'proxy' of Mesh 1.0 accepts every connection itself, so that the check would pass at once; "
      + 'check a URL or the protocol of the server, which only the server itself can answer, or for a Service its endpoints in the Kubernetes API']);
  });
});

test.each<[Check, Mechanism]>([
  [tcp(6379), SIDECAR_WAIT_INIT], [http(8080), SIDECAR_WAIT_INIT], [command('redis-cli', 'ping'), SIDECAR_PROBE],
])('in a mesh, an init container makes the check of the kubelet, but for a command: %j', (ready, through) => {
  const mechanism = (about: Partial<PodMesh>) => plan(one('sidecar', { ready }, {}, mesh(about))).edges[0].mechanism;
  expect([mechanism({}), mechanism({ initTraffic: 'free' })]).toEqual([through, SIDECAR_PROBE]);
});

test.each<[Check, boolean, Mechanism]>([
  [tcp(6379), true, SIDECAR_WAIT_INIT], [tcp(6379), false, POSITION], [http(8080), true, POSITION], [command('/check'), true, POSITION],
])('a startup probe of the user in a mesh: %j, where a TCP probe passes at once: %s', (ready, passesTcpProbes, expected) => {
  const { edges } = plan(one('sidecar', { ready, source: 'startupProbe' }, {}, mesh({ passesTcpProbes })));
  expect(edges.find(e => e.dependency === 'dep')).toMatchObject({ mechanism: expected, guarantee: FAIL_CLOSED });
  const [started] = plan(one('sidecar', { ready, source: 'startupProbe' }, { condition: STARTED }, mesh({ passesTcpProbes }))).edges;
  expect(started).toMatchObject({ mechanism: POSITION, guarantee: FAIL_CLOSED });
});

describe('a pod that is to end', () => {
  const KEEPS = "'proxy' keeps running after the app containers have exited, so the pod never completes: have it injected as a native sidecar";

  const quit = { url: 'http://127.0.0.1:1/quit' };
  const two = (about: Partial<PodMesh>, restartPolicy: PodIntent['restartPolicy']) =>
    plan(pod(p => { ['app', 'other'].forEach(name => p.app(name, [], { command: true })); }, { ...mesh(about), restartPolicy }));

  test.each([['Never', EXITED], ['OnFailure', COMPLETED]] as const)('with restartPolicy %s sends the proxy a request to end after its commands have %s', (policy, condition) => {
    const planned = two({ order: 'hook', quit }, policy);
    const after = ['app', 'other'].map(container => ({ container, condition }));
    expect(listGates(planned)).toMatchObject([{ container: 'app', marksEnd: true, quits: { url: quit.url, after } }, { container: 'other', marksEnd: true, quits: { after } }]);
    expect(planned.warnings).toEqual([]);
  });

  test('sends no request without shared file locks, which tell whether a container still runs', () => {
    const planned = plan(pod(p => p.app('app', [], { command: true }), {
      ...mesh({ order: 'hook', quit }), restartPolicy: 'Never', capabilities: { ...NEWEST.capabilities, sharedFileLocks: false },
    }));
    expect([listGates(planned), planned.warnings]).toEqual([[], [KEEPS]]);
  });

  const needing = { order: 'hook', quit: { ...quit, needs: 'a switch' } } as const;
  test.each<[string, Partial<PodMesh>, boolean, string[]]>([
    ['a native proxy', {}, false, []],
    ['a proxy without an order', { order: 'none' }, false, [KEEPS]],
    ['requirements of the request', needing, true, ["'proxy' gets a request to exit when the app containers have exited; it exits with a switch, otherwise the pod never completes"]],
    ['a request that no container can send', needing, false, [`${KEEPS}, or write the \`command\` of 'app', or add its image to the image file `
      + '(`cdk8s-startup-order images --image example/app`): the wait agent then sends it a request to end (which needs a switch)']],
  ])('the warnings about %s', (_what, about, known, expected) => {
    expect(plan(pod(p => { p.app('app', { command: known }); }, { ...mesh(about), restartPolicy: 'Never' })).warnings).toEqual(expected);
  });

  test.each([['native', 'Never'], ['hook', 'Always']] as const)('sends no request if the proxy ends by itself, or the pod never ends: %s %s', (order, restartPolicy) => {
    expect(listGates(two({ order, quit }, restartPolicy))).toEqual([]);
  });
});

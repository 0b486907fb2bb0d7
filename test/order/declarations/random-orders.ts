import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import * as fc from 'fast-check';
import { ContainerOrder, ContainerRole, Dependency, Guarantee, Mechanism, Protocol, ReadyCheck, StartCondition, StartupOrderOptions } from '../../../src';

/** The same value in both forms: for the constructs, and as JSON. */
export interface Both<T> { readonly construct: T; readonly json: unknown }

export const both = <T>(construct: T, json: unknown): Both<T> => ({ construct, json });
const seconds = (s: number) => both(Duration.seconds(s), s % 60 === 0 ? `${s / 60}m` : `${s}s`);
const NOTHING = both(undefined, undefined);
const lower = (value: string | undefined) => value === undefined ? NOTHING : both(value, value.toLowerCase());
const chooseEnum = <E extends string>(...values: readonly E[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 4 }).map(v => both(v, lower(v).json));

/** Mostly nothing, for a field that many orders cannot have. */
function rarely<T>(arbitrary: fc.Arbitrary<Both<T>>): fc.Arbitrary<Both<T | undefined>> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(NOTHING) }, { weight: 1, arbitrary });
}

/** Joins the forms of several properties to the two forms of an object. */
function join<T>(properties: { readonly [K in keyof T]: Both<T[K]> }): Both<T> {
  const pairs = Object.entries<Both<unknown>>(properties);
  const pick = (form: keyof Both<unknown>) => Object.fromEntries(pairs.filter(([, p]) => p[form] !== undefined).map(([key, p]) => [key, p[form]]));
  return both(pick('construct') as T, pick('json'));
}

const checks = (port: number): fc.Arbitrary<Both<ReadyCheck>> => {
  const simple: fc.Arbitrary<Both<ReadyCheck>> = fc.constantFrom(
    both(ReadyCheck.tcpSocket(port), { tcpSocket: { port } }),
    both(ReadyCheck.tcpSocket(port, { host: '127.0.0.2', tryTimeout: Duration.seconds(3) }), { tcpSocket: { port, host: '127.0.0.2' }, timeoutSeconds: 3 }),
    both(ReadyCheck.httpGet('/ready', { port }), { httpGet: { path: '/ready', port } }),
    both(ReadyCheck.httpGet('/ready', { port, host: '127.0.0.2' }), { httpGet: { path: '/ready', port, host: '127.0.0.2' } }),
    both(ReadyCheck.httpGet('/ready', { port, scheme: 'https' }), { httpGet: { path: '/ready', port, scheme: 'HTTPS' } }),
    both(ReadyCheck.httpGet('/ready', { port, statuses: [200, 204], tryTimeout: Duration.seconds(2) }),
      { httpGet: { path: '/ready', port, statuses: [200, 204] }, timeoutSeconds: 2 }),
    both(ReadyCheck.command(['/ready', '-v'], { tryTimeout: Duration.seconds(4) }), { exec: { command: ['/ready', '-v'] }, timeoutSeconds: 4 }),
    both(ReadyCheck.blockingCommand(['/wait']), { blockingExec: { command: ['/wait'] } }),
    both(ReadyCheck.file('/data/ready'), { file: { path: '/data/ready' } }),
    both(ReadyCheck.file('/own/log', 'up'), { file: { path: '/own/log', contains: 'up' } }),
    both(ReadyCheck.unixSocket('/data/socket'), { unixSocket: { path: '/data/socket' } }),
    both(ReadyCheck.delay(Duration.minutes(1)), { delay: '1m' }),
    both(ReadyCheck.grpc(port, 'shop'), { grpc: { port, service: 'shop' } }),
    both(ReadyCheck.fromImage(), { fromImage: {} }),
  );
  const combined = fc.array(simple, { minLength: 1, maxLength: 2 })
    .map(all => both(ReadyCheck.allOf(...all.map(c => c.construct)), { allOf: all.map(c => c.json) }));
  return fc.oneof({ weight: 4, arbitrary: simple }, { weight: 1, arbitrary: combined });
};

const password = [{ name: 'PGPASSWORD', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }, { name: 'PGUSER', value: 'shop' }];
const env = {
  PGPASSWORD: { valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } } as unknown as kplus.EnvValue,
  PGUSER: kplus.EnvValue.fromValue('shop'),
};
const five = Duration.seconds(5);

type Options = Parameters<typeof Dependency.onTcp>[2];
/** Each kind of external dependency in both forms, with a name. */
const EXTERNALS: Readonly<Record<string, readonly [json: object, construct: (options: Options) => Dependency]>> = {
  url: [{ http: { url: 'http://config.shop:8080/info', statuses: [200] } }, o => Dependency.onUrl('http://config.shop:8080/info', { ...o, statuses: [200] })],
  posted: [{ http: { url: 'https://config.shop/up', method: 'POST', headers: { Accept: 'a' }, contains: 'UP', verifyCertificate: true }, image: 'shop/curl:8' },
    o => Dependency.onUrl('https://config.shop/up', { ...o, method: 'POST', headers: { Accept: 'a' }, contains: 'UP', verifyCertificate: true, image: 'shop/curl:8' })],
  trusted: [{ http: { url: 'https://config.shop/up', authorities: 'ca' } },
    o => Dependency.onUrl('https://config.shop/up', { ...o, authorities: kplus.ConfigMap.fromConfigMapName(new Chart(new App(), 'c'), 'ca', 'ca') })],
  tcp: [{ tcpSocket: { host: 'db.shop', port: 5432 }, expectedReadyIn: '5s' }, o => Dependency.onTcp('db.shop', 5432, { ...o, expectedReadyIn: five })],
  dns: [{ dns: { host: 'db.shop' } }, o => Dependency.onDns('db.shop', o)],
  job: [{ job: { name: 'migrate', required: false }, image: 'kubectl:2' },
    o => Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed', ...o, required: false, image: 'kubectl:2' })],
  pods: [{ pods: { labels: { tier: 'db', app: 'shop' }, count: 2, sameNode: true }, image: 'kubectl:3' },
    o => Dependency.onResource('pods', { labels: { tier: 'db', app: 'shop' }, ...o, count: 2, sameNode: true, image: 'kubectl:3' })],
  certificate: [{ resource: { name: 'certificates.cert-manager.io/shop', condition: 'Ready', failedCondition: 'Failed', namespace: 'tls' }, image: 'kubectl:1' },
    o => Dependency.onResource('certificates.cert-manager.io/shop', { ...o, condition: 'Ready', failedCondition: 'Failed', namespace: 'tls', image: 'kubectl:1' })],
  server: [{ server: { protocol: 'PostgreSQL', host: 'db.shop' } }, o => Dependency.onServer(Protocol.POSTGRESQL, 'db.shop', o)],
  redis: [{ server: { protocol: 'Redis', host: 'cache.shop', port: 6380 } }, o => Dependency.onServer(Protocol.REDIS, 'cache.shop', { ...o, port: 6380 })],
  command: [{ exec: { command: ['/ping', 'db'] }, image: 'ping:1', env: password }, o => Dependency.onCommand(['/ping', 'db'], { ...o, image: 'ping:1', env })],
  injected: [{ injected: { httpGet: { path: '/ready', port: 15021 } } },
    ({ name: _name, ...o } = {}) => Dependency.onInjected('injected', ReadyCheck.httpGet('/ready', { port: 15021 }), o)],
  delay: [{ delay: '5s' }, o => Dependency.onDelay(five, o)],
};

const edge = {
  timeout: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined, freq: 3 }).map(s => s === undefined ? NOTHING : seconds(s)),
  onTimeout: rarely(chooseEnum('FAIL', 'CONTINUE')),
  guarantee: chooseEnum(Guarantee.BEST_EFFORT),
};
const flag = fc.option(fc.boolean(), { nil: undefined, freq: 4 }).map(value => both(value, value));
/** The options of a dependency on a container. */
export const containerEdge = fc.record({
  ...edge,
  condition: fc.oneof(
    { weight: 5, arbitrary: chooseEnum(StartCondition.READY, StartCondition.RUNNING, StartCondition.STARTED) },
    { weight: 1, arbitrary: chooseEnum(StartCondition.COMPLETED) },
  ),
  required: flag,
  restartAllContainers: fc.constantFrom(...Array.from({ length: 8 }, () => NOTHING), both(false, false), both(true, true)),
  orderedShutdown: flag,
  mechanism: rarely(chooseEnum(Mechanism.ENTRYPOINT_GATE, Mechanism.POST_START)),
}).map(fields => join(fields));
const externalEdge = fc.record(edge).map(fields => join(fields));

/** A pod with the same order in both forms. */
export interface RandomOrder {
  readonly template: { readonly metadata: { readonly labels: object }; readonly spec: { readonly containers: readonly object[] } };
  readonly props: StartupOrderOptions;
  readonly spec: Record<string, unknown>;
}

const GENERAL = fc.record({
  kubernetesVersion: fc.constantFrom('1.27', '1.33', '1.35', '1.37').map(v => both(v, v)),
  orderedShutdown: flag,
  mesh: fc.constantFrom(NOTHING, both({ product: 'istio', version: '1.27', cni: true }, { product: 'istio', version: '1.27', cni: true }),
    both({ product: 'dapr', version: '1.14' }, { product: 'dapr', version: '1.14' })),
  agent: fc.constantFrom(NOTHING, both({ delivery: 'COPY', registry: 'registry.shop', omitRunAsUser: true }, { delivery: 'copy', registry: 'registry.shop', omitRunAsUser: true }),
    both({ configMap: 'agent', resources: {} }, { configMap: 'agent', resources: {} }),
    both({ resources: { cpu: { request: kplus.Cpu.millis(20) }, memory: { limit: Size.mebibytes(50) } } },
      { resources: { requests: { cpu: '20m' }, limits: { memory: '50Mi' } } })),
  architecture: fc.constantFrom(NOTHING, both('arm64', 'arm64')),
  mechanism: rarely(chooseEnum(Mechanism.POST_START, Mechanism.ENTRYPOINT_GATE)),
  guarantee: rarely(chooseEnum(Guarantee.BEST_EFFORT, Guarantee.FAIL_CLOSED)),
  capabilities: fc.constantFrom(NOTHING, both({ envFiles: false }, { envFiles: false })),
}).map(fields => join(fields));

/** Random orders with all kinds of checks and external dependencies; sidecars come first, and dependents after their dependencies. */
export const ORDERS: fc.Arbitrary<RandomOrder> = fc.integer({ min: 2, max: 5 }).chain(n => fc.record({
  general: GENERAL,
  // A sidecar must not depend on an app container.
  sidecars: fc.constantFrom(0, 0, 1, 2),
  sidecarsFirst: fc.boolean(),
  missing: fc.boolean(),
  containers: fc.tuple(...Array.from({ length: n }, (_, i) => fc.record({
    hasCommand: fc.boolean(),
    shared: fc.boolean(),
    readyWhen: fc.option(checks(8000 + i), { nil: NOTHING, freq: 5 }) as fc.Arbitrary<Both<ReadyCheck | undefined>>,
    stopsWithin: fc.constantFrom(NOTHING, seconds(4)),
    expectedReadyIn: fc.constantFrom(NOTHING, seconds(60)),
    edges: fc.tuple(...Array.from({ length: i }, () => fc.option(containerEdge, { nil: undefined, freq: 2 }))),
    external: fc.option(fc.tuple(fc.constantFrom(...Object.keys(EXTERNALS)), externalEdge), { nil: undefined, freq: 2 }),
    short: fc.boolean(),
  }))),
}).map(({ general, sidecars, sidecarsFirst, missing, containers }): RandomOrder => {
  const used = new Set<string>();
  const isSidecar = (i: number) => i < sidecars && i < n - 1;
  const orders = containers.map(({ readyWhen, stopsWithin, expectedReadyIn, edges, external, short }, i) => {
    if (external) { used.add(external[0]); }
    const dependencies: { name: string; json: unknown; construct: Dependency }[] = [];
    const add = (name: string, given: Both<unknown>, create: (options: object) => Dependency) => {
      const { json, construct } = short ? both({}, {}) : given;
      dependencies.push({ name, json, construct: create(construct as object) });
    };
    edges.forEach((e, j) => { if (e) { add(`c${j}`, e, options => Dependency.on(`c${j}`, options)); } });
    if (external) { add(external[0], external[1], options => EXTERNALS[external[0]][1]({ name: external[0], ...options })); }
    if (missing && !short) { add('missing', both({ required: false }, { required: false }), options => Dependency.on('missing', options)); }
    const role = isSidecar(i) ? ContainerRole.SIDECAR : undefined;
    const long = Object.fromEntries(dependencies.map(d => [d.name, d.json]));
    const dependsOn = both(dependencies.map(d => d.construct), short ? dependencies.map(d => d.name) : long);
    return [`c${i}`, join<ContainerOrder>({ dependsOn, readyWhen, role: lower(role) as Both<ContainerRole>, stopsWithin, expectedReadyIn })] as const;
  });
  const pods = containers.map(({ hasCommand, shared }, i) => (
    { name: `c${i}`, image: `shop/c${i}:1`, ...hasCommand && { command: [`/c${i}`] }, ...shared && { volumeMounts: [{ name: 'data', mountPath: '/data' }] } }));
  const byName = (form: 'construct' | 'json') => Object.fromEntries(orders.map(([name, order]) => [name, order[form]]));
  return {
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: pods } },
    props: {
      ...general.construct as object,
      containers: byName('construct') as Record<string, ContainerOrder>,
      ...(sidecarsFirst ? { sidecars: containers.flatMap((_, i) => isSidecar(i) ? [`c${i}`] : []) } : {}),
    },
    spec: {
      workloads: [{ kind: 'Deployment', name: 'web' }],
      ...(sidecarsFirst ? { sidecarsFirst } : {}),
      ...general.json as object,
      containers: byName('json'),
      ...(used.size > 0 ? { externalDependencies: Object.fromEntries([...used].map(name => [name, EXTERNALS[name][0]])) } : {}),
    },
  };
}));

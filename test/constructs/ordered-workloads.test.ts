import { App, Chart, Cron } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { addOrdered, containerOf, errorOf, manifestsOf, names, parsedYaml, podSpecOf, startOrder, testApp, workloadOf } from './manifests';
import {
  ContainerRole, Dependency, OrderedContainerProps, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedDeploymentProps,
  OrderedJob, OrderedPod, OrderedPodProps, OrderedStatefulSet, ReadyCheck, StartupOrder,
} from '../../src';

const NATIVE = { kubernetesVersion: '1.33' };
const PROBES_PROXY = { failureThreshold: 2147483647, httpGet: { path: '/ready', port: 9901 }, periodSeconds: 1 };

type Props = OrderedPodProps & { readonly orderedContainers: OrderedContainerProps[] };

const KINDS: readonly { kind: string; ordered: (scope: Construct, props: Props) => kplus.AbstractPod & { readonly startupOrder: StartupOrder } }[] = [
  { kind: 'Pod', ordered: (s, p) => new OrderedPod(s, 'web', p) },
  { kind: 'Deployment', ordered: (s, p) => new OrderedDeployment(s, 'web', p) },
  { kind: 'StatefulSet', ordered: (s, p) => new OrderedStatefulSet(s, 'web', p) },
  { kind: 'DaemonSet', ordered: (s, p) => new OrderedDaemonSet(s, 'web', p) },
  { kind: 'Job', ordered: (s, p) => new OrderedJob(s, 'web', p) },
  { kind: 'CronJob', ordered: (s, p) => new OrderedCronJob(s, 'web', { schedule: Cron.daily(), ...p }) },
];

let chart: Chart;

beforeEach(() => { chart = new Chart(testApp(), 'shop'); });

/** The dependent comes first, so that the order in the manifest comes from the library. A StatefulSet needs a port. */
const ALL_ROLES: OrderedContainerProps[] = [
  { name: 'app', image: 'app:1', ports: [{ number: 8080, name: 'http' }], dependsOn: [Dependency.on('cache'), Dependency.on('proxy')] },
  { name: 'cache', image: 'redis:7', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) },
  { name: 'proxy', image: 'envoy:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
  { name: 'migrate', image: 'app:1', role: ContainerRole.INIT, dependsOn: [Dependency.on('proxy')] },
];
const APP = { name: 'app', image: 'app:1', ports: [{ number: 8080, name: 'http' }] };
const PROXY = { name: 'proxy', image: 'envoy:1', readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) };

describe.each(KINDS)('Ordered$kind', ({ kind, ordered }) => {
  test('each role has its list, and every synth gives the same manifest, as YAML and as JSON', () => {
    ordered(chart, { orderedContainers: ALL_ROLES, startupOrder: NATIVE });
    const manifest = workloadOf(chart);
    expect(manifest.kind).toBe(kind);
    expect(podSpecOf(manifest).initContainers.map((c: any) => [c.name, c.restartPolicy])).toEqual([['proxy', 'Always'], ['migrate', undefined]]);
    expect(names(podSpecOf(manifest).containers)).toEqual(['cache', 'app']);
    const first = JSON.stringify(manifestsOf(chart));
    const app = App.of(chart);
    const yaml = app.synthYaml();
    expect(JSON.stringify(manifestsOf(chart))).toBe(first);
    expect(app.synthYaml()).toBe(yaml);
    expect(parsedYaml(app)).toEqual(JSON.parse(first));
    expect(yaml).not.toMatch(/[&*]a[0-9]+\b|: null$/m);
  });

  test('a property that is undefined is as if it were not there', () => {
    const undefinedProps = { restartPolicy: undefined, select: undefined, metadata: undefined, volumes: undefined, startupOrder: undefined };
    ordered(chart, { orderedContainers: [APP], ...undefinedProps });
    const other = new Chart(testApp(), 'shop');
    ordered(other, { orderedContainers: [APP] });
    expect(manifestsOf(chart)).toEqual(manifestsOf(other));
    expect(podSpecOf(workloadOf(chart)).restartPolicy).toBe(kind === 'Job' || kind === 'CronJob' ? 'Never' : 'Always');
  });

  test('a sidecar is native, and holds all app containers until it is ready, even if they are added later', () => {
    const workload = ordered(chart, { orderedContainers: [APP], sidecars: [PROXY] }) as OrderedPod;
    workload.addContainer({ name: 'plain', image: 'plain:1' });
    addOrdered(workload, { name: 'late', image: 'late:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(1234) });
    expect(workload.startupOrder.plan().dependencies.map(d => [d.dependent, d.dependency])).toEqual([
      ['app', 'late'], ['app', 'proxy'], ['plain', 'late'], ['plain', 'proxy'],
    ]);
    expect(names(podSpecOf(workloadOf(chart)).initContainers)).toEqual(['proxy', 'late']);
    expect(names(podSpecOf(workloadOf(chart)).containers)).toEqual(['app', 'plain']);
    expect(containerOf(workloadOf(chart), 'proxy')).toMatchObject({ restartPolicy: 'Always', startupProbe: PROBES_PROXY });
  });

  test('two containers without a name are refused at once', () => {
    expect(errorOf(() => ordered(chart, { orderedContainers: [{ image: 'a', portNumber: 1 }, { image: 'b' }] }))).toBe(
      "[shop/web] orderedContainers[0] and orderedContainers[1] are both called 'main'; give each container of the pod a unique name [SO103]");
  });
});

test.each<[string, OrderedContainerProps, string]>([
  ['another role', { ...PROXY, role: ContainerRole.APP }, "role of container 'proxy' is declared twice, differently; keep one of the two [SO106]"],
  ['the name of a container', { name: 'app', image: 'b' },
    "sidecars[0] and orderedContainers[0] are both called 'app'; give each container of the pod a unique name [SO103]"],
])('a sidecar with %s is refused at once', (_what, sidecar, text) => {
  expect(errorOf(() => new OrderedPod(chart, 'web', { orderedContainers: [APP], sidecars: [sidecar] }))).toBe(`[shop/web] ${text}`);
});

describe('the startup probe that cdk8s-plus adds for a portNumber', () => {
  const HELPER = { name: 'helper', image: 'helper:1', portNumber: 9000 };
  const declared = { startup: kplus.Probe.fromTcpSocket({ port: 9000, failureThreshold: 100 }) };

  test.each<[string, Partial<OrderedContainerProps>, object | undefined]>([
    ['is dropped from an INIT container', { role: ContainerRole.INIT }, undefined],
    ['is dropped from a SIDECAR', { role: ContainerRole.SIDECAR }, undefined],
    ['is dropped for the deprecated `port`', { role: ContainerRole.SIDECAR, portNumber: undefined, port: 9000 }, undefined],
    ['stays on an app container', {}, { failureThreshold: 3, tcpSocket: { port: 9000 } }],
    ['stays on a SIDECAR if the user wrote it', { role: ContainerRole.SIDECAR, ...declared }, { failureThreshold: 100, tcpSocket: { port: 9000 } }],
  ])('%s', (_what, props, expected) => {
    new OrderedPod(chart, 'web', { orderedContainers: [APP, { ...HELPER, ...props }], startupOrder: NATIVE });
    const container = containerOf(workloadOf(chart), 'helper');
    expect(['startupProbe' in container, container.startupProbe]).toEqual([expected !== undefined, expected]);
  });
});

test('initContainers come before containers with the role INIT, unless they depend on one', () => {
  const seed = { name: 'seed', image: 'seed:1' };
  const orders = [[], [Dependency.on('migrate')]].map(dependsOn => {
    chart = new Chart(testApp(), 'shop');
    const migrate = { name: 'migrate', image: 'app:1', role: ContainerRole.INIT };
    new OrderedDeployment(chart, 'web', { initContainers: [seed], orderedContainers: [migrate, APP] }).startupOrder.declare('seed', { dependsOn });
    return startOrder(workloadOf(chart));
  });
  expect(orders).toEqual([['seed', 'migrate', 'app'], ['migrate', 'seed', 'app']]);
});

test('a container that an override of `addContainer` injects shifts no roles and no dependencies', () => {
  /** As a company's base class may: every workload brings a log shipper with it. */
  class WithShipper extends OrderedDeployment {
    public addContainer(props: kplus.ContainerProps): kplus.Container {
      if (this.containers.length === 0) { super.addContainer({ name: 'shipper', image: 'shipper:1' }); }
      return super.addContainer(props);
    }
  }
  const { containers, dependencies } = new WithShipper(chart, 'web', { orderedContainers: ALL_ROLES, startupOrder: NATIVE }).startupOrder.plan();
  expect(containers.filter(c => !c.injected).map(c => `${c.name} ${c.role}`)).toEqual(['proxy SIDECAR', 'migrate INIT', 'shipper APP', 'cache APP', 'app APP']);
  expect(dependencies.map(d => [d.dependent, d.dependency])).toEqual([['migrate', 'proxy'], ['app', 'cache'], ['app', 'proxy']]);
});

describe('everything that cdk8s-plus can do still works', () => {
  const CACHE = { name: 'cache', image: 'redis:7', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) };

  function web(props: OrderedDeploymentProps = {}) {
    return new OrderedDeployment(chart, 'web', { orderedContainers: [{ ...APP, dependsOn: [Dependency.on('cache')] }, CACHE], ...props });
  }

  function only(kind: string): any {
    const found = manifestsOf(chart).filter(m => m.kind === kind);
    expect(found).toHaveLength(1);
    return found[0];
  }

  test('a StatefulSet takes the ports of its service from its containers', () => {
    new OrderedStatefulSet(chart, 'db', { orderedContainers: [{ name: 'db', image: 'postgres:16', portNumber: 5432 }] });
    expect(only('Service').spec.ports).toEqual([{ port: 5432, targetPort: 5432 }]);
    expect(only('StatefulSet').spec.serviceName).toBe(only('Service').metadata.name);
  });

  // cdk8s-plus-27 2.9.0, workload.ts _toPodSpec: the terms are added at each rendering, so that two synths differ without us, too.
  test('spread, whose terms cdk8s-plus adds once more for a look at the plan', () => {
    const terms = [false, true].map(looked => {
      chart = new Chart(testApp(), 'shop');
      const deployment = web({ spread: true });
      if (looked) { deployment.startupOrder.explain(); }
      return podSpecOf(only('Deployment')).affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.length;
    });
    expect(terms).toEqual([2, 4]);
  });

  test('a container of addContainer takes part in the order by its name', () => {
    const deployment = web();
    deployment.addContainer({ name: 'plain', image: 'plain:1' });
    deployment.startupOrder.declare('plain', { dependsOn: [Dependency.on('cache')] });
    deployment.startupOrder.declare('cache', { dependsOn: [Dependency.on('first')] });
    deployment.attachContainer(new kplus.Container({ name: 'first', image: 'first:1', readiness: kplus.Probe.fromTcpSocket({ port: 1 }) }));
    expect(startOrder(only('Deployment'))).toEqual(['first', 'cache', 'app', 'plain']);
  });
});

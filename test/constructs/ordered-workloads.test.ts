import { App, Chart, Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { addOrdered, containerOf, errorOf, hookOf, manifestsOf, names, parsedYaml, podSpecOf, startOrder, stderrOf, testApp, workloadOf } from './manifests';
import {
  ContainerRole, Dependency, OrderedContainerProps, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedDeploymentProps,
  OrderedJob, OrderedPod, OrderedPodProps, OrderedStatefulSet, ReadyCheck, StartupOrder,
} from '../../src';

const NATIVE = { kubernetesVersion: '1.33' };
const WAIT_AGENT = '/startup-order/wait';
const WAITS_FOR_CACHE = [WAIT_AGENT, '--for=cache', '--continue-after=60s', '--tcp=127.0.0.1:6379'];
const WAITS_FOR_PROXY = [WAIT_AGENT, '--for=proxy', '--continue-after=60s', '--http=http://127.0.0.1:9901/ready'];

const PROBES_PROXY = { failureThreshold: 2147483647, httpGet: { path: '/ready', port: 9901 }, periodSeconds: 1 };

type Props = OrderedPodProps & { readonly orderedContainers: OrderedContainerProps[] };

const KINDS: readonly {
  kind: string;
  ordered: (scope: Construct, props: Props) => kplus.AbstractPod & { readonly startupOrder: StartupOrder };
}[] = [
  { kind: 'Pod', ordered: (s, p) => new OrderedPod(s, 'web', p) },
  { kind: 'Deployment', ordered: (s, p) => new OrderedDeployment(s, 'web', p) },
  { kind: 'StatefulSet', ordered: (s, p) => new OrderedStatefulSet(s, 'web', p) },
  { kind: 'DaemonSet', ordered: (s, p) => new OrderedDaemonSet(s, 'web', p) },
  { kind: 'Job', ordered: (s, p) => new OrderedJob(s, 'web', p) },
  { kind: 'CronJob', ordered: (s, p) => new OrderedCronJob(s, 'web', { schedule: Cron.daily(), ...p }) },
];

let app: App;
let chart: Chart;

beforeEach(() => {
  app = testApp();
  chart = new Chart(app, 'shop');
  // The notice about BEST_EFFORT is tested in startup-order-of.test.ts.
  jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => jest.restoreAllMocks());

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
  test('INIT and SIDECAR containers are in initContainers, and a SIDECAR has restartPolicy Always', () => {
    ordered(chart, { orderedContainers: ALL_ROLES, startupOrder: NATIVE });
    const manifest = workloadOf(chart);
    expect(names(podSpecOf(manifest).initContainers)).toEqual(['proxy', 'migrate']);
    expect(names(podSpecOf(manifest).containers)).toEqual(['cache', 'app']);
    expect(podSpecOf(manifest).initContainers.map((c: any) => c.restartPolicy)).toEqual(['Always', undefined]);
    expect(containerOf(manifest, 'proxy').startupProbe).toEqual(PROBES_PROXY);
  });

  test('every synth gives the same manifest, as YAML and as JSON', () => {
    ordered(chart, { orderedContainers: ALL_ROLES, startupOrder: NATIVE });
    const first = JSON.stringify(manifestsOf(chart));
    const yaml = app.synthYaml();
    expect(JSON.stringify(manifestsOf(chart))).toBe(first);
    expect(app.synthYaml()).toBe(yaml);
    expect(parsedYaml(app)).toEqual(JSON.parse(first));
    expect(yaml).not.toMatch(/[&*]a[0-9]+\b/);
    expect(yaml).not.toMatch(/: null$/m);
  });

  test('a property that is undefined is as if it were not there', () => {
    const undefinedProps = { restartPolicy: undefined, select: undefined, metadata: undefined, volumes: undefined, startupOrder: undefined };
    ordered(chart, { orderedContainers: [APP], ...undefinedProps });
    const other = new Chart(testApp(), 'shop');
    ordered(other, { orderedContainers: [APP] });
    expect(manifestsOf(chart)).toEqual(manifestsOf(other));
    expect(podSpecOf(workloadOf(chart)).restartPolicy).toBe(kind === 'Job' || kind === 'CronJob' ? 'Never' : 'Always');
  });

  test('a container that is added later takes part in the order', () => {
    const workload = ordered(chart, { orderedContainers: [{ ...APP, dependsOn: [Dependency.on('cache')] }] });
    const cache = { name: 'cache', image: 'redis:7', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) };
    addOrdered(workload as OrderedPod, cache);
    const manifest = workloadOf(chart);
    expect(startOrder(manifest)).toEqual(['cache', 'app']);
    expect(hookOf(containerOf(manifest, 'cache'))).toEqual(WAITS_FOR_CACHE);
  });

  test('a plan without an app container is refused, with the path as the user knows it', () => {
    ordered(chart, { orderedContainers: [{ ...APP, role: ContainerRole.INIT }], startupOrder: NATIVE });
    expect(errorOf(() => manifestsOf(chart))).toBe(
      "[shop/web] no container is left for spec.containers: 'app' run as init containers or native sidecars, and Kubernetes requires at least one app "
      + 'container; give one of these containers the role APP [SO205]');
  });

  test('two containers without a name are refused at once', () => {
    expect(errorOf(() => ordered(chart, { orderedContainers: [{ image: 'a', portNumber: 1 }, { image: 'b' }] }))).toBe(
      "[shop/web] orderedContainers[0] and orderedContainers[1] are both called 'main'; give each container of the pod a unique name [SO103]");
  });
});

describe.each(KINDS)('Ordered$kind with sidecars', ({ kind, ordered }) => {
  const ends = kind === 'Job' || kind === 'CronJob';
  /** A pod that ends needs native sidecars, or commands. */
  const target = ends ? NATIVE : undefined;

  test('a native sidecar holds the app containers until it is ready', () => {
    ordered(chart, { orderedContainers: [APP], sidecars: [PROXY] });
    const manifest = workloadOf(chart);
    expect(manifest.kind).toBe(kind);
    expect(names(podSpecOf(manifest).initContainers)).toEqual(['proxy']);
    expect(containerOf(manifest, 'proxy').restartPolicy).toBe('Always');
    expect(containerOf(manifest, 'proxy').startupProbe).toEqual(PROBES_PROXY);
    expect(containerOf(manifest, 'proxy').lifecycle).toBeUndefined();
    expect(names(podSpecOf(manifest).containers)).toEqual(['app']);
  });

  test('without native sidecars the sidecar is the first container, unless it keeps a pod from its end', () => {
    ordered(chart, { orderedContainers: [APP], sidecars: [PROXY], startupOrder: { kubernetesVersion: '1.28' } });
    if (ends) {
      expect(errorOf(() => manifestsOf(chart))).toMatch(/^\[shop\/web\] the pod must complete, but sidecar 'proxy' would keep running .* Kubernetes 1\.29 or newer .* \[SO703\]$/);
      return;
    }
    const manifest = workloadOf(chart);
    expect(podSpecOf(manifest).initContainers).toBeUndefined();
    expect(names(podSpecOf(manifest).containers)).toEqual(['proxy', 'app']);
    expect(containerOf(manifest, 'proxy').restartPolicy).toBeUndefined();
    expect(containerOf(manifest, 'proxy').startupProbe).toBeUndefined();
    expect(hookOf(containerOf(manifest, 'proxy'))).toEqual(WAITS_FOR_PROXY);
  });

  test('app containers that are added later also start after the sidecars', () => {
    const workload = ordered(chart, { orderedContainers: [APP], sidecars: [PROXY], startupOrder: target }) as OrderedPod;
    workload.addContainer({ name: 'plain', image: 'plain:1' });
    addOrdered(workload, { name: 'late', image: 'late:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(1234) });
    expect(workload.startupOrder.plan().dependencies.map(d => [d.dependent, d.dependency])).toEqual([
      ['app', 'late'], ['app', 'proxy'], ['plain', 'late'], ['plain', 'proxy'],
    ]);
    expect(startOrder(workloadOf(chart))).toEqual(['proxy', 'late', 'app', 'plain']);
  });
});

describe('sidecars', () => {
  test('sidecars with a file as their ready check get a wait init container, which the plan contains', () => {
    const volumeMounts = [{ path: '/config', volume: kplus.Volume.fromEmptyDir(chart, 'config', 'config') }];
    const config = { name: 'config', image: 'config:1', volumeMounts, readyWhen: ReadyCheck.file('/config/app.yaml') };
    const envoy = { ...PROXY, name: 'envoy', readyWhen: ReadyCheck.tcpSocket(9901, { host: '127.0.0.1' }) };
    const pod = new OrderedPod(chart, 'web', { orderedContainers: [APP], sidecars: [config, envoy], startupOrder: NATIVE });
    expect(startOrder(workloadOf(chart))).toEqual(['config', 'envoy', 'wait-for-config-and-envoy', 'app']);
    expect(pod.startupOrder.plan().containers[2]).toMatchObject({
      role: 'INIT', list: 'initContainers', reason: 'waits for config: the file /config/app.yaml; envoy: TCP 127.0.0.1:9901', injected: true,
    });
  });

  test('a sidecar of another role is refused at once', () => {
    expect(errorOf(() => new OrderedPod(chart, 'web', { orderedContainers: [APP], sidecars: [{ ...PROXY, role: ContainerRole.APP }] }))).toBe(
      "[shop/web] role of container 'proxy' is declared twice, differently; keep one of the two [SO106]");
  });

  test('a sidecar and a container of one name are refused at once', () => {
    expect(errorOf(() => new OrderedPod(chart, 'web', { orderedContainers: [{ image: 'a' }], sidecars: [{ image: 'b' }] }))).toBe(
      "[shop/web] sidecars[0] and orderedContainers[0] are both called 'main'; give each container of the pod a unique name [SO103]");
  });

  test('an empty list of sidecars does not change the manifest', () => {
    new OrderedPod(chart, 'web', { orderedContainers: [APP], sidecars: [] });
    const other = new Chart(testApp(), 'shop');
    new kplus.Pod(other, 'web', { containers: [APP] });
    expect(manifestsOf(chart)).toEqual(manifestsOf(other));
  });
});

describe('the startup probe that cdk8s-plus adds for a portNumber', () => {
  const HELPER = { name: 'helper', image: 'helper:1', portNumber: 9000 };
  const declared = { startup: kplus.Probe.fromTcpSocket({ port: 9000, failureThreshold: 100 }) };

  function helper(props: Partial<OrderedContainerProps>): any {
    new OrderedPod(chart, 'web', { orderedContainers: [APP, { ...HELPER, ...props }], startupOrder: NATIVE });
    return containerOf(workloadOf(chart), 'helper');
  }

  test.each([ContainerRole.INIT, ContainerRole.SIDECAR])('it is dropped from a container of the role %s', role => {
    expect(Object.keys(helper({ role }))).not.toContain('startupProbe');
  });

  test('it stays on an app container', () => {
    expect(helper({}).startupProbe).toEqual({ failureThreshold: 3, tcpSocket: { port: 9000 } });
  });

  test('the deprecated `port` is the same to it', () => {
    expect(Object.keys(helper({ role: ContainerRole.SIDECAR, portNumber: undefined, port: 9000 }))).not.toContain('startupProbe');
  });

  test("a user's own startup probe stays on a SIDECAR", () => {
    expect(helper({ role: ContainerRole.SIDECAR, ...declared }).startupProbe).toEqual({ failureThreshold: 100, tcpSocket: { port: 9000 } });
  });

  test("a user's own startup probe on an INIT container is refused", () => {
    expect(errorOf(() => helper({ role: ContainerRole.INIT, ...declared }))).toBe(
      "[shop/web] container 'helper' has the role INIT and startupProbe, which Kubernetes forbids for an init container; remove it (cdk8s-plus adds a "
      + 'startupProbe for a `portNumber`: use `ports` instead), or give the container the role SIDECAR [SO504]');
  });

  test('the startup probe of a portNumber is the default ready check of a SIDECAR container', () => {
    new OrderedPod(chart, 'web', {
      orderedContainers: [{ ...APP, dependsOn: [Dependency.on('helper')] }, { ...HELPER, role: ContainerRole.SIDECAR }], startupOrder: NATIVE,
    });
    expect(containerOf(workloadOf(chart), 'helper').startupProbe).toEqual({ failureThreshold: 2147483647, periodSeconds: 1, tcpSocket: { port: 9000 } });
  });

  test.each([
    ['of an Ordered class', (containers: OrderedContainerProps[]) => new OrderedPod(chart, 'web', { orderedContainers: containers }).startupOrder],
    ['of cdk8s-plus', (containers: OrderedContainerProps[]) => {
      const order = StartupOrder.of(new kplus.Pod(chart, 'web', { containers: containers.map(({ dependsOn, ...plain }) => plain) }));
      order.declare('app', { dependsOn: [Dependency.on('helper')] });
      return order;
    }],
  ])('a readiness probe takes precedence as the check of a container %s, and the plan names the probe', (_what, pod) => {
    const { dependencies } = pod([{ ...HELPER, readiness: kplus.Probe.fromHttpGet('/ready') }, { ...APP, dependsOn: [Dependency.on('helper')] }]).plan();
    expect(dependencies.map(d => d.check)).toEqual(['GET http://POD_IP:9000/ready, from its readiness probe']);
  });
});

describe('initContainers of cdk8s-plus', () => {
  const MIGRATE = { name: 'migrate', image: 'app:1', role: ContainerRole.INIT };

  test('initContainers come first, then containers with the role INIT', () => {
    new OrderedDeployment(chart, 'web', { initContainers: [{ name: 'chown', image: 'busybox' }], orderedContainers: [MIGRATE, APP] });
    expect(startOrder(workloadOf(chart))).toEqual(['chown', 'migrate', 'app']);
  });

  test('an init container that depends on a container with the role INIT comes after it', () => {
    const web = new OrderedDeployment(chart, 'web', { initContainers: [{ name: 'seed', image: 'seed:1' }], orderedContainers: [MIGRATE, APP] });
    web.startupOrder.declare('seed', { dependsOn: [Dependency.on('migrate')] });
    expect(startOrder(workloadOf(chart))).toEqual(['migrate', 'seed', 'app']);
  });
});

describe("what a user's subclass does", () => {
  /** As a company's base class may: every container brings a log shipper with it. */
  class WithShipper extends OrderedDeployment {
    public addContainer(props: kplus.ContainerProps): kplus.Container {
      if (this.containers.length === 0) { super.addContainer({ name: 'shipper', image: 'shipper:1' }); }
      return super.addContainer(props);
    }
  }

  test('a container that `addContainer` injects shifts no roles and no dependencies', () => {
    const props: OrderedDeploymentProps = { orderedContainers: ALL_ROLES, startupOrder: NATIVE };
    const web = new WithShipper(chart, 'web', props);
    expect(web.startupOrder.plan().containers.filter(c => !c.injected).map(c => [c.name, c.role])).toEqual([
      ['proxy', 'SIDECAR'], ['migrate', 'INIT'], ['shipper', 'APP'], ['cache', 'APP'], ['app', 'APP'],
    ]);
    expect(web.startupOrder.plan().dependencies.map(d => [d.dependent, d.dependency])).toEqual([
      ['migrate', 'proxy'], ['app', 'cache'], ['app', 'proxy'],
    ]);
  });
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

  test('exposeViaService', () => {
    web().exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });
    expect(only('Service').spec.ports).toEqual([{ port: 80, targetPort: 8080 }]);
    expect(only('Service').spec.selector).toEqual(only('Deployment').spec.selector.matchLabels);
    expect(startOrder(only('Deployment'))).toEqual(['cache', 'app']);
  });

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

  test('connections and isolate', () => {
    const deployment = web({ isolate: true });
    deployment.connections.allowTo(new OrderedPod(chart, 'db', { orderedContainers: [{ name: 'db', image: 'postgres:16', portNumber: 5432 }] }));
    expect(manifestsOf(chart).filter(m => m.kind === 'NetworkPolicy').map(m => m.spec.policyTypes)).toEqual([['Egress', 'Ingress'], ['Egress'], ['Ingress']]);
  });

  test('a container of addContainer takes part in the order by its name', () => {
    const deployment = web();
    deployment.addContainer({ name: 'plain', image: 'plain:1' });
    deployment.startupOrder.declare('plain', { dependsOn: [Dependency.on('cache')] });
    deployment.startupOrder.declare('cache', { dependsOn: [Dependency.on('first')] });
    deployment.attachContainer(new kplus.Container({ name: 'first', image: 'first:1', readiness: kplus.Probe.fromTcpSocket({ port: 1 }) }));
    expect(startOrder(only('Deployment'))).toEqual(['first', 'cache', 'app', 'plain']);
  });

  test('a Deployment of one container and no order stays as it is', () => {
    const deployment = new OrderedDeployment(chart, 'web', { orderedContainers: [APP] });
    expect(stderrOf(() => manifestsOf(chart))).toBe('');
    expect(deployment.startupOrder.explain()).toBe('shop/web: start order on Kubernetes 1.29 or newer, assumed\n  1. app: container\n'
      + '  no dependencies: the pod has one container\n');
  });

  test('a timeout and a URL are what the user wrote', () => {
    web({
      orderedContainers: [
        { ...APP, dependsOn: [Dependency.on('cache', { timeout: Duration.minutes(2) }), Dependency.onUrl('http://config.shop:8080/info')] }, CACHE,
      ],
    });
    const manifest = only('Deployment');
    expect(names(podSpecOf(manifest).initContainers)).toEqual(['wait-for-config']);
    expect(hookOf(containerOf(manifest, 'cache'))).toContain('--continue-after=120s');
  });
});

import { App, Chart, Cron, Testing, Yaml } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { manifestsOf, podSpecOf, stderrOf, testApp, workloadOf } from './manifests';
import {
  Dependency, OrderedContainerProps, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedJob, OrderedPod, OrderedStatefulSet, ReadyCheck,
  SidecarFirstDeployment, StartupOrder,
} from '../../src';
import { KUBERNETES_VERSION_ANNOTATION } from '../../src/api/private/annotations';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';

const CACHE: OrderedContainerProps = { name: 'cache', image: 'redis:7', resources: {} };
const LISTENS = { readyWhen: ReadyCheck.tcpSocket(6379) };
const APP: OrderedContainerProps = { name: 'app', image: 'app:1', resources: {}, command: ['/app'], portNumber: 8080 };
const ORDERED = [{ ...APP, dependsOn: [Dependency.on('cache')] }, { ...CACHE, ...LISTENS }];
/** 'web', with these containers in this order. */
type Build = (chart: Chart, containers: OrderedContainerProps[]) => unknown;

const DEPLOYMENT: Build = (chart, containers) => new OrderedDeployment(chart, 'web', { orderedContainers: containers });

test.each<[string, Build, (chart: Chart) => void]>([
  ...Object.entries<Build>({
    OrderedPod: (chart, containers) => new OrderedPod(chart, 'web', { orderedContainers: containers }),
    OrderedDeployment: DEPLOYMENT,
    OrderedStatefulSet: (chart, containers) => new OrderedStatefulSet(chart, 'web', { orderedContainers: containers }),
    OrderedDaemonSet: (chart, containers) => new OrderedDaemonSet(chart, 'web', { orderedContainers: containers }),
    OrderedJob: (chart, containers) => new OrderedJob(chart, 'web', { orderedContainers: containers }),
    OrderedCronJob: (chart, containers) => new OrderedCronJob(chart, 'web', { schedule: Cron.daily(), orderedContainers: containers }),
  }).map(([name, build]): [string, Build, (chart: Chart) => void] => [name, build, chart => { build(chart, ORDERED); }]),
  ['SidecarFirstDeployment', DEPLOYMENT, chart => { new SidecarFirstDeployment(chart, 'web', { sidecars: [{ ...CACHE, ...LISTENS }], orderedContainers: [APP] }); }],
  ['StartupOrder.of', DEPLOYMENT, chart => {
    const order = StartupOrder.of(new Deployment(chart, 'web', { containers: [APP, CACHE] }));
    order.declare('cache', LISTENS);
    order.declare('app', { dependsOn: [Dependency.on('cache')] });
  }],
])('the order of %s moves the cache, gives it two fields, and changes nothing else', (_name, plain, ordered) => {
  const [before, after] = [(chart: Chart) => { plain(chart, [APP, CACHE]); }, ordered].map(fill => {
    const chart = new Chart(testApp(), 'shop');
    fill(chart);
    const manifest = workloadOf(chart);
    return { manifest, pod: podSpecOf(manifest) };
  });
  const [app, cache] = before.pod.containers;
  before.pod.containers = [app];
  before.pod.initContainers = [{ ...cache, restartPolicy: 'Always', startupProbe: { failureThreshold: 2147483647, periodSeconds: 1, tcpSocket: { port: 6379 } } }];
  expect(after.manifest).toEqual(before.manifest);
});

describe('the app of README, with nothing stated', () => {
  const readyWhen = ReadyCheck.httpGet('/ready', { port: 9901 });
  const PROXY: OrderedContainerProps = { name: 'proxy', image: 'shop/proxy:2' };
  const WEB: OrderedContainerProps = { name: 'app', image: 'shop/app:7', command: ['/app'] };
  const containers = [{ ...WEB, dependsOn: [Dependency.on('proxy')] }, { ...PROXY, readyWhen }];
  const newChart = () => new Chart(new App(), 'web');
  const synth = (kubernetesVersion?: string) => {
    const chart = newChart();
    const { startupOrder } = new OrderedDeployment(chart, 'web', { orderedContainers: containers, startupOrder: { kubernetesVersion } });
    return { chart, startupOrder, objects: Testing.synth(chart) };
  };

  test('is one API object without the wait agent', () => {
    const { objects } = synth();
    expect(objects).toHaveLength(1);
    expect(JSON.stringify(objects)).not.toContain('startup-order');
  });

  test.each(Array.from({ length: NEWEST_MINOR - 28 }, (_, i) => `1.${29 + i}`))('has the same bytes on %s, except for the record of the stated version', version => {
    const [{ metadata, ...stated }] = synth(version).objects;
    const [{ metadata: unstatedMetadata, ...unstated }] = synth().objects;
    expect(JSON.stringify(stated)).toBe(JSON.stringify(unstated));
    expect(metadata).toEqual({ ...unstatedMetadata, annotations: { [KUBERNETES_VERSION_ANNOTATION]: version } });
  });

  test('has at most 10 lines more than without the order', () => {
    const plain = newChart();
    new Deployment(plain, 'web', { containers: [WEB, PROXY] });
    const countLines = (chart: Chart) => Yaml.stringify(...manifestsOf(chart)).split('\n').length;
    expect(countLines(synth().chart)).toBeLessThanOrEqual(countLines(plain) + 10);
  });

  test('is FAIL_CLOSED, with a plan of at most 12 lines and nothing on stderr', () => {
    const { startupOrder } = synth();
    expect(startupOrder.plan().dependencies).toMatchObject([{ mechanism: 'SIDECAR_PROBE', guarantee: 'FAIL_CLOSED' }]);
    expect(startupOrder.plan().warnings).toEqual([]);
    expect(startupOrder.explain().trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(startupOrder.explain()).toBe(`web/web: start order on Kubernetes 1.29 or newer, assumed
  1. proxy: native sidecar, moved from \`containers\`, since 'app' needs it (\`role: APP\` keeps it
     there)
  2. app: container
  app after proxy ready (GET http://POD_IP:9901/ready, from readyWhen): the startup probe of native
    sidecar proxy, FAIL_CLOSED, +1.3 s; except kubernetes#142305 on 1.35 to 1.37
  writes \`startupProbe\` of proxy
`);
    expect(stderrOf(() => synth())).toBe('');
  });
});

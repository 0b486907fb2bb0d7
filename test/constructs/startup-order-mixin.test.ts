import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus27 from 'cdk8s-plus-27';
import * as kplus33 from 'cdk8s-plus-33';
import { IConstruct } from 'constructs';
import { containerOf, hookOf, manifestsOf, startOrder, testApp } from './manifests';
import { ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderMixin, StartupOrderOptions } from '../../src';

let chart: Chart;

beforeEach(() => { chart = new Chart(testApp(), 'shop'); });

const CONTAINERS = [{ name: 'app', image: 'app:1' }, { name: 'cache', image: 'redis:7' }, { name: 'proxy', image: 'envoy:1' }];
const TEMPLATE = { spec: { containers: CONTAINERS } };

const PROPS: StartupOrderOptions = {
  kubernetesVersion: '1.35',
  containers: {
    app: { dependsOn: [Dependency.on('cache')] },
    cache: { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) },
    proxy: { readyWhen: ReadyCheck.tcpSocket(9901), role: ContainerRole.SIDECAR },
  },
  sidecars: ['proxy'],
};

function byHand(construct: IConstruct): StartupOrder {
  const order = StartupOrder.of(construct, { kubernetesVersion: '1.35' });
  order.declare('app', { dependsOn: [Dependency.on('cache')] });
  order.declare('cache', { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(6379) });
  order.declare('proxy', { readyWhen: ReadyCheck.tcpSocket(9901) });
  StartupOrder.of(construct, { sidecars: ['proxy'] });
  return order;
}

describe('a workload with the mixin', () => {
  test.each([['27', kplus27], ['33', kplus33]])('of cdk8s-plus-%s has the manifest of StartupOrder.of, and may have the mixin twice', (_version, kplus) => {
    const synth = (order: (web: kplus27.Deployment | kplus33.Deployment, shop: Chart) => unknown) => {
      const shop = new Chart(testApp(), 'shop');
      order(new kplus.Deployment(shop, 'web', { containers: CONTAINERS }), shop);
      return manifestsOf(shop);
    };
    const once = synth(web => web.with(new StartupOrderMixin(PROPS)));
    const twice = synth((_web, shop) => shop.with(new StartupOrderMixin(PROPS)).with(new StartupOrderMixin(PROPS)));
    expect(once.map(startOrder)).toEqual([['proxy', 'cache', 'app']]);
    expect(synth(byHand)).toEqual(once);
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
  });
});

describe('a chart with the mixin', () => {
  test('puts every workload in it in order, and nothing else', () => {
    const web = new kplus27.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'web:1', portNumber: 80 }, ...CONTAINERS] });
    web.exposeViaService({ ports: [{ port: 80 }] });
    new kplus33.DaemonSet(chart, 'agent', { containers: CONTAINERS });
    chart.with(new StartupOrderMixin(PROPS));
    const manifests = manifestsOf(chart);
    expect(manifests.map(m => m.kind)).toEqual(['Deployment', 'Service', 'DaemonSet']);
    for (const manifest of manifests.filter(m => m.kind !== 'Service')) {
      expect(startOrder(manifest).filter(n => n !== 'web')).toEqual(['proxy', 'cache', 'app']);
      expect(hookOf(containerOf(manifest, 'cache'))).toContain('--renew=cache:READY');
    }
  });

  test('puts every workload of a List in order', () => {
    const job = { apiVersion: 'batch/v1', kind: 'Job', spec: { template: TEMPLATE } };
    new ApiObject(chart, 'all', { apiVersion: 'v1', kind: 'List', items: [job, { apiVersion: 'v1', kind: 'Service' }, job] } as any);
    chart.with(new StartupOrderMixin(PROPS));
    const [{ items }] = manifestsOf(chart);
    expect([startOrder(items[0]), items[1], startOrder(items[2])]).toEqual([
      ['proxy', 'cache', 'app'], { apiVersion: 'v1', kind: 'Service' }, ['proxy', 'cache', 'app'],
    ]);
  });

  test('leaves a workload alone that is added later', () => {
    new kplus27.Deployment(chart, 'web', { containers: CONTAINERS });
    chart.with(new StartupOrderMixin(PROPS));
    new kplus27.Deployment(chart, 'later', { containers: CONTAINERS });
    expect(manifestsOf(chart).map(startOrder)).toEqual([['proxy', 'cache', 'app'], ['app', 'cache', 'proxy']]);
  });

  // Otherwise the Service would get an order, too, and synth would fail with SO607.
  test('orders custom resources with podSpecPath, and skips objects without a pod spec at that path', () => {
    new ApiObject(chart, 'svc', { apiVersion: 'v1', kind: 'Service', spec: {} });
    new ApiObject(chart, 'web', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', spec: { template: TEMPLATE } });
    chart.with(new StartupOrderMixin({ ...PROPS, podSpecPath: '/spec/template/spec' }));
    expect(startOrder(manifestsOf(chart)[1])).toEqual(['proxy', 'cache', 'app']);
  });
});

test.each([
  ...['v1 Pod', 'apps/v1 Deployment', 'apps/v1 StatefulSet', 'apps/v1 DaemonSet', 'apps/v1 ReplicaSet', 'batch/v1 Job', 'batch/v1 CronJob'].map(type => [type, true] as const),
  ...['v1 Service', 'batch.volcano.sh/v1alpha1 Job', 'serving.knative.dev/v1 Deployment', 'argoproj.io/v1alpha1 Rollout', 'apps/v1 Job', 'v1 List'].map(type => [type, false] as const),
])('the mixin supports %s: %s', (type, expected) => {
  const [apiVersion, kind] = type.split(' ');
  expect(new StartupOrderMixin(PROPS).supports(new ApiObject(chart, 'web', { apiVersion, kind, spec: { template: TEMPLATE } }))).toBe(expected);
});

test('the mixin supports no construct that only contains a workload: `with` visits the workload', () => {
  const web = new kplus27.Deployment(chart, 'web', { containers: CONTAINERS });
  expect([web, chart, App.of(chart), web.node.defaultChild!].map(c => new StartupOrderMixin(PROPS).supports(c))).toEqual([false, false, false, true]);
});

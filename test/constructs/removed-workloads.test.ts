import { Chart, Testing, YamlOutputType } from 'cdk8s';
import { errorOf, manifestsOf, stderrOf, testApp } from './manifests';
import { ContainerRole, Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';

const PROXY: OrderedContainerProps = { name: 'proxy', image: 'proxy:1', readyWhen: ReadyCheck.tcpSocket(9901) };
const ON_PROXY: OrderedContainerProps = { name: 'app', image: 'app:1', dependsOn: [Dependency.on('proxy')] };
const ON_DATABASE: OrderedContainerProps = { name: 'app', image: 'app:1', dependsOn: [Dependency.onTcp('postgres.data', 5432)] };

const add = (chart: Chart, id: string, ...orderedContainers: OrderedContainerProps[]): OrderedDeployment =>
  new OrderedDeployment(chart, id, { startupOrder: { architecture: 'amd64' }, orderedContainers });

/** A chart with the workload 'old', which is no longer in the tree. */
function chartWithout(...orderedContainers: OrderedContainerProps[]) {
  const chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
  const old = add(chart, 'old', ...orderedContainers);
  chart.node.tryRemoveChild('old');
  return { chart, old };
}

describe('a workload that the app has removed from its tree', () => {
  test('is in no plan of the app and in no policy, and its own plan can be read', () => {
    const { chart, old } = chartWithout(ON_PROXY, PROXY);
    new StartupOrderPolicy(chart, 'policy');
    expect(errorOf(() => manifestsOf(chart))).toMatch(/\[SO909\]$/);
    add(chart, 'web', ON_PROXY, PROXY);
    expect(StartupOrder.planAll(chart).map(p => p.path)).toEqual(['shop/web']);
    expect(old.startupOrder.plan().path).toBe('shop/old');
  });

  test('has no part in the errors of the others', () => {
    const { chart } = chartWithout({ ...ON_PROXY, dependsOn: [Dependency.on('missing')] });
    expect(StartupOrder.planAll(chart)).toEqual([]);
    add(chart, 'web', ON_PROXY);
    expect(errorOf(() => manifestsOf(chart))).toMatch(/^\[shop\/web\] container 'app' depends on 'proxy', which is not in this pod .*\[SO101\]$/);
  });

  test('does not suppress the line on stderr, and is not counted in it', () => {
    const { chart } = chartWithout({ ...ON_PROXY, role: ContainerRole.APP }, { ...PROXY, role: ContainerRole.APP });
    add(chart, 'web', ON_PROXY, { ...PROXY, role: ContainerRole.APP });
    expect(stderrOf(() => manifestsOf(chart))).toMatch(/^cdk8s-startup-order: 1 dependency holds only while nothing fails \(BEST_EFFORT\), first shop\/web: app -> proxy/);
  });

  test('is no workload that the others wait for, also if another one has its name and its labels', () => {
    const chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
    const web = add(chart, 'web', { name: 'web', image: 'web:1', portNumber: 80 });
    add(chart, 'api', { name: 'api', image: 'api:1', portNumber: 80, dependsOn: [Dependency.onService(web.exposeViaService())] });
    chart.node.tryRemoveChild('api');
    const api = add(chart, 'api', { name: 'api', image: 'api:1', portNumber: 80 });
    web.startupOrder.addDependency('web', Dependency.onService(api.exposeViaService()));
    expect(manifestsOf(chart)).not.toEqual([]);
    expect(StartupOrder.planAll(chart).map(p => p.path)).toEqual(['shop/api', 'shop/web']);
  });

  test.each(['FILE_PER_CHART', 'FOLDER_PER_CHART_FILE_PER_RESOURCE'] as const)('needs no ConfigMap, with %s', type => {
    const app = testApp({ yamlOutputType: YamlOutputType[type] });
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    add(chart, 'old', ON_DATABASE);
    chart.node.tryRemoveChild('old');
    add(chart, 'web', ON_PROXY, PROXY);
    app.synth();
    expect(Testing.synth(chart).map(m => m.kind)).toEqual(['Deployment']);
  });
});

// StartupOrder.of and StartupOrderMixin on existing workloads, also on a plain API object; a mixin of the user on a whole chart; the plans as data.
import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderMixin } from 'cdk8s-startup-order';
import { IConstruct, IMixin } from 'constructs';

/** The proxy of every Deployment is ready before its app. */
class ProxyFirst implements IMixin {
  public supports(construct: IConstruct): boolean {
    return ApiObject.isApiObject(construct) && construct.kind === 'Deployment';
  }

  public applyTo(construct: IConstruct): void {
    const order = StartupOrder.of(construct, { sidecars: ['proxy'] });
    order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) });
  }
}

const app = new App();
const chart = new Chart(app, 'shop');
const image = (name: string) => ({ name, image: `shop/${name}:7` });

new Deployment(chart, 'web', { containers: ['app', 'cache', 'proxy'].map(image) }).with(new StartupOrderMixin({
  kubernetesVersion: '1.33',
  containers: {
    app: { dependsOn: [Dependency.on('cache')] },
    cache: { readyWhen: ReadyCheck.tcpSocket(6379), role: ContainerRole.SIDECAR },
  },
}));
const worker = new Deployment(chart, 'worker', { containers: ['app', 'proxy'].map(image) });
StartupOrder.of(worker, { kubernetesVersion: '1.35', architecture: 'amd64' });
chart.with(new ProxyFirst());

const batch = new ApiObject(chart, 'batch', { apiVersion: 'v1', kind: 'Pod' });
batch.addJsonPatch(JsonPatch.add('/spec', { containers: ['batch', 'cache'].map(name => ({ image: `shop/${name}:7`, name })) }));
StartupOrder.of(batch, { kubernetesVersion: '1.35', architecture: 'amd64' }).declare('batch', { dependsOn: [Dependency.on('cache')] });
StartupOrder.of(batch).declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });

app.synth();

for (const plan of StartupOrder.planAll(app)) {
  for (const d of plan.dependencies) {
    console.log(`${plan.path}: ${d.dependent} needs ${d.dependency} ${d.condition}, ${d.mechanism}, ${d.guarantee}, ${d.timeout?.toSeconds() ?? 'no'} s`);
  }
}

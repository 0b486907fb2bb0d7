// StartupOrder.of on a workload of cdk8s-plus and on a plain API object; the plans as data.
import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { Dependency, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'shop');

const web = new Deployment(chart, 'web', { containers: [{ name: 'api', image: 'shop/api:7' }, { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0' }] });
const order = StartupOrder.of(web, { kubernetesVersion: '1.35', architecture: 'amd64', sidecars: ['proxy'] });
order.declare('proxy', { readyWhen: ReadyCheck.tcpSocket(9901) });

const batch = new ApiObject(chart, 'batch', { apiVersion: 'v1', kind: 'Pod' });
batch.addJsonPatch(JsonPatch.add('/spec', { containers: [{ image: 'shop/batch:7', name: 'batch' }, { image: 'redis:7', name: 'cache' }] }));
StartupOrder.of(batch, { kubernetesVersion: '1.35', architecture: 'amd64' }).declare('batch', { dependsOn: [Dependency.on('cache')] });
StartupOrder.of(batch).declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });

app.synth();

for (const plan of StartupOrder.planAll(app)) {
  for (const d of plan.dependencies) {
    console.log(`${plan.path}: ${d.dependent} needs ${d.dependency} ${d.condition}, ${d.mechanism}, ${d.guarantee}, ${d.timeout?.toSeconds() ?? 'no'} s`);
  }
}

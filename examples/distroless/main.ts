// The images contain no shell, and the command of the API comes from its image. The wait agent is a static binary in a volume, so it runs in every image.
import { App, Chart } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck, SidecarPreset } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'distroless');
const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];

new OrderedDeployment(chart, 'api', {
  metadata: { name: 'api' },
  startupOrder: { architecture: 'amd64' },
  containers: [
    { name: 'api', image: 'shop/api:7-distroless', volumeMounts, dependsOn: [Dependency.on('config'), Dependency.on('cloud-sql-proxy')], resources: {} },
    { name: 'config', image: 'shop/config-agent:2-distroless', volumeMounts, readyWhen: ReadyCheck.fileExists('/config/api.yaml'), resources: {} },
    { ...SidecarPreset.cloudSqlProxy('2.14.1', ['project:region:shop?port=5432']), resources: {} },
  ],
});

app.synth();

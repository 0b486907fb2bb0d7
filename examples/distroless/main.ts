// The images contain no shell, and the command of the API comes from its image. The wait agent is a static binary in a volume, so it runs in every image.
import { App, Chart, Duration } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'distroless');
const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];

new OrderedDeployment(chart, 'api', {
  metadata: { name: 'api' },
  startupOrder: { architecture: 'amd64' },
  orderedContainers: [
    { name: 'api', image: 'shop/api:7-distroless', volumeMounts, dependsOn: [Dependency.on('config'), Dependency.on('cloud-sql-proxy')], resources: {} },
    { name: 'config', image: 'shop/config-agent:2-distroless', volumeMounts, readyWhen: ReadyCheck.file('/config/api.yaml'), resources: {} },
    {
      name: 'cloud-sql-proxy',
      image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1',
      args: [
        '--health-check', '--http-address=0.0.0.0', '--exit-zero-on-sigterm', '--max-sigterm-delay=10s',
        'project:region:shop?port=5432',
      ],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
      stopsWithin: Duration.seconds(11),
      resources: {},
    },
  ],
});

app.synth();

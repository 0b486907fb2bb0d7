// A web app with three sidecars, and no command in the manifest: `startup-order.images.json` contains the commands of the images. So `web` has a gate, at each start
// and on every Kubernetes version. `cdk8s-startup-order images` writes the file.
import { App, Chart, Duration } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'image-commands');
const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.27', architecture: 'amd64' },
  orderedContainers: [
    {
      name: 'web',
      image: 'shop/web:7',
      volumeMounts,
      dependsOn: [Dependency.on('envoy'), Dependency.on('db-proxy'), Dependency.on('config-reloader')],
      expectedReadyIn: Duration.seconds(2),
      resources: {},
    },
    {
      name: 'envoy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
      expectedReadyIn: Duration.seconds(1),
      resources: {},
    },
    { name: 'db-proxy', image: 'shop/db-proxy:3', readyWhen: ReadyCheck.tcpSocket(5432), expectedReadyIn: Duration.seconds(3), resources: {} },
    {
      name: 'config-reloader',
      image: 'shop/config-reloader:2',
      volumeMounts,
      readyWhen: ReadyCheck.file('/config/app.yaml'),
      expectedReadyIn: Duration.seconds(2),
      resources: {},
    },
  ],
});

app.synth();

// Each night an export runs until it succeeds (OnFailure), on nodes without native sidecars. The proxy must be ready for every try, and must end
// after the successful try. The wait agent runs before both commands: the gate of the export waits for the proxy at each start, and
// records that the export has exited with code 0. Then the agent of the proxy terminates the proxy.
import { App, Chart, Cron, Duration } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedCronJob, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'cronjob-retry');

new OrderedCronJob(chart, 'export', {
  metadata: { name: 'export' },
  startupOrder: { kubernetesVersion: '1.27', architecture: 'amd64' },
  schedule: Cron.daily(),
  restartPolicy: RestartPolicy.ON_FAILURE,
  backoffLimit: 5,
  terminationGracePeriod: Duration.seconds(10),
  orderedContainers: [
    { name: 'export', image: 'shop/export:7', command: ['/export', '--night'], dependsOn: [Dependency.on('proxy')], resources: {} },
    {
      name: 'proxy',
      image: 'shop/db-proxy:3',
      command: ['/db-proxy', '--port=5432'],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.tcpSocket(5432),
      resources: {},
    },
  ],
});

app.synth();

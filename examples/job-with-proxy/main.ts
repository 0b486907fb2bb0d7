// A report runs once and ends, but its database proxy never ends. Without an order the report starts before the proxy listens, and the Job never completes.
// Here the proxy is a native sidecar: the report starts when the port of the proxy accepts connections, and the kubelet ends the proxy after the report.
import { App, Chart } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'job-with-proxy');

new OrderedJob(chart, 'report', {
  metadata: { name: 'report' },
  restartPolicy: RestartPolicy.NEVER,
  backoffLimit: 0,
  orderedContainers: [
    { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')], resources: {} },
    { name: 'proxy', image: 'shop/db-proxy:3', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432), resources: {} },
  ],
});

app.synth();

// A report in a mesh whose proxy is a regular container. The proxy would run forever after the report has exited, and the Job would never complete. The manifest contains the
// command of the report, so the wait agent before it asks the proxy to end.
// For an older cluster, with nodes of Kubernetes 1.28.
import { App, Chart } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { OrderedJob } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'job-in-mesh');

new OrderedJob(chart, 'report', {
  metadata: { name: 'report' },
  startupOrder: { kubernetesVersion: '1.28', architecture: 'amd64', mesh: { product: 'istio', version: '1.23' } },
  restartPolicy: RestartPolicy.NEVER,
  backoffLimit: 0,
  orderedContainers: [{ name: 'report', image: 'shop/report:7', command: ['/report', '--night'], resources: {} }],
});

app.synth();

// A report in a mesh whose proxy is a regular container: nobody ends that when the report has ended, and the Job goes on for ever. Its command stands here, so the wait agent in
// front of it asks the proxy to end.
// For nodes of Kubernetes 1.28, on purpose: an older cluster.
import { App, Chart } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { MeshProfile, OrderedJob } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'job-in-mesh');

new OrderedJob(chart, 'report', {
  metadata: { name: 'report' },
  startupOrder: { kubernetesVersion: '1.28', architecture: 'amd64', mesh: MeshProfile.istio({ version: '1.23' }) },
  restartPolicy: RestartPolicy.NEVER,
  backoffLimit: 0,
  containers: [{ name: 'report', image: 'shop/report:7', command: ['/report', '--night'], resources: {} }],
});

app.synth();

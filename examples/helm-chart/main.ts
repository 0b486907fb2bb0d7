// Orders a chart without a fork. `helm template shop chart >rendered.yaml` has rendered it, and one call on its Deployment starts the proxy first. The Service and the test Pod
// of the chart do not change.
import { join } from 'path';
import { App, Chart, Include } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'helm-chart');

const rendered = new Include(chart, 'shop', { url: join(__dirname, 'rendered.yaml') });
const deployment = rendered.apiObjects.find(object => object.kind === 'Deployment' && object.name === 'shop')!;
StartupOrder.of(deployment, { kubernetesVersion: '1.33', architecture: 'amd64', sidecars: ['proxy'] });

app.synth();

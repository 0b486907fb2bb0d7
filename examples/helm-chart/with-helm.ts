// The same in one step, where helm is installed: cdk8s calls `helm template`. Without its tests the chart has one workload, so that the whole can be passed.
import { join } from 'path';
import { App, Chart, Helm } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'helm-chart');

const shop = new Helm(chart, 'shop', { chart: join(__dirname, 'chart'), releaseName: 'shop', helmFlags: ['--skip-tests'] });
StartupOrder.of(shop, { kubernetesVersion: '1.33', architecture: 'amd64' }).sidecarsFirst('proxy');

app.synth();

// The same in one step: cdk8s runs `helm template`. Without its tests the chart has one workload, so the program can pass the whole chart.
import { join } from 'path';
import { App, Chart, Helm } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'helm-chart');

const shop = new Helm(chart, 'shop', { chart: join(__dirname, 'chart'), releaseName: 'shop', helmFlags: ['--skip-tests'] });
StartupOrder.of(shop, { kubernetesVersion: '1.33', architecture: 'amd64', sidecars: ['proxy'] });

app.synth();

// Two containers of one name are an error as soon as the workload is constructed.
import { App, Chart } from 'cdk8s';
import { OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'shop');

new OrderedDeployment(chart, 'web', { orderedContainers: [{ image: 'shop/api:7' }, { image: 'envoyproxy/envoy:v1.31.0' }] });

app.synth();

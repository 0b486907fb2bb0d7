// The hook runs the blocking command of the proxy: nothing is injected.
import { App, Chart } from 'cdk8s';
import { Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'c3-pilot-agent');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'sidecar-starts-first' },
  startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
  orderedContainers: [
    { name: 'application', image: 'shop/app:7', dependsOn: [Dependency.on('istio-proxy')], resources: {} },
    {
      name: 'istio-proxy',
      image: 'istio/proxyv2:1.24.0',
      securityContext: { user: 1337 },
      readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']),
      resources: {},
    },
  ],
});

app.synth();

// What a shop needs from others before it starts: a certificate that cert-manager issues, two caches, and a licence server that wants a token and has a certificate of the house. The waits run
// in init containers; their account may read that one certificate and list pods, and its token is mounted in them alone. The token for the licence server is in no manifest and in no argument.
import { App, Chart, Duration } from 'cdk8s';
import { ConfigMap, EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'external-waits', { namespace: 'shop', disableResourceNameHashes: true });
const licence = Secret.fromSecretName(chart, 'licence', 'licence');

new OrderedDeployment(chart, 'shop', {
  startupOrder: { kubernetesVersion: '1.35', architecture: 'amd64' },
  containers: [{
    name: 'shop',
    image: 'shop/web:7',
    resources: {},
    dependsOn: [
      Dependency.onResource('certificates.cert-manager.io/shop-tls', { condition: 'Ready', timeout: Duration.minutes(3) }),
      Dependency.onPods({ 'app.kubernetes.io/name': 'cache' }, { count: 2, timeout: Duration.minutes(3) }),
      Dependency.onUrl('https://licence.internal/v1/ready', {
        headers: { Authorization: 'Bearer $(LICENCE_TOKEN)' },
        env: { LICENCE_TOKEN: EnvValue.fromSecretValue({ secret: licence, key: 'token' }) },
        authorities: ConfigMap.fromConfigMapName(chart, 'authorities', 'house-authorities'),
        contains: '"status":"ready"',
        timeout: Duration.minutes(3),
      }),
    ],
  }],
});

app.synth();

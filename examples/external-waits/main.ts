// A shop that waits for a certificate from cert-manager, two caches, and a licence server with a token and a certificate of a private authority. The waits run
// in init containers. Their ServiceAccount can read that certificate and list pods, and only they mount its token. No manifest and no argument contains the token for the licence server.
import { App, Chart, Duration } from 'cdk8s';
import { ConfigMap, EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'external-waits', { namespace: 'shop', disableResourceNameHashes: true });
const licence = Secret.fromSecretName(chart, 'licence', 'licence');

new OrderedDeployment(chart, 'shop', {
  startupOrder: { architecture: 'amd64', createServiceAccount: true },
  orderedContainers: [{
    name: 'shop',
    image: 'shop/web:7',
    resources: {},
    dependsOn: [
      Dependency.onResource('certificates.cert-manager.io/shop-tls', { condition: 'Ready', timeout: Duration.minutes(3) }),
      Dependency.onResource('pods', { labels: { 'app.kubernetes.io/name': 'cache' }, count: 2, timeout: Duration.minutes(3) }),
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

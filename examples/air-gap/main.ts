// A cluster that can reach only one registry, which mirrors other images. The wait agent needs no image. `agent.registry` is the prefix of
// the images for some checks, such as kubectl.
import { App, Chart, Duration } from 'cdk8s';
import { ImagePullPolicy, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, Protocol, ReadyCheck, StartupOrderOptions } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'air-gap', { namespace: 'shop' });
const imagePullPolicy = ImagePullPolicy.IF_NOT_PRESENT;

// The same for all workloads.
const startupOrder: StartupOrderOptions = { architecture: 'amd64', createServiceAccount: true, agent: { registry: 'registry.example.com/mirror' } };

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder,
  dockerRegistryAuth: Secret.fromSecretName(chart, 'registry', 'registry-credentials'),
  orderedContainers: [
    {
      name: 'web',
      image: 'registry.example.com/shop/web:7',
      imagePullPolicy,
      command: ['/web'],
      dependsOn: [
        Dependency.on('cache'),
        Dependency.onServer(Protocol.POSTGRESQL, 'postgres.data', { timeout: Duration.minutes(4) }),
        Dependency.onResource('certificates.cert-manager.io/shop-tls', { condition: 'Ready', timeout: Duration.minutes(4) }),
      ],
      resources: {},
    },
    { name: 'cache', image: 'registry.example.com/mirror/redis:7', imagePullPolicy, securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();

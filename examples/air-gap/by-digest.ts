// With a digest, a changed tag has no effect. The program specifies complete image references, and omits `agent.registry`.
import { App, Chart, Duration } from 'cdk8s';
import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const CURL = 'registry.example.com/mirror/curlimages/curl:8.11.1@sha256:1111111111111111111111111111111111111111111111111111111111111111';
const REDIS = 'registry.example.com/mirror/redis:7-alpine@sha256:2222222222222222222222222222222222222222222222222222222222222222';

const app = new App();
const chart = new Chart(app, 'by-digest');
const imagePullPolicy = ImagePullPolicy.IF_NOT_PRESENT;

new OrderedDeployment(chart, 'web', {
  startupOrder: { architecture: 'amd64' },
  orderedContainers: [
    {
      name: 'web',
      image: 'registry.example.com/shop/web:7',
      imagePullPolicy,
      command: ['/web'],
      dependsOn: [Dependency.on('cache'), Dependency.onUrl('https://sessions.data/ready', { image: CURL, timeout: Duration.minutes(5) })],
      resources: {},
    },
    { name: 'cache', image: REDIS, imagePullPolicy, securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();

// By digest a tag that is moved changes nothing. Each image is then named as a whole, and `agent.registry` is left out.
import { App, Chart, Duration } from 'cdk8s';
import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Database, Dependency, OrderedDeployment, ReadyCheck, StartupOrderOptions } from 'cdk8s-startup-order';

const BUSYBOX = 'registry.example.com/mirror/busybox:1.37.0-musl@sha256:1111111111111111111111111111111111111111111111111111111111111111';
const REDIS = 'registry.example.com/mirror/redis:7-alpine@sha256:2222222222222222222222222222222222222222222222222222222222222222';

const app = new App();
const chart = new Chart(app, 'by-digest');
const imagePullPolicy = ImagePullPolicy.IF_NOT_PRESENT;
const startupOrder: StartupOrderOptions = { kubernetesVersion: '1.35', agent: { image: BUSYBOX } };

new OrderedDeployment(chart, 'web', {
  startupOrder,
  containers: [
    {
      name: 'web',
      image: 'registry.example.com/shop/web:7',
      imagePullPolicy,
      command: ['/web'],
      dependsOn: [Dependency.on('cache'), Dependency.onDatabase(Database.redis('sessions.data'), { image: REDIS, timeout: Duration.minutes(5) })],
      resources: {},
    },
    { name: 'cache', image: REDIS, imagePullPolicy, securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();

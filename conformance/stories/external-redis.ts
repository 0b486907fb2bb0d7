import { EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { hasNoSecret, PASSWORD, pod, secret } from './apps/outside';
import { happens, says, startsAfter, Story } from '../runner/story';

/** A server that loads 5000 changes, 1 ms each. Meanwhile it accepts connections and answers with LOADING. */
const LOADING = `i=0
while [ $i -lt 5000 ]; do printf '*3\\r\\n$3\\r\\nSET\\r\\n$1\\r\\na\\r\\n$1\\r\\nb\\r\\n'; i=$((i + 1)); done >appendonly.aof
exec redis-server --appendonly yes --key-load-delay 1000 --save '' --requirepass "$PASSWORD"`;

const story: Story = {
  about: 'The app starts after a Redis with a password answers PING, not while it loads its data. No spec contains the password.',
  objects: chart => {
    secret(chart, 'cache', { password: PASSWORD });
    pod(chart, 'cache', {
      containers: [{
        name: 'cache',
        image: 'redis:7-alpine',
        command: ['sh', '-c', LOADING],
        env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'cache', key: 'password' } } }],
      }],
    });
  },
  app: (chart, { kubernetesVersion, hosts }) => {
    const password = EnvValue.fromSecretValue({ secret: Secret.fromSecretName(chart, 'credentials', 'cache'), key: 'password' });
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [{
        name: 'app',
        image: 'shop/app:7',
        dependsOn: [Dependency.onRedis(hosts.cache, { name: 'cache', env: { REDISCLI_AUTH: password } })],
      }],
    });
  },
  images: ['redis:7-alpine'],
  pods: 2,
  containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.cache}:6379` } }),
  expect: [
    happens(says('wait-for-cache', /^startup-order: .*LOADING/)),
    startsAfter('app', says('cache', /Ready to accept connections/), { withinMs: 5000 }),
    hasNoSecret('wait-for-cache', PASSWORD),
  ],
};
export default story;

import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { created, neverStarts, running, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A name in /etc/hosts resolves, and the app starts. An unknown name delays it.',
  app: (chart, { kubernetesVersion }) => {
    for (const [id, host] of [['app', 'db.house'], ['lost', 'nobody.house']]) {
      new OrderedPod(chart, id, {
        startupOrder: { kubernetesVersion },
        hostAliases: [{ ip: '10.9.8.7', hostnames: ['db.house'] }],
        containers: [{ name: id, image: 'shop/app:7', dependsOn: [Dependency.onDns(host)] }],
      });
    }
  },
  pods: 2,
  containers: { app: {}, lost: {} },
  expect: [startsAfter('app', created(), { withinMs: 10_000 }), neverStarts('lost', { after: running('wait-for-nobody'), forMs: 8000 })],
};
export default story;

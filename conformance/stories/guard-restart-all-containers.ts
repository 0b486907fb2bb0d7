import { ApiObject } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { NEEDS_CACHE } from './apps/guarded';
import { before, exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: after a restart of all containers in place the old mark opens no guard, and all containers start again in order.',
  app: (chart, { kubernetesVersion }) => {
    // KEP-5532. Not by a JSON patch: cdk8s-plus-27 drops unknown fields of a container.
    const restartAll = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }] };
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { containers: [{ name: 'app', image: 'shop/app:7', ...restartAll }, { name: 'cache', image: 'shop/cache:2' }] },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion });
    order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
    order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
  },
  containers: { app: { ...NEEDS_CACHE, crashAt: '1s', crashTimes: 1 }, cache: { http: '8080/ready@3s' } },
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
    follows(start('cache', 2), exit('app')),
    follows(start('app', 2), ready('cache', 2), { withinMs: 2000 }),
  ],
  doesNotApply: before(36, 'RestartAllContainers is off by default'),
};
export default story;

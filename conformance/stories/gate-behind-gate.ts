import { ApiObject, Duration } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a container in a gate is STARTED, and its delay begins, only after its gate has opened.',
  app: (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        terminationGracePeriodSeconds: 2,
        containers: ['app', 'late', 'agent', 'cache'].map(name => ({ name, image: `shop/${name}:7`, command: [`/${name}`] })),
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion, mechanism: Mechanism.ENTRYPOINT_GATE });
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('agent', { readyWhen: ReadyCheck.delay(Duration.seconds(3)), dependsOn: [Dependency.on('cache')] });
    order.declare('app', { dependsOn: [Dependency.on('agent', { condition: StartCondition.STARTED })] });
    order.declare('late', { dependsOn: [Dependency.on('agent')] });
  },
  containers: { app: {}, late: {}, agent: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@5s' } },
  expect: [
    startsAfter('agent', ready('cache'), { withinMs: 1500 }),
    // The agent writes the mark of its gate before it executes the command, so a dependent can start some milliseconds earlier.
    follows(start('app'), start('agent'), { atLeastMs: -500 }),
    follows(start('late'), start('agent'), { atLeastMs: 2900 }),
  ],
};
export default story;

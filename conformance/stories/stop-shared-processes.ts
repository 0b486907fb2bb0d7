import { ApiObject } from 'cdk8s';
import { ContainerRole, Dependency, Guarantee, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { CHAIN, stopping, stopsInReverse } from './apps/stopping';
import { Story } from '../runner/story';

const story: Story = {
  ...stopsInReverse('LIFE_LOCK: containers that share their processes stop in reverse, also if one leaves a child process.', { needs: CHAIN }),
  app: (chart, { kubernetesVersion }) => {
    const names = Object.keys(CHAIN);
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: { shareProcessNamespace: true, containers: names.map(name => ({ name, image: `shop/${name}:7`, command: ['/app'] })) },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion, orderedShutdown: true });
    names.forEach((name, i) => {
      order.declare(name, { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(8001 + i) });
      order.declare(name, { dependsOn: CHAIN[name].map(n => Dependency.on(n, { guarantee: Guarantee.BEST_EFFORT })) });
    });
  },
  containers: stopping(CHAIN, { app: { fork: true } }),
};
export default story;

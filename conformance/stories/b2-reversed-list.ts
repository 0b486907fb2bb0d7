import { Duration } from 'cdk8s';
import { Handler, Probe } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { hookEnd, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The reversed list keeps the declared order.',
  app: (chart, { kubernetesVersion }) => {
    const container1 = {
      name: 'container1',
      image: 'busybox:1.37',
      lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=container1', '-lasts=3s']) },
      readiness: Probe.fromCommand(['test-app', 'check', 'tcp:127.0.0.1:8080'], { periodSeconds: Duration.seconds(5) }),
      liveness: Probe.fromCommand(['test-app', 'check', 'tcp:127.0.0.1:8080'], { periodSeconds: Duration.seconds(5) }),
    };
    const container2 = { name: 'container2', image: 'busybox:1.37', dependsOn: [Dependency.on('container1')] };
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, containers: [container2, container1] });
  },
  containers: { container1: { tcp: '8080@4s' }, container2: { needs: 'tcp:127.0.0.1:8080' } },
  expect: [
    startsAfter('container2', hookEnd('container1')),
    startsAfter('container2', ready('container1'), { withinMs: 4000 }),
  ],
};
export default story;

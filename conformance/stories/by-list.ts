import { Duration } from 'cdk8s';
import { Handler, Pod, Probe } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { crashesFirst, hookEnd, ready, startsAfter, startsBefore, Story } from '../runner/story';

/** Order by list position: the declared order of a list, and its limits by hand. */
export const stories: Readonly<Record<string, Story>> = {
  'b2-reversed-list': {
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
      new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion }, orderedContainers: [container2, container1] });
    },
    containers: { container1: { tcp: '8080@4s' }, container2: { needs: 'tcp:127.0.0.1:8080' } },
    expect: [
      startsAfter('container2', hookEnd('container1')),
      startsAfter('container2', ready('container1'), { withinMs: 4000 }),
    ],
  },
  'b2-reversed-list-by-hand': {
    about: 'DISORDER: a hook delays only the containers after its own container in the list.',
    app: chart => {
      new Pod(chart, 'pod', {
        containers: [
          { name: 'container2', image: 'busybox:1.37' },
          {
            name: 'container1',
            image: 'busybox:1.37',
            lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=container1', '-lasts=3s']) },
          },
        ],
      });
    },
    containers: { container1: { tcp: '8080@2s' }, container2: { needs: 'tcp:127.0.0.1:8080' } },
    expect: [startsBefore('container2', hookEnd('container1')), crashesFirst('container2')],
  },
};

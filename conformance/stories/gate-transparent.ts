import { ApiObject } from 'cdk8s';
import { Dependency, Guarantee, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { ended, happens, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a terminal, stdin, a working directory, no PATH, a read-only disk, another user, no capabilities: the app runs as without a gate, and the kubelet sees its exit code.',
  app: (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 2,
        containers: [
          {
            name: 'app',
            image: 'shop/app:7',
            command: ['/app'],
            args: ['$(NAME)', '$$'],
            env: [{ name: 'PATH', value: '' }, { name: 'NAME', value: 'shop' }],
            workingDir: '/proc',
            tty: true,
            stdin: true,
            securityContext: { readOnlyRootFilesystem: true, runAsNonRoot: true, runAsUser: 12345, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          },
          { name: 'cache', image: 'redis:7' },
        ],
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion });
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('app', { dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] });
  },
  containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:6379', exitAt: '500ms', exitCode: 7 }, cache: { tcp: `6379@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(ended('app', 7))],
};
export default story;

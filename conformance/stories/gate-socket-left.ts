import { Volume } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { exit, follows, kill, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: the socket that a crashed container leaves in a volume opens no gate; the app starts again when a process listens.',
  app: (chart, { kubernetesVersion }) => {
    const volumeMounts = [{ path: '/run/db', volume: Volume.fromEmptyDir(chart, 'socket', 'socket') }];
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, guarantee: Guarantee.EVERY_START },
      orderedContainers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], volumeMounts, dependsOn: [Dependency.on('proxy')] },
        { name: 'proxy', image: 'shop/db-proxy:3', volumeMounts, readyWhen: ReadyCheck.unixSocket('/run/db/socket') },
      ],
    });
  },
  containers: { app: { needs: 'unix:/run/db/socket' }, proxy: { unix: '/run/db/socket@2s', crashAt: '5s', crashTimes: 2 } },
  faults: [kill('app', { at: exit('proxy', 2), afterMs: 1000 })],
  expect: [startsAfter('app', ready('proxy')), follows(start('app', 2), ready('proxy', 3), { withinMs: 1500 })],
};
export default story;

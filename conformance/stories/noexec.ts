import { ApiObject } from 'cdk8s';
import { follows, Story, start, says } from '../runner/story';

/** A command that copies a program to a volume and prints whether the kernel executes it there. */
const tries = (volume: string) => ({
  name: `on-${volume}`,
  image: 'busybox:1.37.0',
  command: ['sh', '-c', `cp /bin/busybox /${volume}/sh; /${volume}/sh -c 'echo "${volume}: executed"' 2>/dev/null || echo '${volume}: refused'`],
  volumeMounts: [{ name: volume, mountPath: `/${volume}` }],
});

const story: Story = {
  about: 'The disk of the node is mounted noexec: the kernel executes no file in an emptyDir on the disk, but files in an emptyDir in memory. All stories run on such a node.',
  app: chart => {
    new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        terminationGracePeriodSeconds: 1,
        volumes: [{ name: 'disk', emptyDir: {} }, { name: 'memory', emptyDir: { medium: 'Memory' } }],
        initContainers: [tries('disk'), tries('memory')],
        containers: [{ name: 'app', image: 'shop/app:7' }],
      },
    });
  },
  containers: { app: {} },
  expect: [follows(start('app'), says('on-disk', 'disk: refused')), follows(start('app'), says('on-memory', 'memory: executed'))],
  needsOwnNode: 'how the disks of others are mounted is not ours',
};
export default story;

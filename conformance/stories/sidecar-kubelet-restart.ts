import { NEEDS_PROXY, proxied } from './apps/proxied';
import { injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A restart of the kubelet while the app waits does not open a native sidecar.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@8s' } },
  faults: [restartKubelet({ at: start('proxy'), afterMs: 1000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
};
export default story;

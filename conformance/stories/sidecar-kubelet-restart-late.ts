import { NEEDS_PROXY, proxied } from './apps/proxied';
import { injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A restart of the kubelet does not open a native sidecar that has run for a while: true before 1.35.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@20s' } },
  faults: [restartKubelet({ at: start('proxy'), afterMs: 13_000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
  doesNotApply: minor => minor >= 35 ? `Kubernetes 1.${minor}: the kubelet opens it, see sidecar-kubelet-restart-opens` : proxied.doesNotApply!(minor),
};
export default story;

import { gated, NEEDS_CACHE } from './apps/gated';
import { injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a restart of the kubelet while the gate waits, however late, opens nothing.',
  app: gated(),
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@20s' } },
  faults: [restartKubelet({ at: start('cache'), afterMs: 13_000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
  ],
};
export default story;

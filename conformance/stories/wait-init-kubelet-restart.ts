import { configured, NEEDS_CONFIG } from './apps/configured';
import { injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A restart of the kubelet while an init container waits for a native sidecar opens nothing.',
  ...configured(),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@8s' } },
  faults: [restartKubelet({ at: start('config'), afterMs: 3000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('config'), { withinMs: 4000 }),
  ],
};
export default story;

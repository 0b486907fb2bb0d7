import { configured, NEEDS_CONFIG } from './apps/configured';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A native sidecar that crashes before it has made its file is restarted, and the init container goes on waiting.',
  ...configured(),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('config', 2), exit('config')),
    startsAfter('app', ready('config'), { withinMs: 3000 }),
  ],
};
export default story;

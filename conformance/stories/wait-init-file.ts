import { configured, NEEDS_CONFIG } from './apps/configured';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'An init container delays the app until a native sidecar has created its file.',
  ...configured(),
  containers: ({ delay }) => ({ app: NEEDS_CONFIG, config: { file: `/config/app.yaml@${delay}` } }),
  expect: [startsAfter('app', ready('config'), { withinMs: 3000 })],
};
export default story;

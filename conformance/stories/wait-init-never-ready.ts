import { configured, NEEDS_CONFIG } from './apps/configured';
import { neverStarts, start, Story } from '../runner/story';

const story: Story = {
  about: 'Behind a native sidecar that never makes its file the app never starts.',
  ...configured(),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@600s' } },
  expect: [neverStarts('app', { after: start('config'), forMs: 10_000 })],
};
export default story;

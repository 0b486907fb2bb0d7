import { gated, NEEDS_CACHE } from './apps/gated';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: the app starts when its cache is ready.',
  app: gated(),
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
};
export default story;

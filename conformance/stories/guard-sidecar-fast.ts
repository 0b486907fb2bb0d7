import { guardedSidecar, NEEDS_CACHE } from './apps/guarded';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK on a native sidecar: the app starts soon after it is ready.',
  ...guardedSidecar,
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 2000 })],
};
export default story;

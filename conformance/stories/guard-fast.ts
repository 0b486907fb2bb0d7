import { guarded, NEEDS_CACHE } from './apps/guarded';
import { never, ready, start, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: the app starts soon after its dependency is ready, and nobody sees it wait with an error.',
  ...guarded,
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
    never(waiting('app', 'CreateContainerConfigError'), { after: start('cache'), forMs: 5000 }),
  ],
};
export default story;

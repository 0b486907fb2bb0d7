import { guarded, NEEDS_CACHE } from './apps/guarded';
import { follows, ready, start, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: a dependency that is slower than the hook is waited for, and its probe opens soon after it is ready.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
  expect: [
    follows(waiting('app', 'CreateContainerConfigError'), start('cache'), { withinMs: 13_000 }),
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
  ],
};
export default story;

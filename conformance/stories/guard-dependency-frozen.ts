import { guarded, NEEDS_CACHE } from './apps/guarded';
import { freeze, injected, start, startsAfter, Story, thaw } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: if a dependency hangs longer than the timeout of the hook, the app starts only after the dependency continues.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s' } },
  faults: [freeze('cache', { at: start('cache') }), thaw('cache', { at: start('cache'), afterMs: 14_000 })],
  expect: [startsAfter('app', injected('thaw cache'), { withinMs: 4000 })],
};
export default story;

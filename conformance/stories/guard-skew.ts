import { guarded, NEEDS_CACHE } from './apps/guarded';
import { crashesFirst, ready, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: planned for the API server, a guard is ignored by an older kubelet: behind the budget of the hook the app starts.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
  expect: [startsBefore('app', ready('cache')), crashesFirst('app')],
  kubelet: 33,
};
export default story;

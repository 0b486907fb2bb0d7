import { guarded, NEEDS_CACHE } from './apps/guarded';
import { crashesFirst, ready, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: an older kubelet ignores a guard that was planned for the API server: the app starts after the timeout of the hook.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
  expect: [startsBefore('app', ready('cache')), crashesFirst('app')],
  kubelet: 33,
};
export default story;

import { addComposed } from './apps/ordered-by-command';
import { KUBECTL } from './apps/outside';
import { completes, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'service_completed_successfully: Pods that kompose made of services start one after the other, each after the end of the previous one.',
  beside: ({ delay }) => ({ database: { tcp: `9000@${parseInt(delay, 10) + 4000}ms` } }),
  app: (chart, { hosts }) => { addComposed(chart, 'kompose/pipeline', { warehouse: hosts.database }); },
  images: [KUBECTL],
  containers: ({ delay }) => ({ fetch: { exitAt: delay }, clean: { exitAt: '200ms' }, load: { exitAt: '200ms' }, dashboard: {}, warehouse: {} }),
  pods: 5,
  expect: [
    startsAfter('clean', completes('fetch')),
    startsAfter('load', completes('clean')),
    startsAfter('load', ready('database')),
    startsAfter('dashboard', completes('load')),
  ],
};
export default story;

import { addComposed } from './apps/ordered-by-command';
import { KUBECTL } from './apps/outside';
import { completes, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'Pods that kompose made of services start after the Services of their dependencies accept connections (service_healthy), '
    + 'and after the end of a Pod (service_completed_successfully).',
  beside: ({ delay }) => ({ 'ready-db': { tcp: `5432@${delay}` }, 'ready-api': { tcp: `3000@${delay}` } }),
  app: (chart, { kubernetesVersion, hosts }) => { addComposed(chart, kubernetesVersion, 'shop', { db: hosts['ready-db'], api: hosts['ready-api'] }); },
  images: [KUBECTL],
  containers: { api: {}, cache: {}, db: {}, migrate: { exitAt: '300ms' }, web: {} },
  pods: 5,
  expect: [
    startsAfter('migrate', ready('ready-db'), { withinMs: 4000 }),
    startsAfter('api', ready('ready-db')),
    startsAfter('api', completes('migrate')),
    startsAfter('web', ready('ready-api'), { withinMs: 4000 }),
  ],
};
export default story;

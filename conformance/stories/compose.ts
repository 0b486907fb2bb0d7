import { completes, ready, startsAfter, Story } from '../runner/story';
import { addComposed } from './apps/ordered-by-command';
import { KUBECTL } from './apps/outside';

/** Pods that kompose made. */
export const stories: Readonly<Record<string, Story>> = {
  'compose-services': {
    about: 'Pods that kompose made of services start after the server of their dependency answers, or its Service accepts connections (service_healthy), '
      + 'and after the end of a Pod (service_completed_successfully).',
    beside: ({ delay }) => ({ 'ready-db': { postgresql: `5432@${delay}` }, 'ready-api': { tcp: `3000@${delay}` } }),
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
  },
  'compose-shared-pod': {
    about: 'Services that kompose put into one pod start in the order of the compose file.',
    app: (chart, { kubernetesVersion }) => { addComposed(chart, kubernetesVersion, 'group'); },
    containers: ({ delay }) => ({
      'web-app': { needs: 'http:http://127.0.0.1:9901/ready' }, 'proxy': { http: `9901/ready@${delay}` }, 'cache': {}, 'setup': { exitAt: '300ms' },
    }),
    expect: [startsAfter('web-app', ready('proxy'), { withinMs: 4000 }), startsAfter('web-app', completes('setup'))],
  },
};

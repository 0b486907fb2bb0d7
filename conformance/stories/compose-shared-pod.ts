import { addComposed } from './apps/ordered-by-command';
import { completes, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'Services that kompose put into one pod start in the order of the compose file.',
  app: (chart, { kubernetesVersion }) => { addComposed(chart, kubernetesVersion, 'group'); },
  containers: ({ delay }) => ({
    'web-app': { needs: 'http:http://127.0.0.1:9901/ready' }, 'proxy': { http: `9901/ready@${delay}` }, 'cache': {}, 'setup': { exitAt: '300ms' },
  }),
  expect: [startsAfter('web-app', ready('proxy'), { withinMs: 4000 }), startsAfter('web-app', completes('setup'))],
};
export default story;

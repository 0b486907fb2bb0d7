import { addComposed } from './apps/ordered-by-command';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'service_healthy: a Deployment that Compose Bridge made of a service starts after the Services of its dependencies accept connections.',
  beside: ({ delay }) => ({ 'ready-proxy': { tcp: `9901@${delay}` }, 'ready-metrics': { tcp: '9090@100ms' } }),
  app: (chart, { hosts }) => { addComposed(chart, 'bridge/optional', { proxy: hosts['ready-proxy'], metrics: hosts['ready-metrics'] }); },
  containers: { app: {}, proxy: {}, metrics: {} },
  pods: 3,
  expect: [startsAfter('app', ready('ready-proxy'), { withinMs: 4000 }), startsAfter('app', ready('ready-metrics'))],
};
export default story;

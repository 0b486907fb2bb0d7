import { AgentDelivery } from 'cdk8s-startup-order';
import { guarded, guardedPod, NEEDS_CACHE } from './apps/guarded';
import { exit, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

const LOSS = injected('kill the sandbox of cache');

const story: Story = {
  about: 'GUARDED_HOOK, an init container copies the agent: it empties the marker, so a dependency in crash back-off holds its dependent in a new sandbox.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { agent: { delivery: AgentDelivery.COPY } }); },
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@1s', crashAt: '5s', crashTimes: 2 } },
  faults: [killSandbox('cache', { at: exit('cache', 2), afterMs: 1500 })],
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 4000 }),
    follows(start('cache', 3), LOSS),
    follows(start('app', 2), ready('cache', 3), { withinMs: 15_000 }),
  ],
};
export default story;

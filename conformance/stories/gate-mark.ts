import { Mechanism } from 'cdk8s-startup-order';
import { COMMAND, gated, NEEDS_CACHE } from './apps/gated';
import { happens, podReady, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE, and only the dependency can make the check: the app starts when an agent there has marked that it is ready.',
  app: gated({ mechanism: Mechanism.ENTRYPOINT_GATE }, undefined, COMMAND),
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(podReady())],
};
export default story;

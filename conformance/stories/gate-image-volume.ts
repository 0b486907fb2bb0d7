import { gated, IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: the agent runs from an image volume, without an init container.',
  app: gated({ agent: IMAGE_VOLUME }),
  ...MOUNTS_IMAGES,
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
};
export default story;

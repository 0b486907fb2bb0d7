import { NEEDS_PROXY, proxied } from './apps/proxied';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A native sidecar delays the app until its startup probe succeeds.',
  ...proxied,
  containers: ({ delay }) => ({ app: NEEDS_PROXY, proxy: { http: `9901/ready@${delay}` } }),
  expect: [
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
};
export default story;

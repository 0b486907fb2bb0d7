import { NEEDS_PROXY, proxied } from './apps/proxied';
import { neverStarts, start, Story } from '../runner/story';

const story: Story = {
  about: 'Behind a native sidecar that is never ready the app never starts.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@600s' } },
  expect: [
    neverStarts('app', { after: start('proxy'), forMs: 10_000 }),
  ],
};
export default story;

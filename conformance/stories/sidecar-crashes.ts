import { NEEDS_PROXY, proxied } from './apps/proxied';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A native sidecar that crashes before it is ready is restarted, and the app goes on waiting.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('proxy', 2), exit('proxy')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
};
export default story;

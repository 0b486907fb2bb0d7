import { NEEDS_PROXY, proxied } from './apps/proxied';
import { follows, injected, kill, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The kubelet restarts a native sidecar that is killed while the app waits, and the app continues to wait.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@3s' } },
  faults: [kill('proxy', { at: start('proxy'), afterMs: 1000 })],
  expect: [
    follows(start('proxy', 2), injected('kill proxy')),
    startsAfter('app', ready('proxy'), { withinMs: 4000 }),
  ],
};
export default story;

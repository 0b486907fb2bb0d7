import { NEEDS_PROXY, proxied } from './apps/proxied';
import { before, crashesFirst, follows, injected, ready, restartKubelet, start, startsBefore, Story } from '../runner/story';

const RESTART = injected('restart the kubelet');

const story: Story = {
  about: 'DISORDER: kubernetes#142305, an exception of the plan. A restart of the kubelet opens the startup probe of a native sidecar that has run for 10 s: '
    + 'the app starts before the sidecar is ready.',
  app: proxied.app,
  doesNotApply: before(35, 'the kubelet repeats the startup probe'),
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@30s' } },
  faults: [restartKubelet({ at: start('proxy'), afterMs: 13_000 })],
  expect: [
    follows(start('app'), RESTART, { withinMs: 8000 }),
    startsBefore('app', ready('proxy')),
    crashesFirst('app'),
  ],
};
export default story;

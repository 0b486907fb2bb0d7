import { Duration } from 'cdk8s';
import { OnTimeout } from 'cdk8s-startup-order';
import { configured, NEEDS_CONFIG } from './apps/configured';
import { ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'With OnTimeout.FAIL the wait ends and begins again, while the sidecar goes on, until that has made its file.',
  ...configured({ timeout: Duration.seconds(2), onTimeout: OnTimeout.FAIL }),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@8s' } },
  expect: [
    // The wait is restarted with the kubelet's back-off, 10 s and more.
    startsAfter('app', ready('config'), { withinMs: 20_000 }),
    startsAfter('app', start('config'), { atLeastMs: 8000 }),
  ],
};
export default story;

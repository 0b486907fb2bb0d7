import { Duration } from 'cdk8s';
import { Guarantee, OnTimeout } from 'cdk8s-startup-order';
import { configured, NEEDS_CONFIG } from './apps/configured';
import { crashesFirst, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER, as asked for: with OnTimeout.CONTINUE the app starts at the timeout although the sidecar has not made its file.',
  ...configured({ timeout: Duration.seconds(3), onTimeout: OnTimeout.CONTINUE, guarantee: Guarantee.START_ORDER }),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@600s' } },
  expect: [follows(start('app'), start('config'), { atLeastMs: 3000, withinMs: 8000 }), crashesFirst('app')],
};
export default story;

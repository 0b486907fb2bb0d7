import { Duration } from 'cdk8s';
import { OnTimeout } from 'cdk8s-startup-order';
import { gated } from './apps/gated';
import { follows, happens, podReady, start, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE with CONTINUE: after the timeout the app starts without its cache, and the pod is Ready.',
  app: gated({ timeout: Duration.seconds(4), onTimeout: OnTimeout.CONTINUE }),
  containers: { app: {}, cache: { http: '8080/ready@600s' } },
  expect: [follows(start('app'), start('cache'), { atLeastMs: 3000, withinMs: 9000 }), happens(podReady())],
};
export default story;

import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { gated, IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';
import { follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

const LIVENESS = Probe.fromTcpSocket({ port: 9000, periodSeconds: Duration.seconds(1), failureThreshold: 2 });

/** With the mark of the old sandbox, the kubelet would run liveness probes and kill the gate before the app starts. */
const story: Story = {
  about: 'ENTRYPOINT_GATE, the agent in an image volume: in a new sandbox the gate itself removes the old mark.',
  app: gated({ liveness: LIVENESS, agent: IMAGE_VOLUME }),
  ...MOUNTS_IMAGES,
  containers: { app: { ...NEEDS_CACHE, tcp: '9000' }, cache: { http: '8080/ready@7s' } },
  faults: [killSandbox('cache', { at: start('app'), afterMs: 3000 })],
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
    follows(start('cache', 2), injected('kill the sandbox of cache')),
    follows(start('app', 2), ready('cache', 2), { withinMs: 1000 }),
  ],
};
export default story;

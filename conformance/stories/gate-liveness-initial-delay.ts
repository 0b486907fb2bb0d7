import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { gated, NEEDS_CACHE } from './apps/gated';
import { happens, never, ready, start, startsAfter, Story } from '../runner/story';

const LIVENESS = Probe.fromHttpGet('/live', { port: 8081, initialDelaySeconds: Duration.seconds(8), periodSeconds: Duration.seconds(1), failureThreshold: 1 });

const story: Story = {
  about: 'ENTRYPOINT_GATE: after the gate opens, the liveness probe waits for the initialDelaySeconds of the user.',
  app: gated({ liveness: LIVENESS }),
  // The gate waits longer than the delay; the app then needs most of the delay.
  containers: { app: { ...NEEDS_CACHE, http: '8081/live@5s' }, cache: { http: '8080/ready@10s' } },
  expect: [startsAfter('app', ready('cache'), { withinMs: 1500 }), happens(ready('app')), never(start('app', 2), { after: ready('app'), forMs: 3000 })],
};
export default story;

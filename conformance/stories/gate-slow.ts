import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { gated, NEEDS_CACHE } from './apps/gated';
import { never, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: no liveness probe ends a gate that waits.',
  app: gated({}, Probe.fromTcpSocket({ port: 9000, periodSeconds: Duration.seconds(1), failureThreshold: 2 })),
  containers: { app: { ...NEEDS_CACHE, tcp: '9000' }, cache: { http: '8080/ready@14s' } },
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
    never(start('app', 2), { after: ready('app'), forMs: 5000 }),
  ],
};
export default story;

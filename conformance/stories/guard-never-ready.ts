import { guarded, NEEDS_CACHE } from './apps/guarded';
import { happens, never, neverStarts, podIp, podPhase, readLog, running, start, Story, waiting, waitingMessage } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: behind a dependency that is never ready the app is never created, and the pod says why.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@600s' } },
  faults: [readLog('cache', { at: waiting('app', 'CreateContainerConfigError') })],
  expect: [
    neverStarts('app', { after: start('cache'), forMs: 25_000 }),
    never(podPhase('Running'), { after: start('cache'), forMs: 25_000 }),
    happens(waitingMessage('app', /^environment variable key "READY" not found in file ".*\/startup-order-state\/cache"$/)),
    happens(running('cache')),
    happens(podIp()),
  ],
};
export default story;

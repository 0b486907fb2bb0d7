import { guarded, NEEDS_CACHE } from './apps/guarded';
import { follows, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

/**
 * Each attempt to start a container that has run before counts for its back-off, even if the guard refuses it (kubelet 1.35 to 1.37,
 * kuberuntime_manager.go, doBackOff): 10 s after its end, then 20 s. So the container starts some time after the guard opens.
 */
const story: Story = {
  about: 'GUARDED_HOOK: after the loss of a sandbox the app waits for its slow dependency again, plus its back-off.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@13s' } },
  faults: [killSandbox('cache', { at: start('app'), afterMs: 1000 })],
  deadlineMs: 90_000,
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 3000 }),
    follows(start('app', 2), ready('cache', 2), { withinMs: 30_000 }),
  ],
};
export default story;

import { exit, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';
import { guarded, guardedPod, NEEDS_CACHE } from './apps/guarded';

const LOSS = injected('kill the sandbox of cache');

/**
 * Each attempt to start a container that has run before counts for its back-off, even if the guard refuses it (kubelet 1.35 to 1.37,
 * kuberuntime_manager.go, doBackOff): 10 s after its end, then 20 s. So the container starts some time after the guard opens.
 */

/** GUARDED_HOOK: the loss of a sandbox. */
export const stories: Readonly<Record<string, Story>> = {
  'guard-sandbox-killed': {
    about: 'GUARDED_HOOK: after the loss of a sandbox the old marker opens no guard, no matter which container wrote it, and all containers start again in order.',
    ...guarded,
    app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { user: 1001 }); },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s' } },
    faults: [killSandbox('cache', { at: start('app'), afterMs: 1000 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 2000 }),
      follows(start('cache', 2), injected('kill the sandbox of cache')),
      follows(start('app', 2), ready('cache', 2), { withinMs: 2000 }),
    ],
  },
  'guard-sandbox-killed-crashed': {
    about: 'GUARDED_HOOK, an init container copies the agent: it empties the marker, so a dependency in crash back-off holds its dependent in a new sandbox.',
    ...guarded,
    app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { agent: { delivery: 'COPY' } }); },
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@1s', crashAt: '5s', crashTimes: 2 } },
    faults: [killSandbox('cache', { at: exit('cache', 2), afterMs: 1500 })],
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 4000 }),
      follows(start('cache', 3), LOSS),
      follows(start('app', 2), ready('cache', 3), { withinMs: 15_000 }),
    ],
  },
  'guard-sandbox-killed-slow': {
    about: 'GUARDED_HOOK: after the loss of a sandbox the app waits for its slow dependency again, plus its back-off.',
    ...guarded,
    containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@13s' } },
    faults: [killSandbox('cache', { at: start('app'), afterMs: 1000 })],
    deadlineMs: 90_000,
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 3000 }),
      follows(start('app', 2), ready('cache', 2), { withinMs: 30_000 }),
    ],
  },
};

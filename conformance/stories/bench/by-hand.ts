import { before, ready, startsBefore, Story } from '../../runner/story';
import { loop, outsideByHand, overAWholePause, pairByHand, pairWithSidecarByHand, PLAIN_HOOK } from '../apps/pair';

/** The same pair by hand: the baseline, common recipes, and wait tools of others. */
export const stories: Readonly<Record<string, Story>> = {
  'no-order': {
    about: 'the baseline: the same two containers, nothing is ordered',
    ...pairByHand({ behaviours: { app: { needs: [] } } }),
    expect: [startsBefore('app', ready('dependency'))],
  },
  'no-order-no-volume': {
    about: 'the baseline of a pod without any volume, so without a token: the same two containers, nothing is ordered',
    ...pairByHand({ pod: { automountServiceAccountToken: false }, behaviours: { app: { needs: [] } } }),
    expect: [startsBefore('app', ready('dependency'))],
  },
  'plain-hook': {
    about: 'by hand: a postStart hook that runs a plain binary, which checks every 10 ms: the shortest possible hook',
    ...pairByHand({ dependency: PLAIN_HOOK }),
  },
  'recipe-hook-2s': {
    about: 'by hand, a postStart hook on the dependency: until check; do sleep 2; done',
    ...pairByHand({ dependency: { lifecycle: { postStart: { exec: { command: loop('tcp:127.0.0.1:8080', 2) } } } }, behaviours: { dependency: { shell: true } } }),
    ...overAWholePause(2),
  },
  'recipe-hook-5s': {
    about: 'by hand, a postStart hook on the dependency: until check; do sleep 5; done',
    ...pairByHand({ dependency: { lifecycle: { postStart: { exec: { command: loop('tcp:127.0.0.1:8080', 5) } } } }, behaviours: { dependency: { shell: true } } }),
    ...overAWholePause(5),
  },
  'recipe-init-2s': {
    about: 'by hand, an init container for something outside the pod: until check; do sleep 2; done',
    ...outsideByHand({ shell: true }, url => loop(`http:${url}`, 2)),
    ...overAWholePause(2),
  },
  'recipe-init-5s': {
    about: 'by hand, an init container for something outside the pod: until check; do sleep 5; done',
    ...outsideByHand({ shell: true }, url => loop(`http:${url}`, 5)),
    ...overAWholePause(5),
  },
  'recipe-sidecar-10s': {
    about: 'by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default',
    ...pairWithSidecarByHand({ startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 10, failureThreshold: 60 } }),
    ...overAWholePause(10),
    doesNotApply: before(29, 'no native sidecars'),
  },
  'recipe-sidecar-1s': {
    about: 'by hand, a native sidecar whose startup probe asks a TCP port each second',
    ...pairWithSidecarByHand({ startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 60 } }),
    doesNotApply: before(29, 'no native sidecars'),
  },
  'wait-for-it-hook': {
    about: 'wait-for-it in a postStart hook on the dependency, for a TCP port',
    ...pairByHand({
      dependency: { lifecycle: { postStart: { exec: { command: ['wait-for-it', '127.0.0.1:8080', '--timeout=0'] } } } },
      behaviours: { dependency: { peers: true } },
    }),
  },
  'wait-for-it-wrapper': {
    about: "wait-for-it before the app's command, for a TCP port",
    ...pairByHand({
      app: { command: ['wait-for-it', '127.0.0.1:8080', '--timeout=0', '--strict', '--', '/app'] },
      behaviours: { app: { peers: true, command: 'wrapper' } },
    }),
  },
  'wait4x-hook': {
    about: 'wait4x in a postStart hook on the dependency, for a TCP port',
    ...pairByHand({
      dependency: { lifecycle: { postStart: { exec: { command: ['wait4x', 'tcp', '127.0.0.1:8080', '--timeout=0'] } } } },
      behaviours: { dependency: { peers: true } },
    }),
  },
  'wait4x-init': {
    about: 'wait4x in an init container, for a GET request to something outside the pod',
    ...outsideByHand({ peers: true }, url => ['wait4x', 'http', url, '--expect-status-code=200', '--timeout=0']),
  },
  'wait4x-wrapper': {
    about: "wait4x before the app's command, for a TCP port",
    ...pairByHand({
      app: { command: ['wait4x', 'tcp', '127.0.0.1:8080', '--timeout=0', '--', '/app'] },
      behaviours: { app: { peers: true, command: 'wrapper' } },
    }),
  },
};

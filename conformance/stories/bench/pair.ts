import { ContainerRole, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { IMAGE_VOLUME, MOUNTS_IMAGES } from '../apps/gated';
import { outside, pairBy } from '../apps/pair';

/** One pair by each mechanism of the library. */
export const stories: Readonly<Record<string, Story>> = {
  'entrypoint-gate-http': {
    about: 'ENTRYPOINT_GATE, the check is a GET request',
    ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, check: 'http', app: { command: ['/app'] } }),
  },
  'entrypoint-gate-image-volume': {
    about: 'ENTRYPOINT_GATE, the check is a TCP port, the agent in an image volume',
    ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] }, agent: IMAGE_VOLUME }),
    ...MOUNTS_IMAGES,
  },
  'entrypoint-gate-init-container': {
    about: 'ENTRYPOINT_GATE, the check is a TCP port, an init container copies the agent: the architecture is unknown',
    ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] }, agent: { delivery: 'COPY' } }),
  },
  'entrypoint-gate-tcp': {
    about: 'ENTRYPOINT_GATE, the check is a TCP port',
    ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] } }),
  },
  'guarded-hook': {
    about: 'GUARDED_HOOK, the check is a TCP port',
    ...pairBy({ mechanism: Mechanism.GUARDED_HOOK }),
    doesNotApply: before(35, 'no variables from files'),
  },
  'guarded-hook-sidecar': {
    about: 'GUARDED_HOOK on a native sidecar, the check is a TCP port',
    ...pairBy({ mechanism: Mechanism.GUARDED_HOOK, dependency: { role: ContainerRole.SIDECAR } }),
    doesNotApply: before(35, 'no variables from files'),
  },
  'init-container': {
    about: 'INIT_CONTAINER, for a GET request to something outside the pod',
    ...outside,
  },
  'post-start-blocking-command': {
    about: "POST_START, the hook is the dependency's own blocking command: no wait agent to install",
    ...pairBy({
      mechanism: Mechanism.POST_START,
      dependency: { image: 'istio/proxyv2:1.24.0', readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']) },
    }),
    containers: ({ delay }) => ({
      app: { needs: 'http:http://127.0.0.1:15021/healthz/ready' },
      dependency: { http: `15021/healthz/ready@${delay}` },
    }),
  },
  'post-start-file': {
    about: 'POST_START, the check is a file',
    ...pairBy({ mechanism: Mechanism.POST_START, check: 'file', dependency: { securityContext: { readOnlyRootFilesystem: false } } }),
  },
  'post-start-http': {
    about: 'POST_START, the check is a GET request',
    ...pairBy({ mechanism: Mechanism.POST_START, check: 'http' }),
  },
  'post-start-tcp': {
    about: 'POST_START, the check is a TCP port',
    ...pairBy({ mechanism: Mechanism.POST_START }),
  },
  'sidecar-probe': {
    about: 'SIDECAR_PROBE, the startup probe asks a TCP port each second',
    ...pairBy({ mechanism: Mechanism.SIDECAR_PROBE, dependency: { role: ContainerRole.SIDECAR } }),
    doesNotApply: before(29, 'no native sidecars'),
  },
  'sidecar-wait-init': {
    about: 'SIDECAR_WAIT_INIT, the check is a TCP port',
    ...pairBy({ mechanism: Mechanism.SIDECAR_WAIT_INIT, dependency: { role: ContainerRole.SIDECAR } }),
    doesNotApply: before(29, 'no native sidecars'),
  },
};

import { MECHANISMS } from '../planner/mechanisms';
import { AddedStep } from '../planner/mechanisms/mechanism';

/**
 * The duration of each step of a start, in seconds: the one table for predictions. Images are present. To calibrate it,
 * run the stories of the conformance suite on a quiet node and change the figures here, with the source of each.
 */
export interface Price {
  readonly seconds: number;
  /** The beginning and the end of the step. */
  readonly what: string;
  /** The measurement. */
  readonly source: string;
}

export type PriceName =
  | AddedStep
  | 'sandbox'
  | 'volumes'
  | 'container'
  | 'next'
  | 'exitSeen'
  | 'installer'
  | 'relist'
  | 'sidecarSeen'
  | 'probePeriod';

/** `sidecarSeen` is `undefined` on nodes where the step ends with the next relist of the kubelet. */
export type Prices = Readonly<
  Record<Exclude<PriceName, 'sidecarSeen'>, Price> & { readonly sidecarSeen: Price | undefined }
>;

const BENCH = 'docs/contributing/measured.md, Kubernetes 1.37.1, 2026-11-22';
const FIRST = 'first measurements, before there was a suite: kubelet 1.36.2, static pods, 9 to 17 runs';
const STATIC = 'docs/contributing/decisions/static-agent.md, Kubernetes 1.37.1, 2026-11-22';
const RUNS = 'stamps of the conformance suite, 2026-11-22';

const PRICES: Prices = {
  sandbox: {
    seconds: 0.1,
    what: 'the pod is created → the kubelet begins its first container, without volumes',
    source: `${BENCH}: POST_START with the dependency's own command, 272 − 90 ms, less one container`,
  },
  volumes: {
    seconds: 0.3,
    what: 'the same for a pod with volumes: the kubelet checks them every 0.3 s',
    source:
      `${BENCH}: pods written by hand, which mount the token of an account, compared with pods of cdk8s-plus, ` +
      `which mount no token: 466 to 511 ms against 173 to 182`,
  },
  container: {
    seconds: 0.085,
    what: 'the kubelet begins a container → its first instruction',
    source: `${FIRST}: 80 to 100 ms for each further regular container`,
  },
  next: {
    seconds: 0.05,
    what: 'the kubelet begins a container without a hook → it begins the next',
    source: `${RUNS}: six-gates and six-post-start on 1.27.4 and 1.37.1, 40 to 60 ms`,
  },
  exitSeen: {
    seconds: 0.55,
    what:
      'the first init container has exited → the kubelet begins the next; later ones are seen at whole periods ' +
      'from there (relist)',
    source:
      `${BENCH}: SIDECAR_WAIT_INIT 536, INIT_CONTAINER 749 ms, less the poll and one container; it looks at its ` +
      `containers once a second`,
  },
  installer: {
    seconds: 0.03,
    what: 'install-wait-agent copies the agent; only where the architecture is unknown',
    source: 'docs/reference/agent.md; the rest of its price is a container and exitSeen',
  },
  poll: {
    seconds: 0.01,
    what: 'something is ready → the wait agent sees it',
    source: 'agent/src/wait.c: half a pause of 20 ms, in the first 2.5 s',
  },
  gate: {
    seconds: 0.005,
    what: 'the gate is open → the first instruction of the command',
    source: `${STATIC}: ENTRYPOINT_GATE 8 to 11 ms, less the poll`,
  },
  mark: {
    seconds: 0.02,
    what: 'something is ready → a gate that waits for its mark sees the mark',
    source: 'agent/src/wait.c: half a pause of each of the two agents, in the first 2.5 s',
  },
  hookCall: {
    seconds: 0.07,
    what: 'the first instruction of a container → that of its postStart hook',
    source: `${RUNS}: b1-startup-sequence, 60 to 80 ms`,
  },
  look: {
    seconds: 0.05,
    what: 'a probe has made a mark → the kubelet begins a pass over the pod',
    source: `${BENCH}: GUARDED_HOOK 87 ms, less a container`,
  },
  relist: {
    seconds: 1,
    what:
      'from one look of the kubelet at its containers to the next; while a guard holds anything it makes one ' +
      'pass over the pod in that time',
    source:
      'kubelet 1.37.1, kubelet.go genericPlegRelistPeriod, pod_workers.go GetNewerThan; ' +
      'docs/contributing/decisions/guarded-hook.md',
  },
  sidecarSeen: {
    seconds: 0.05,
    what: 'a native sidecar runs → the kubelet begins the next container',
    source: `${RUNS}: wait-init-several and any-graph on 1.37.1, 130 to 200 ms, less a container`,
  },
  statusShown: {
    seconds: 0.45,
    what: 'a container runs → its probes can pass',
    source:
      `${FIRST}: a startup probe adds 0.8 to 1.2 s where the sidecar is ready at once, the wait for the next ` +
      `run included`,
  },
  probePeriod: {
    seconds: 1,
    what: 'the least time from one run of a probe to the next',
    source: 'Kubernetes API, periodSeconds',
  },
  probePassed: {
    seconds: 0.08,
    what: 'a startup probe has passed → the kubelet begins the next container',
    source: `${BENCH}: SIDECAR_PROBE 625 ms, less half a period and one container`,
  },
};

/**
 * Before 1.36, the kubelet has no relist on demand (PLEGOnDemandRelist), and sees only once a second that a sidecar has
 * started.
 */
const BEFORE_1_36: Partial<Prices> = {
  // with its next look: wait-init-several and any-graph on 1.35.4, 1030 to 1220 ms from sidecar to sidecar
  sidecarSeen: undefined,
  statusShown: {
    seconds: 0.95,
    what: 'a container runs → its probes can pass',
    source: 'inferred: the status is published when the kubelet has looked',
  },
};

/** Returns the prices for nodes of this version. */
export function getPrices(kubernetesVersion: string): Prices {
  const [, minor] = kubernetesVersion.split('.').map(Number);
  return minor < 36 ? { ...PRICES, ...BEFORE_1_36 } : PRICES;
}

/** Returns the prices for waits that end at the moment when their condition becomes true. */
export function removeWaitPrices(prices: Prices): Prices {
  const added = Object.values(MECHANISMS).flatMap(m => m.addedSteps);
  return { ...prices, ...Object.fromEntries(added.map(name => [name, { ...prices[name], seconds: 0 }])) };
}

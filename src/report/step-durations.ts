import { MECHANISMS } from '../planner/mechanisms';
import { AddedStep } from '../planner/mechanisms/mechanism';

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

/** In seconds. `sidecarSeen` is `undefined` on nodes where the step ends with the next relist of the kubelet. */
export type Prices = Readonly<Record<Exclude<PriceName, 'sidecarSeen'>, number> & { sidecarSeen: number | undefined }>;

/**
 * The duration of each step of a start, in seconds: the one table for predictions. Images are present. Each comment has
 * the beginning and the end of the step, and the source. To calibrate the table, run the stories of the conformance
 * suite on a quiet node.
 *
 * - measured.md: docs/contributing/measured.md, Kubernetes 1.37.1, 2026-11-22
 * - first measurements: before there was a suite, kubelet 1.36.2, static pods, 9 to 17 runs
 * - static-agent.md: docs/contributing/decisions/static-agent.md, Kubernetes 1.37.1, 2026-11-22
 * - stamps: stories of the conformance suite, 2026-11-22
 */
const PRICES: Prices = {
  /**
   * The pod is created → the kubelet begins its first container, without volumes. Source: measured.md: POST_START
   * with the dependency's own command, 272 − 90 ms, less one container.
   */
  sandbox: 0.1,
  /**
   * The same for a pod with volumes: the kubelet checks them every 0.3 s. Source: measured.md: pods written by
   * hand, which mount the token of an account, compared with pods of cdk8s-plus, which mount no token: 466 to 511
   * ms against 173 to 182.
   */
  volumes: 0.3,
  /**
   * The kubelet begins a container → its first instruction. Source: first measurements: 80 to 100 ms for each
   * further regular container.
   */
  container: 0.085,
  /**
   * The kubelet begins a container without a hook → it begins the next. Source: stamps: six-gates and
   * six-post-start on 1.27.4 and 1.37.1, 40 to 60 ms.
   */
  next: 0.05,
  /**
   * The first init container has exited → the kubelet begins the next; later ones are seen at whole periods from
   * there (relist). Source: measured.md: SIDECAR_WAIT_INIT 536, INIT_CONTAINER 749 ms, less the poll and one
   * container; it looks at its containers once a second.
   */
  exitSeen: 0.55,
  /**
   * Install-wait-agent copies the agent; only where the architecture is unknown. Source: docs/reference/agent.md;
   * the rest of its price is a container and exitSeen.
   */
  installer: 0.03,
  /**
   * Something is ready → the wait agent sees it. Source: agent/src/wait.c: half a pause of 20 ms, in the first
   * 2.5 s.
   */
  poll: 0.01,
  /**
   * The gate is open → the first instruction of the command. Source: static-agent.md: ENTRYPOINT_GATE 8 to 11 ms,
   * less the poll.
   */
  gate: 0.005,
  /**
   * Something is ready → a gate that waits for its mark sees the mark. Source: agent/src/wait.c: half a pause of
   * each of the two agents, in the first 2.5 s.
   */
  mark: 0.02,
  /**
   * The first instruction of a container → that of its postStart hook. Source: stamps: b1-startup-sequence, 60 to
   * 80 ms.
   */
  hookCall: 0.07,
  /**
   * A probe has made a mark → the kubelet begins a pass over the pod. Source: measured.md: GUARDED_HOOK 87 ms,
   * less a container.
   */
  look: 0.05,
  /**
   * From one look of the kubelet at its containers to the next; while a guard holds anything it makes one pass
   * over the pod in that time. Source: kubelet 1.37.1, kubelet.go genericPlegRelistPeriod, pod_workers.go
   * GetNewerThan; docs/contributing/decisions/guarded-hook.md.
   */
  relist: 1,
  /**
   * A native sidecar runs → the kubelet begins the next container. Source: stamps: wait-init-several and any-graph
   * on 1.37.1, 130 to 200 ms, less a container.
   */
  sidecarSeen: 0.05,
  /**
   * A container runs → its probes can pass. Source: first measurements: a startup probe adds 0.8 to 1.2 s where
   * the sidecar is ready at once, the wait for the next run included.
   */
  statusShown: 0.45,
  /** The least time from one run of a probe to the next. Source: Kubernetes API, periodSeconds. */
  probePeriod: 1,
  /**
   * A startup probe has passed → the kubelet begins the next container. Source: measured.md: SIDECAR_PROBE 625 ms,
   * less half a period and one container.
   */
  probePassed: 0.08,
};

/**
 * Before 1.36, the kubelet has no relist on demand (PLEGOnDemandRelist), and sees only once a second that a sidecar has
 * started.
 */
const BEFORE_1_36: Partial<Prices> = {
  /** With its next look: wait-init-several and any-graph on 1.35.4, 1030 to 1220 ms from sidecar to sidecar. */
  sidecarSeen: undefined,
  /** Inferred: the status is published when the kubelet has looked. */
  statusShown: 0.95,
};

/** Returns the prices for nodes of this version. */
export function getPrices(kubernetesVersion: string): Prices {
  const [, minor] = kubernetesVersion.split('.').map(Number);
  return minor < 36 ? { ...PRICES, ...BEFORE_1_36 } : PRICES;
}

/** Returns the prices for waits that end at the moment when their condition becomes true. */
export function removeWaitPrices(prices: Prices): Prices {
  const added = Object.values(MECHANISMS).flatMap(m => m.addedSteps);
  return { ...prices, ...Object.fromEntries(added.map(name => [name, 0])) };
}

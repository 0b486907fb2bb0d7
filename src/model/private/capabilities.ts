/** What the oldest node of the cluster can do. Decisions ask for these, never for a version. */
export interface Capabilities {
  /** Init containers with `restartPolicy: Always`: KEP-753, beta and on by default from 1.29. */
  readonly nativeSidecars: boolean;
  /**
   * A native sidecar that was restarted is probed again in a pod with `restartPolicy: Never`, too. kubelet, prober/worker.go doProbe; missing in
   * 1.32, there in 1.33.13, 1.34.4 and 1.35.4 (kubernetes#133072). A minor version counts when all of its releases have it.
   */
  readonly probesRestartedSidecars: boolean;
}

export interface Target {
  /** 'major.minor' as it is planned for. */
  readonly version: string;
  readonly capabilities: Capabilities;
  /** The version that was asked for, when it is newer than the newest known one. */
  readonly newerThanKnown?: string;
}

/** The versions for which manifests are validated. */
export const OLDEST_MINOR = 27;
export const NEWEST_MINOR = 37;
export const DEFAULT_VERSION = `1.${OLDEST_MINOR}`;

const NATIVE_SIDECARS_SINCE_MINOR = 29;
const PROBES_RESTARTED_SIDECARS_SINCE_MINOR = 35;

/** The only place that reads a version. `undefined`: not a version that can be planned for. */
export function targetOf(version: string, overrides: Partial<Capabilities>): Target | undefined {
  const match = /^v?1\.([0-9]{1,3})(\.[0-9]+)?$/.exec(version);
  if (!match || Number(match[1]) < OLDEST_MINOR) { return undefined; }
  const minor = Math.min(Number(match[1]), NEWEST_MINOR);
  return {
    version: `1.${minor}`,
    newerThanKnown: Number(match[1]) > NEWEST_MINOR ? version : undefined,
    capabilities: {
      nativeSidecars: overrides.nativeSidecars ?? minor >= NATIVE_SIDECARS_SINCE_MINOR,
      probesRestartedSidecars: overrides.probesRestartedSidecars ?? minor >= PROBES_RESTARTED_SIDECARS_SINCE_MINOR,
    },
  };
}

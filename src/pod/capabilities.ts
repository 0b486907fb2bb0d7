import { findKubeletBugs, FoundKubeletBug } from './kubelet-bugs';
import { NEWEST_MINOR, OLDEST_MINOR } from '../api/private/kubernetes-versions';

/** The Kubernetes features that a pod can use on every node. Decisions depend on capabilities, never on a version. */
export type Capabilities = Readonly<Record<Capability, boolean>>;

type Capability = 'nativeSidecars' | 'startupProbesSurviveKubeletRestart' | 'sleepAction' | 'envFiles' | 'containerRestartRules'
| 'restartAllContainers' | 'imageVolumes' | 'hostVisibleEmptyDirs';

/** The nodes that have a capability by default, in every release: by their minor version, or for each pod without a `runtimeClassName`. */
type Availability = { readonly since: number } | { readonly before: number } | 'unless the pod specifies a runtimeClassName';

/** All capabilities of nodes. scripts/capability-facts.ts contains their sources. */
export const CAPABILITIES: Readonly<Record<Capability, Availability>> = {
  nativeSidecars: { since: 29 },
  startupProbesSurviveKubeletRestart: { before: 35 },
  sleepAction: { since: 30 },
  envFiles: { since: 35 },
  containerRestartRules: { since: 35 },
  restartAllContainers: { since: 36 },
  imageVolumes: { since: 35 },
  hostVisibleEmptyDirs: 'unless the pod specifies a runtimeClassName',
};

export interface Target {
  /** The planned version, as 'major.minor'. */
  readonly version: string;
  /** For a pod without `runtimeClassName`. */
  readonly capabilities: Capabilities;
  /** For a pod with a `runtimeClassName`; its runtime may be a sandbox. */
  readonly capabilitiesOfRuntimeClass: Capabilities;
  /** The bugs of the kubelet of this version. */
  readonly kubeletBugs: readonly FoundKubeletBug[];
  /** The given version, if it is newer than the newest known version. */
  readonly newerThanKnown?: string;
}

export const DEFAULT_VERSION = `1.${OLDEST_MINOR}`;

/** Returns the capabilities of a version, with the corrections of the user; `undefined`: the version is invalid or too old. */
export function resolveTarget(version: string, corrections: Partial<Capabilities>): Target | undefined {
  const match = /^v?1\.([0-9]{1,3})(\.[0-9]+)?$/.exec(version);
  if (!match || Number(match[1]) < OLDEST_MINOR) { return undefined; }
  const minor = Math.min(Number(match[1]), NEWEST_MINOR);
  const isNewer = Number(match[1]) > NEWEST_MINOR;
  return {
    version: `1.${minor}`,
    kubeletBugs: findKubeletBugs(minor, match[2] === undefined || isNewer ? undefined : Number(match[2].slice(1))),
    newerThanKnown: isNewer ? version : undefined,
    capabilities: resolveCapabilities(minor, corrections, { runtimeClass: false }),
    capabilitiesOfRuntimeClass: resolveCapabilities(minor, corrections, { runtimeClass: true }),
  };
}

/** Extracts `major.minor`, and `.patch` if there is one, from a version such as 1.33, v1.33.5, v1.33.5-eks-113cf36 or 1.33+; `undefined`: invalid. YAML turns an unquoted 1.30 into 1.3, which is invalid. */
export function parseVersion(text: string): { readonly minor: string; readonly patch: string } | undefined {
  const [, minor, patch = ''] = /^v?(1\.[1-9]\d{1,2})(\.\d+)?(?:[-+].*)?$/.exec(text) ?? [];
  return minor === undefined ? undefined : { minor, patch };
}

/**
 * Returns the capabilities for reading an existing manifest. A version that is too old counts as the oldest known version, an invalid or unspecified version as the
 * newest.
 */
export function resolveNearestTarget(version: string | undefined): Target {
  const { minor = `1.${NEWEST_MINOR}`, patch = '' } = parseVersion(version ?? '') ?? {};
  return resolveTarget(`${minor}${patch}`, {}) ?? resolveTarget(DEFAULT_VERSION, {})!;
}

function resolveCapabilities(minor: number, corrections: Partial<Capabilities>, { runtimeClass }: { runtimeClass: boolean }): Capabilities {
  const resolved = Object.entries(CAPABILITIES).map(([name, there]) =>
    [name, corrections[name as Capability] ?? (typeof there === 'string' ? !runtimeClass : 'since' in there ? minor >= there.since : minor < there.before)]);
  return Object.fromEntries(resolved);
}

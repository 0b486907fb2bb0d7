import { findKubeletBugs, findKubeletExceptions, FoundKubeletBug, KubeletException } from './kubelet-bugs';
import { getOrCreate } from '../api/private/collections';
import { NEWEST_MINOR, OLDEST_MINOR } from '../api/private/kubernetes-versions';

/** The Kubernetes features that a pod can use on every node. Decisions depend on capabilities, never on a version. */
export type Capabilities = Readonly<Record<Capability, boolean>>;

export type Capability =
  | 'nativeSidecars'
  | 'sleepAction'
  | 'envFiles'
  | 'containerRestartRules'
  | 'restartAllContainers'
  | 'imageVolumes'
  | 'sidecarPortNames'
  | 'serialStarts'
  | 'hostVisibleEmptyDirs'
  | 'sharedFileLocks';

/**
 * The nodes that have a capability by default, in every release: by their minor version, all known versions, or for
 * each pod without a `runtimeClassName`.
 */
type Availability =
  | { readonly since: number }
  | 'on every known version'
  | 'unless the pod specifies a runtimeClassName';

/** All capabilities of nodes. scripts/capability-facts.ts contains their sources. */
export const CAPABILITIES: Readonly<Record<Capability, Availability>> = {
  nativeSidecars: { since: 29 },
  sleepAction: { since: 30 },
  envFiles: { since: 35 },
  containerRestartRules: { since: 35 },
  restartAllContainers: { since: 36 },
  imageVolumes: { since: 35 },
  sidecarPortNames: { since: 33 },
  serialStarts: 'on every known version',
  hostVisibleEmptyDirs: 'unless the pod specifies a runtimeClassName',
  sharedFileLocks: 'unless the pod specifies a runtimeClassName',
};

/** The words for nodes without a capability, and for the way to nodes that have it. */
export interface Lack {
  /** The user states the capability as `false`, which another version does not change. */
  readonly denied: boolean;
  /** The nodes without it, such as 'nodes before Kubernetes 1.35'. */
  readonly nodes: string;
  /** The nodes that have it, such as 'Kubernetes 1.35 or newer'. */
  readonly having: string;
  /** The option that decides whether the nodes have it. */
  readonly option: string;
  /** The option that states that the nodes have it. */
  readonly setting: string;
  /** Where it exists, such as 'from Kubernetes 1.35 on'. */
  readonly where: string;
  /** Where it exists, and the option. */
  readonly since: string;
  readonly remedy: string;
}

export interface Target {
  /** The planned version, as 'major.minor'. */
  readonly version: string;
  readonly minor: number;
  /** For a pod without `runtimeClassName`. */
  readonly capabilities: Capabilities;
  /** For a pod with a `runtimeClassName`; its runtime may be a sandbox. */
  readonly capabilitiesOfRuntimeClass: Capabilities;
  /** The words for nodes without each capability. */
  readonly lacks: Readonly<Record<Capability, Lack>>;
  /** The bugs of the kubelet of this version. */
  readonly kubeletBugs: readonly FoundKubeletBug[];
  /** The bugs that open an order, on nodes of this version or newer. */
  readonly kubeletExceptions: readonly KubeletException[];
  /** The given version without a suffix, as 'major.minor' or 'major.minor.patch'; at most the newest known version. */
  readonly given: string;
  /** The given version, if it is newer than the newest known version. */
  readonly newerThanKnown?: string;
}

/** The oldest version with native sidecars, which planning assumes without a stated version. */
export const DEFAULT_VERSION = '1.29';
const OLDEST_VERSION = `1.${OLDEST_MINOR}`;

/** The targets by version and corrections: the workloads of an app ask for the same target. */
const TARGETS = new Map<string, Target | undefined>();

/**
 * Returns the capabilities of a version, with the corrections of the user; `undefined`: the version is invalid or too
 * old.
 */
export function resolveTarget(version: string, corrections: Partial<Capabilities>): Target | undefined {
  return getOrCreate(TARGETS, JSON.stringify([version, corrections]), () => computeTarget(version, corrections));
}

function computeTarget(version: string, corrections: Partial<Capabilities>): Target | undefined {
  const parsed = parseVersion(version);
  const givenMinor = Number(parsed?.minor.slice('1.'.length));
  if (!parsed || givenMinor < OLDEST_MINOR) {
    return undefined;
  }
  const minor = Math.min(givenMinor, NEWEST_MINOR);
  const isNewer = givenMinor > NEWEST_MINOR;
  const patch = parsed.patch === '' || isNewer ? undefined : Number(parsed.patch.slice('.'.length));
  return {
    version: `1.${minor}`,
    minor,
    given: isNewer ? `1.${minor}` : parsed.minor + parsed.patch,
    kubeletBugs: findKubeletBugs(minor, patch),
    kubeletExceptions: findKubeletExceptions(minor, patch),
    newerThanKnown: isNewer ? version : undefined,
    lacks: describeLacks(corrections),
    capabilities: resolveCapabilities(minor, corrections, { runtimeClass: false }),
    capabilitiesOfRuntimeClass: resolveCapabilities(minor, corrections, { runtimeClass: true }),
  };
}

/**
 * Extracts `major.minor`, and `.patch` if there is one, from a version such as 1.33, v1.33.5, v1.33.5-eks-113cf36 or
 * 1.33+; `undefined`: invalid. YAML turns an unquoted 1.30 into 1.3, which is invalid.
 */
export function parseVersion(text: string): { readonly minor: string; readonly patch: string } | undefined {
  const [, minor, patch = ''] = /^v?(1\.[1-9]\d{1,2})(\.\d+)?(?:[-+].*)?$/.exec(text) ?? [];
  return minor === undefined ? undefined : { minor, patch };
}

/**
 * Returns the capabilities for reading an existing manifest. A version that is too old counts as the oldest known
 * version.
 */
export function resolveNearestTarget(version = DEFAULT_VERSION): Target {
  return resolveTarget(version, {}) ?? resolveTarget(OLDEST_VERSION, {})!;
}

/**
 * Returns a sentence about a version that is older or newer than the known versions; `undefined`: the version is known.
 */
export function describeUnknownVersion(text: string): string | undefined {
  const given = parseVersion(text)?.minor;
  const { version } = resolveNearestTarget(given);
  return given === undefined || given === version
    ? undefined
    : `Kubernetes ${given} is unknown; the facts of ${version} are used`;
}

function resolveCapabilities(
  minor: number,
  corrections: Partial<Capabilities>,
  { runtimeClass }: { runtimeClass: boolean },
): Capabilities {
  const resolved = Object.entries(CAPABILITIES).map(([name, availability]) => [
    name,
    corrections[name as Capability] ?? isAvailable(availability, minor, runtimeClass),
  ]);
  return Object.fromEntries(resolved);
}

function isAvailable(availability: Availability, minor: number, runtimeClass: boolean): boolean {
  switch (availability) {
    case 'on every known version':
      return true;
    case 'unless the pod specifies a runtimeClassName':
      return !runtimeClass;
    default:
      return minor >= availability.since;
  }
}

/** Returns the words for each capability. `corrections`: the statements of the user. */
function describeLacks(corrections: Partial<Capabilities>): Target['lacks'] {
  const described = Object.entries(CAPABILITIES).map(([name, availability]) => [
    name,
    describeLack(name, availability, corrections[name as Capability] === false),
  ]);
  return Object.fromEntries(described);
}

function describeLack(capability: string, availability: Availability, denied: boolean): Lack {
  if (typeof availability === 'string' || denied) {
    const setting = `\`capabilities: { ${capability}: true }\``;
    return {
      denied,
      nodes: `nodes with \`${capability}: false\``,
      having: `nodes with \`${capability}: true\``,
      option: '`capabilities`',
      setting,
      where: `on nodes with \`${capability}: true\``,
      since: `on nodes with this feature (${setting})`,
      remedy: `plan for nodes with this feature (${setting})`,
    };
  }
  const version = `1.${availability.since}`;
  return {
    denied,
    nodes: `nodes before Kubernetes ${version}`,
    having: `Kubernetes ${version} or newer`,
    option: '`kubernetesVersion`',
    setting: `\`kubernetesVersion: '${version}'\``,
    where: `from Kubernetes ${version} on`,
    since: `from Kubernetes ${version} on (\`kubernetesVersion\`)`,
    remedy: `plan for nodes of Kubernetes ${version} or newer (\`kubernetesVersion\`)`,
  };
}

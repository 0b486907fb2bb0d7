import { findKubeletBugs, FoundKubeletBug } from './kubelet-bugs';
import { NEWEST_MINOR, OLDEST_MINOR } from '../api/private/kubernetes-versions';

/** The Kubernetes features that a pod can use on every node. Decisions depend on capabilities, never on a version. */
export type Capabilities = Readonly<Record<Capability, boolean>>;

type Capability = 'nativeSidecars' | 'startupProbesSurviveKubeletRestart' | 'sleepAction' | 'envFiles' | 'containerRestartRules'
| 'restartAllContainers' | 'imageVolumes' | 'hostVisibleEmptyDirs';

/** The facts about one capability. docs/reference/capabilities.md is generated from these facts. */
interface CapabilityFact {
  /** The behaviour of a node with the capability, as one clause. */
  readonly means: string;
  /** The effect of the planned manifest on a node without the capability. */
  readonly without: string;
  /** The minor versions that have the capability by default, in every release. */
  readonly there: { readonly since: number } | { readonly before: number } | 'unless the pod specifies a runtimeClassName';
  readonly decidedBy: 'API server and kubelet' | 'kubelet' | 'container runtime';
  /** The source of the facts. */
  readonly source: string;
}

/** All capabilities of nodes. */
export const CAPABILITIES: Readonly<Record<Capability, CapabilityFact>> = {
  nativeSidecars: {
    means: '`restartPolicy: Always` on an init container makes a native sidecar',
    without: 'the API server drops the field: it rejects the pod if the sidecar has a probe or a hook, otherwise the pod waits for an init container that never exits',
    there: { since: 29 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-753, feature gate `SidecarContainers`: alpha in 1.28, beta and enabled by default in 1.29, GA in 1.33',
  },
  startupProbesSurviveKubeletRestart: {
    means: 'the kubelet repeats a startup probe that has not passed when the kubelet restarts',
    without: 'a container that had run for 10 s counts as started: the kubelet does not repeat the probe, and starts the containers that wait for it',
    there: { before: 35 },
    decidedBy: 'kubelet',
    source: 'kubernetes#142305, open in November 2026; feature gate `ChangeContainerStatusOnKubeletRestart`, disabled by default from 1.35 on (kubelet, prober/prober_manager.go `isContainerStarted`); '
      + 'observed with 1.35.4 and 1.37.1, not with 1.33.13',
  },
  sleepAction: {
    means: 'a hook can use `sleep`, without a program in the image',
    without: 'the API server drops the handler and rejects the pod; a kubelet with the gate disabled ends the hook immediately, as if the time had passed',
    there: { since: 30 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-3960, feature gate `PodLifecycleSleepAction`: alpha in 1.29, beta and enabled by default in 1.30, GA in 1.34',
  },
  envFiles: {
    means: 'an environment variable can come from a file in an emptyDir (`fileKeyRef`), and without that file the container is not created',
    without: 'the kubelet ignores the variable and starts the container immediately; the API server drops the field and rejects the pod',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-3721, feature gate `EnvFiles`: alpha in 1.34, beta and enabled by default in 1.35, the same in 1.37 (kubelet, kubelet_pods.go `FileKeyRef`)',
  },
  containerRestartRules: {
    means: 'a container can have its own `restartPolicy`, such as `Never` in a pod that restarts all others',
    without: 'the API server drops the field or rejects the pod; a kubelet with the gate disabled restarts the container according to the `restartPolicy` of the pod',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-5307, feature gate `ContainerRestartRules`: alpha in 1.34, beta and enabled by default in 1.35, the same in 1.37',
  },
  restartAllContainers: {
    means: 'the exit of one container can restart all containers of its pod (`restartPolicyRules` with the action `RestartAllContainers`)',
    without: 'the API server drops the rule or rejects the pod; a kubelet with the gate disabled restarts only that container',
    there: { since: 36 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-5532, feature gate `RestartAllContainersOnContainerExits`: alpha in 1.35, beta and enabled by default in 1.36, the same in 1.37 (pkg/features/kube_features.go)',
  },
  imageVolumes: {
    means: 'a volume can be an image (`image`), if the container runtime also supports image volumes, such as containerd from 2.1 on',
    without: 'the API server drops the volume and its mounts, so the files of the image are missing. With a runtime without image volumes, the containers with the mount are not created',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    source: 'KEP-4639, feature gate `ImageVolume`: alpha in 1.31, beta and disabled by default in 1.33, beta and enabled by default in 1.35, GA in 1.36 (pkg/features/kube_features.go); observed with containerd 2.1.9 on '
      + '1.37.1, and with 1.6.20, which has no image volumes (`CreateContainerError`)',
  },
  hostVisibleEmptyDirs: {
    means: 'the kubelet can read the files that containers write into an emptyDir in memory',
    without: 'the files stay inside the sandbox of the pod, so the kubelet never sees them, and the waiting container never starts',
    there: 'unless the pod specifies a runtimeClassName',
    decidedBy: 'container runtime',
    source: 'Kata Containers, katautils/create.go `SetEphemeralStorageType`: such an emptyDir is a tmpfs inside the guest, with any configuration; gVisor was not tested',
  },
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
  const resolved = Object.entries(CAPABILITIES).map(([name, { there }]) =>
    [name, corrections[name as Capability] ?? (typeof there === 'string' ? !runtimeClass : 'since' in there ? minor >= there.since : minor < there.before)]);
  return Object.fromEntries(resolved);
}

import { CapabilityOptions } from '../api/startup-order-options';

/** What the oldest node of the cluster can do for a pod. Decisions ask for these, never for a version. */
export interface Capabilities extends Required<CapabilityOptions> {
  /** Known by its version alone: a bug, which no feature gate takes away. */
  readonly probesRestartedSidecars: boolean;
}

/** What is known of one capability. docs/reference/capabilities.md is generated from these. */
interface Fact {
  /** What a node with it does, in one clause. */
  readonly means: string;
  /** What becomes of the manifest where it is missing, against what was planned. */
  readonly without: string;
  /** The minor versions of which every release has it by default; no version decides what rests on the runtime. */
  readonly there: { readonly since: number } | { readonly before: number } | 'unless the pod names a runtimeClassName';
  readonly decidedBy: 'API server and kubelet' | 'kubelet' | 'container runtime';
  /** `startupOrder.capabilities` can say otherwise. */
  readonly correctable: boolean;
  /** Where this can be read. */
  readonly source: string;
}

/** The one table of what is known about nodes. */
export const CAPABILITIES: Readonly<Record<keyof Capabilities, Fact>> = {
  nativeSidecars: {
    means: '`restartPolicy: Always` on an init container makes a native sidecar',
    without: 'the API server drops the field: it refuses the pod if the sidecar has a probe or a hook, else the pod waits for the end of an init container that never ends',
    there: { since: 29 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-753, feature gate `SidecarContainers`: alpha in 1.28, beta and on in 1.29, GA in 1.33',
  },
  probesRestartedSidecars: {
    means: 'a native sidecar that was restarted is probed again in a pod with `restartPolicy: Never`, too',
    without: 'a sidecar that ends before its startup probe has passed leaves the pod waiting for ever',
    there: { since: 35 },
    decidedBy: 'kubelet',
    correctable: false,
    source: 'kubernetes#132826, mended by #133072 (kubelet, prober/worker.go `doProbe`): missing in 1.32, there in 1.33.13, 1.34.4 and 1.35.4',
  },
  startupProbesSurviveKubeletRestart: {
    means: 'a startup probe that has not passed when the kubelet restarts is made again',
    without: 'a container that had run for 10 s counts as started after that: what its startup probe holds back starts, and the probe is not made again',
    there: { before: 35 },
    decidedBy: 'kubelet',
    correctable: true,
    source: 'kubernetes#142305, open in November 2026; feature gate `ChangeContainerStatusOnKubeletRestart`, off from 1.35 on (kubelet, prober/prober_manager.go `isContainerStarted`); '
      + 'seen with 1.35.4 and 1.37.1, not with 1.33.13',
  },
  sleepAction: {
    means: 'a hook can be `sleep`, for which the image needs no program',
    without: 'the API server drops the handler and refuses the pod; a kubelet with the gate off ends the hook at once, as if the time were over',
    there: { since: 30 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-3960, feature gate `PodLifecycleSleepAction`: alpha in 1.29, beta and on in 1.30, GA in 1.34',
  },
  envFiles: {
    means: 'an environment variable can come from a file in an emptyDir (`fileKeyRef`), and without that file the container is not created',
    without: 'the kubelet ignores the variable and starts the container at once; the API server drops the field and refuses the pod',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-3721, feature gate `EnvFiles`: alpha in 1.34, beta and on in 1.35, the same in 1.37 (kubelet, kubelet_pods.go `FileKeyRef`)',
  },
  containerRestartRules: {
    means: 'a container can have a `restartPolicy` of its own, such as `Never` in a pod that restarts all others',
    without: 'the API server drops the field or refuses the pod; a kubelet with the gate off restarts the container as the pod says',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-5307, feature gate `ContainerRestartRules`: alpha in 1.34, beta and on in 1.35, the same in 1.37',
  },
  restartAllContainers: {
    means: 'the end of one container can restart all containers of its pod (`restartPolicyRules` with the action `RestartAllContainers`)',
    without: 'the API server drops the rule or refuses the pod; a kubelet with the gate off restarts that container alone',
    there: { since: 36 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-5532, feature gate `RestartAllContainersOnContainerExits`: alpha in 1.35, beta and on in 1.36, the same in 1.37 (pkg/features/kube_features.go)',
  },
  imageVolumes: {
    means: 'a volume can be an image (`image`), if the container runtime mounts images, too: containerd does from 2.1 on',
    without: 'the API server drops volume and mount; what is in the image is not there. With a runtime that mounts none, the containers that mount it are not created',
    there: { since: 35 },
    decidedBy: 'API server and kubelet',
    correctable: true,
    source: 'KEP-4639, feature gate `ImageVolume`: alpha in 1.31, beta and off in 1.33, beta and on in 1.35, GA in 1.36 (pkg/features/kube_features.go); seen with containerd 2.1.9 on '
      + '1.37.1, and with 1.6.20, which does not (`CreateContainerError`)',
  },
  hostVisibleEmptyDirs: {
    means: 'the kubelet can read what containers write into an emptyDir in memory',
    without: 'what a container writes stays inside its sandbox; whatever waits for the kubelet to see it waits for ever',
    there: 'unless the pod names a runtimeClassName',
    decidedBy: 'container runtime',
    correctable: true,
    source: 'Kata Containers, katautils/create.go `SetEphemeralStorageType`: such an emptyDir is a tmpfs inside the guest, whatever its configuration; gVisor was not tried',
  },
};

export interface Target {
  /** 'major.minor' as it is planned for. */
  readonly version: string;
  /** For a pod that runs in the runtime of the node. */
  readonly capabilities: Capabilities;
  /** For a pod that names a `runtimeClassName`, which may be a sandbox. */
  readonly capabilitiesOfRuntimeClass: Capabilities;
  /** The version that was asked for, when it is newer than the newest known one. */
  readonly newerThanKnown?: string;
}

/** The versions for which manifests are validated. */
export const OLDEST_MINOR = 27;
export const NEWEST_MINOR = 37;
export const DEFAULT_VERSION = `1.${OLDEST_MINOR}`;

/** This and `minorVersionIn` are the only places that parse one; resolve-options.ts takes the minor version of the result, for meshes. `undefined`: not a version that can be planned for. */
export function targetOf(version: string, corrections: CapabilityOptions): Target | undefined {
  const match = /^v?1\.([0-9]{1,3})(\.[0-9]+)?$/.exec(version);
  if (!match || Number(match[1]) < OLDEST_MINOR) { return undefined; }
  const minor = Math.min(Number(match[1]), NEWEST_MINOR);
  return {
    version: `1.${minor}`,
    newerThanKnown: Number(match[1]) > NEWEST_MINOR ? version : undefined,
    capabilities: capabilitiesOf(minor, corrections, { runtimeClass: false }),
    capabilitiesOfRuntimeClass: capabilitiesOf(minor, corrections, { runtimeClass: true }),
  };
}

/** '1.33' in what people and tools call a version: 1.33, v1.33.5, v1.33.5-eks-113cf36, 1.33+; `undefined`: it is none. `1.3` is the number that YAML makes of 1.30. */
export function minorVersionIn(text: string): string | undefined {
  return /^v?(1\.[1-9]\d{1,2})(?:\.\d+)?(?:[-+].*)?$/.exec(text)?.[1];
}

/**
 * For reading what others wrote, whatever it is for: a version older than those that are planned for counts as the oldest of them, and none, or
 * something that is no version, as the newest.
 */
export function targetFor(version: string | undefined): Target {
  const minor = minorVersionIn(version ?? '')?.split('.')[1];
  return targetOf(`1.${Math.max(Number(minor ?? NEWEST_MINOR), OLDEST_MINOR)}`, {})!;
}

function capabilitiesOf(minor: number, corrections: Partial<Capabilities>, { runtimeClass }: { runtimeClass: boolean }): Capabilities {
  const resolved = Object.entries(CAPABILITIES).map(([name, { there }]) =>
    [name, corrections[name as keyof Capabilities] ?? (typeof there === 'string' ? !runtimeClass : 'since' in there ? minor >= there.since : minor < there.before)]);
  return Object.fromEntries(resolved);
}

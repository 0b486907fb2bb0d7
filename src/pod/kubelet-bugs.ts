import { Code, quoteNames } from '../api/private/problem';

/** The containers of a pod that a bug can affect, by the feature of the pod that shows the bug. */
export interface PodFeatures {
  /** Entries of `initContainers` that must exit. */
  readonly initContainers: readonly string[];
  /** All entries of `initContainers`. */
  readonly initContainersAndSidecars: readonly string[];
  readonly nativeSidecars: readonly string[];
  /** With ports, in a pod with `hostNetwork`. */
  readonly sidecarsOnHostPorts: readonly string[];
  readonly sidecarsWithStartupProbe: readonly string[];
  /** In a pod with `restartPolicy: Never`. */
  readonly sidecarsWithStartupProbeIfNever: readonly string[];
  /** The handler of the postStart hook is `sleep`, and the handler of the preStop hook is not. */
  readonly postStartSleeps: readonly string[];
}

/**
 * A bug of some kubelets, or of the API server, that affects the order in which containers start or stop.
 * docs/explanation/guarantees.md contains this table, with the sources of scripts/kubelet-bugs-doc.ts.
 */
export interface KubeletBug {
  readonly issue: string;
  /** The code of the warning of a plan. */
  readonly warning?: Code;
  /** The effect, after the names of the containers. */
  readonly effect: string;
  readonly affects: keyof PodFeatures;
  /** By minor version: the first patch release without the bug. `'none'`: all releases have the bug. */
  readonly fixedIn: Readonly<Record<number, number | 'none'>>;
  /** An instruction. */
  readonly workaround: string;
  /** The part of the pod whose order the bug opens: each dependency that relies on this part has an exception. */
  readonly opens?: OrderPart;
}

/**
 * `initContainers`: the kubelet starts an entry after the init containers before it have exited. `startupProbe`: after
 * the startup probe of a native sidecar has passed. `containers`: it starts app containers one after the other, which
 * no bug opens.
 */
export type OrderPart = 'initContainers' | 'startupProbe' | 'containers';

/** The known bugs that plans name, by the time of the fix. scripts/kubelet-bugs-doc.ts has the others. */
export const KUBELET_BUGS: readonly KubeletBug[] = [
  {
    issue: 'kubernetes#120247',
    warning: 'SW911',
    effect: 'app containers can start before the init containers have completed, after a restart of the node',
    affects: 'initContainers',
    fixedIn: { 28: 2 },
    workaround: 'update the kubelet',
    opens: 'initContainers',
  },
  {
    issue: 'kubernetes#125880',
    warning: 'SW912',
    effect:
      'the sidecar receives no SIGTERM if the pod is deleted before all its containers have started, and is ' +
      'killed at the end of the grace period',
    affects: 'nativeSidecars',
    fixedIn: { 29: 8, 30: 4 },
    workaround: 'update the kubelet',
  },
  {
    issue: 'kubernetes#126543',
    warning: 'SW913',
    effect:
      'the container can remain in the state `Created` after a temporary failure of the container runtime, and ' +
      'the pod never starts',
    affects: 'initContainersAndSidecars',
    fixedIn: { 29: 9, 30: 5, 31: 1 },
    workaround: 'update the kubelet, or delete such a pod',
  },
  {
    issue: 'kubernetes#129907',
    warning: 'SW914',
    effect:
      'the API server fails at each change of the pod, because of the `sleep` in the postStart hook, and the ' +
      'pod stays in the phase `Pending`',
    affects: 'postStartSleeps',
    fixedIn: { 32: 3 },
    workaround: 'set `capabilities: { sleepAction: false }`, or update the API server',
  },
  {
    issue: 'kubernetes#132037',
    warning: 'SW917',
    effect:
      'the scheduler does not see the ports of the sidecar: two pods with the same ports can be on one node, where ' +
      'one fails',
    affects: 'sidecarsOnHostPorts',
    fixedIn: { 29: 'none', 30: 'none', 31: 'none', 32: 'none', 33: 6 },
    workaround: 'use a `podAntiAffinity`, or update the scheduler',
  },
  {
    issue: 'kubernetes#132826',
    warning: 'SW915',
    effect:
      'if the sidecar exits before its startup probe has passed, the kubelet may not probe it again, and the ' +
      'pod waits forever',
    affects: 'sidecarsWithStartupProbeIfNever',
    fixedIn: { 29: 'none', 30: 'none', 31: 'none', 32: 'none', 33: 6, 34: 2 },
    workaround: 'set `restartPolicy: OnFailure`, or update the kubelet',
  },
  {
    issue: 'kubernetes#136910',
    warning: 'SW916',
    effect: 'after a restart of the kubelet, the kubelet does not restart app containers that crash',
    affects: 'sidecarsWithStartupProbe',
    fixedIn: { 35: 4 },
    workaround: 'update the kubelet',
  },
  {
    issue: 'kubernetes#137710',
    effect:
      'in a new sandbox, only the first init container runs, and then the app containers start, if the runtime ' +
      'reports an app container of the old sandbox in the state `Created`',
    affects: 'initContainers',
    fixedIn: { 29: 'none', 30: 'none', 31: 'none', 32: 'none', 33: 'none', 34: 'none', 35: 'none', 36: 'none' },
    workaround: 'update the kubelet',
    opens: 'initContainers',
  },
  {
    issue: 'kubernetes#142305',
    effect: 'after a restart of the kubelet, a container whose startup probe has not passed counts as started',
    affects: 'sidecarsWithStartupProbe',
    fixedIn: { 35: 'none', 36: 'none', 37: 'none' },
    workaround: 'state EVERY_START as `guarantee`, or a mechanism with the wait agent',
    opens: 'startupProbe',
  },
];

/** A bug of a version, with the first release of the same minor version that has the fix, if any. */
export interface FoundKubeletBug {
  readonly bug: KubeletBug;
  readonly fixedIn?: string;
}

/** Returns the bugs of a version. Without a patch version, it returns the bugs of the newest patch release. */
export function findKubeletBugs(minor: number, patch = Infinity): readonly FoundKubeletBug[] {
  return KUBELET_BUGS.filter(bug => hasBug(bug, minor, patch)).map(bug => {
    const fixed = bug.fixedIn[minor];
    return { bug, fixedIn: fixed === 'none' ? undefined : `1.${minor}.${fixed}` };
  });
}

function hasBug({ fixedIn }: KubeletBug, minor: number, patch: number): boolean {
  const fixed = fixedIn[minor];
  return fixed === 'none' || (fixed !== undefined && patch < fixed);
}

/** A bug that opens the orders of a part of the pod, on nodes of a version or newer. */
export interface KubeletException {
  readonly opens: OrderPart;
  readonly issue: string;
  /** The minor versions with the bug, as '1.35 to 1.37'. */
  readonly versions: string;
  readonly effect: string;
}

/** 'kubernetes#142305 on 1.35 to 1.37: …'. */
export function describeException({ issue, versions, effect }: KubeletException): string {
  return `${issue} on ${versions}: ${effect}`;
}

/** Returns the bugs that open an order on nodes of this version or newer. */
export function findKubeletExceptions(minor: number, patch = Infinity): readonly KubeletException[] {
  return KUBELET_BUGS.flatMap(bug => {
    const { opens, issue, effect } = bug;
    const known = Object.keys(bug.fixedIn).map(Number);
    const minors = known.filter(m => m > minor || (m === minor && hasBug(bug, m, patch)));
    if (opens === undefined || minors.length === 0) {
      return [];
    }
    const [first, last] = [Math.min(...minors), Math.max(...minors)];
    return [{ opens, issue, versions: first === last ? `1.${first}` : `1.${first} to 1.${last}`, effect }];
  });
}

/** The containers that a bug affects. */
export interface AffectedContainers extends FoundKubeletBug {
  readonly names: readonly string[];
}

/** Returns the bugs with a warning that affect the pod. */
export function findAffected(found: readonly FoundKubeletBug[], features: PodFeatures): AffectedContainers[] {
  return found.flatMap(({ bug, fixedIn }) => {
    const names = features[bug.affects];
    return names.length === 0 || bug.warning === undefined ? [] : [{ bug, fixedIn, names }];
  });
}

export function describeAffected({ bug, fixedIn, names }: AffectedContainers): string {
  const release = fixedIn === undefined ? 'not fixed in these nodes' : `fixed in ${fixedIn}`;
  return `${quoteNames(names)}: ${bug.effect} (${bug.issue}, ${release}). To avoid this, ${bug.workaround}`;
}

import { Delivery } from './delivery';
import { AccountIntent, CheckSource } from './intent';
import { Way } from './remedy';
import { Tool } from './wait-tool';
import { ContainerRole } from '../api/container-role';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { Awaitable, Check, ExternalCheck } from '../api/private/check';
import { ExternalTarget, InApp } from '../api/private/declaration';
import { StartCondition } from '../api/start-condition';
import { ContainerSlot } from '../api/startup-plan';
import { StopMechanism } from '../api/stop-mechanism';

/** Everything that was decided about one pod. The emitters render it and decide nothing. */
export interface PodPlan {
  /** `initContainers` in start order: containers of the pod, and waits. */
  readonly init: readonly InitEntry[];
  /** `containers` in start order. */
  readonly app: readonly string[];
  /** In the order of declaration. */
  readonly containers: readonly ContainerDecision[];
  readonly edges: readonly EdgeDecision[];
  readonly mesh?: MeshDecision;
  readonly hooks: readonly HookDecision[];
  readonly probes: readonly ProbeDecision[];
  readonly guards: readonly GuardDecision[];
  readonly gates: readonly GateDecision[];
  readonly triggers: readonly TriggerDecision[];
  /** How the agent gets into the containers that run it; `undefined`: no container runs the agent. */
  readonly agent?: AgentPlan;
  /** Containers of the pod share marker files or lock files. */
  readonly usesState: boolean;
  /** The container that kubectl takes when none is named: the first of `containers` as declared. `undefined`: it is the first in start order as well. */
  readonly defaultContainer?: string;
  /** Containers whose automatic startup probe is left out. */
  readonly withoutStartupProbe: readonly string[];
  /** Containers whose end, whatever the exit code, restarts all containers of the pod. */
  readonly restarts: readonly string[];
  readonly stops: readonly StopDecision[];
  readonly preStops: readonly PreStopDecision[];
  /** Of probes that stay as they are but for this. */
  readonly probeGraces: readonly ProbeGraceDecision[];
  /** How long it takes until all have stopped; `undefined`: no stop waits for another. */
  readonly stopSeconds?: number;
  /** The account that the pod gets; `undefined`: it keeps its own, or needs none. */
  readonly serviceAccount?: AccountIntent;
  /** The pod has volumes besides those that the plan adds. */
  readonly hasVolumes: boolean;
  readonly warnings: readonly string[];
}

export interface AgentPlan extends Delivery {
  /** A check over https needs the binary with TLS. */
  readonly https: boolean;
}

export type InitEntry =
  | { readonly kind: 'container'; readonly name: string; readonly native: boolean }
  | { readonly kind: 'wait'; readonly wait: WaitDecision };

export interface ContainerDecision {
  readonly name: string;
  readonly role: ContainerRole;
  readonly slot: ContainerSlot;
  readonly reason: string;
  /** Why it has another place in its list than declared, and which containers no longer hold it for that; `undefined`: it stays in its place. */
  readonly moved?: string;
  /** From its start until it is ready; `undefined`: nobody said. */
  readonly expectedReadySeconds?: number;
  /** Of a startup probe of the user's that stays, on a native sidecar: the kubelet starts nothing behind it before that has passed. */
  readonly startupProbeSeconds?: number;
  /** The manifest has it as a native sidecar: the order does not make it one. */
  readonly alreadyNative?: boolean;
  /** It has a postStart hook of its own. */
  readonly hasHook?: boolean;
}

/** The proxy that a mesh injects, and what tells it where. */
export interface MeshDecision {
  readonly annotations: Readonly<Record<string, string>>;
  readonly proxy: ContainerDecision;
  /** Of the containers that start as it does. */
  readonly place: 'first' | 'last';
}

/** The dependency gets SIGTERM only after the dependent has ended. */
export interface StopDecision {
  readonly dependent: string;
  readonly dependency: string;
  readonly mechanism: StopMechanism;
  readonly reason: string;
}

/** A preStop hook that waits until others have ended. The kubelet sends SIGTERM when it is done. */
export interface PreStopDecision {
  readonly container: string;
  readonly after: readonly string[];
  /** The user's own hook, behind the wait: a command, or seconds to sleep. */
  readonly runThen?: readonly string[];
  readonly sleepThen?: number;
}

/** A restart for the sake of the probe would wait for dependents that do not stop. */
export interface ProbeGraceDecision {
  readonly container: string;
  readonly probe: 'livenessProbe' | 'startupProbe';
  readonly seconds: number;
}

/** A postStart hook. */
export interface HookDecision {
  readonly usesAgent: boolean;
  /** The container that carries it. */
  readonly carrier: string;
  /** The hook empties the marker file of the carrier first: the marks are of the container's run before this one. */
  readonly resets: boolean;
  /** Containers that start later, whose marks of an earlier sandbox the hook removes. */
  readonly forgets: readonly string[];
  /** A process stays behind that locks a file as long as the container lives. */
  readonly locks: boolean;
  /** What an agent in the background goes on to wait for when the hook has ended; empty: there is none. */
  readonly lingers: readonly WaitStep[];
  readonly waits: readonly WaitStep[];
  /** The hook is the kubelet's own `sleep`, of so many seconds. */
  readonly sleepSeconds?: number;
  /** `undefined`: it does not wait, or the one blocking command is the hook and bounds itself. */
  readonly timeoutSeconds?: number;
  readonly onTimeout: OnTimeout;
  /** The user's own exec hook, which runs first. */
  readonly runFirst?: readonly string[];
}

/** A check that has to pass; a mark that is made when all before it has passed; or a look: without that mark all behind it is left out. */
export type WaitStep =
  | { readonly dependency: string; readonly seen: StartCondition }
  | { readonly dependency: string; readonly check: Awaitable }
  | { readonly dependency: string; readonly marks: StartCondition };

/** The agent runs in front of the container's own command, at each start of it. */
export interface GateDecision {
  readonly container: string;
  /** Empty: it waits for nothing. */
  readonly awaited: readonly AwaitedDecision<Awaitable>[];
  /** A file is locked as long as the container lives. */
  readonly locks: boolean;
  /** The agent stays, and ends the command with SIGTERM when all these have ended: with exit code 0, or whatever theirs is. Empty: it does not. */
  readonly endsBehind: readonly { readonly container: string; readonly condition: StartCondition }[];
  /** The agent stays, and marks the end of the command. */
  readonly marksEnd: boolean;
  /** When the command has ended, and all these have, the proxy of the mesh is asked to end: by a POST to the URL. */
  readonly quits?: { readonly url: string; readonly behind: GateDecision['endsBehind'] };
  /** Probes of the user that the kubelet goes on making from the start of the gate. */
  readonly keptProbes?: readonly KeptProbeDecision[];
}

/** A probe that stays as it is but for one number, which gives it the time that the gate takes. */
export type KeptProbeDecision =
  | { readonly probe: 'startupProbe'; readonly failureThreshold: number; /** That is no limit any more. */ readonly losesTime: boolean }
  | { readonly probe: 'livenessProbe'; /** `undefined`: nothing says how long the gate takes. */ readonly initialDelaySeconds?: number; readonly losesTime: boolean };

/** An environment variable of `container` that the kubelet reads from the marker file of `dependency`: without the mark it does not create the container. */
export interface GuardDecision {
  readonly container: string;
  readonly dependency: string;
  readonly condition: StartCondition;
}

/** A probe of a dependency. It makes the marks, and its success makes the kubelet look at the pod again; or it makes none and only limits the wait. */
export interface TriggerDecision {
  readonly container: string;
  readonly probe: 'startupProbe' | 'readinessProbe';
  readonly steps: readonly TriggerStep[];
  /** `undefined`: the kubelet's default, where it decides nothing. */
  readonly failureThreshold?: number;
  /** Of one run of the probe. */
  readonly timeoutSeconds: number;
  /** Of a restart for its sake; `undefined`: the pod's. */
  readonly graceSeconds?: number;
}

export type TriggerStep = WaitStep & {
  /** If it takes longer, the kubelet restarts the container. `undefined`: as long as it takes. */
  readonly limitSeconds?: number;
  /** `CONTINUE`: the probe then passes all the same. */
  readonly onTimeout?: OnTimeout;
};

/** The startup probe that a native sidecar gets; the kubelet starts nothing behind it before it has passed. */
export interface ProbeDecision {
  readonly container: string;
  readonly check: Check;
  /** The longest time for one try; `undefined`: the kubelet's default, 1 s. */
  readonly trySeconds?: number;
  /** Tries, one each second, until the kubelet restarts the sidecar. */
  readonly failureThreshold: number;
  /** What that stands for; `undefined`: no limit. */
  readonly timeoutSeconds?: number;
}

/** An init container that waits: for something outside the pod, or for native sidecars that stand in front of it. */
export interface WaitDecision {
  readonly name: string;
  /** `undefined`: the image of the tool. */
  readonly image?: string;
  /** `undefined`: IfNotPresent. */
  readonly imagePullPolicy?: string;
  readonly tool?: Tool;
  readonly env?: ExternalTarget['env'];
  readonly file?: ExternalTarget['file'];
  /** In the order in which they are checked: the shortest timeout first, those without one last. */
  readonly awaited: readonly AwaitedDecision[];
  /** What it sees, read-only and at the same path, of the volumes of which container. */
  readonly mounts: readonly { readonly container: string; readonly volume: string; readonly path: string }[];
  /** Containers whose marks of an earlier sandbox the wait removes. */
  readonly forgets: readonly string[];
  /** The user whose traffic the mesh does not capture; `undefined`: any will do. */
  readonly runAsUser?: number;
}

export interface AwaitedDecision<C extends Awaitable = ExternalCheck> {
  readonly dependency: string;
  readonly check: C;
  /** `undefined`: no limit. */
  readonly timeoutSeconds?: number;
  readonly onTimeout: OnTimeout;
}

export interface EdgeDecision {
  readonly dependent: string;
  readonly dependency: string;
  readonly external: boolean;
  /** What it is in this app. */
  readonly inApp?: InApp;
  readonly condition: StartCondition;
  readonly check?: ExternalCheck;
  /** Where the check of a container was declared. */
  readonly checkSource?: CheckSource;
  readonly mechanism: Mechanism;
  readonly guarantee: Guarantee;
  /** The user said that the weakest guarantee will do. */
  readonly accepted: boolean;
  /**
   * What would raise the weakest guarantee; empty where it is not the weakest, or where nothing would. It takes trying, so it is found when
   * somebody asks.
   */
  readonly ways: () => readonly Way[];
  readonly waitsIn?: string;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
  readonly reason: string;
  /** Of something outside the pod: from the creation of the pod until it is ready. */
  readonly expectedReadySeconds?: number;
}

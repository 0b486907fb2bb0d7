import { Check } from './check';
import { ContainerRole } from '../container-role';
import { Guarantee } from '../guarantee';
import { Mechanism } from '../mechanism';
import { OnTimeout } from '../on-timeout';
import { StartCondition } from '../start-condition';
import { ContainerSlot } from '../startup-plan';

/** Everything that was decided about one pod. The emitters render it and decide nothing. */
export interface PodPlan {
  /** `initContainers` in start order: containers of the pod, and waits. */
  readonly init: readonly InitEntry[];
  /** `containers` in start order. */
  readonly app: readonly string[];
  /** In the order of declaration. */
  readonly containers: readonly ContainerDecision[];
  readonly edges: readonly EdgeDecision[];
  readonly hooks: readonly HookDecision[];
  readonly probes: readonly ProbeDecision[];
  /** The agent is put into a volume by an init container; what waits uses it from there. */
  readonly installsAgent: boolean;
  /** What kubectl takes when no container is named: the first that nobody depends on. `undefined`: the first of the list will do. */
  readonly defaultContainer?: string;
  /** Containers whose automatic startup probe is left out. */
  readonly withoutStartupProbe: readonly string[];
  readonly warnings: readonly string[];
}

export type InitEntry =
  | { readonly kind: 'container'; readonly name: string; readonly native: boolean }
  | { readonly kind: 'wait'; readonly wait: WaitDecision };

export interface ContainerDecision {
  readonly name: string;
  readonly role: ContainerRole;
  readonly slot: ContainerSlot;
  readonly reason: string;
}

/** A postStart hook that waits. */
export interface HookDecision {
  /** It runs the installed agent; else it needs none, or the image's own shell runs the script. */
  readonly usesInstalledAgent: boolean;
  /** The container that carries it. */
  readonly carrier: string;
  readonly waits: readonly { readonly dependency: string; readonly check: Check }[];
  /** `undefined`: the one blocking command is the hook and bounds itself. */
  readonly timeoutSeconds?: number;
  readonly onTimeout: OnTimeout;
  /** The user's own exec hook, which runs first. */
  readonly runFirst?: readonly string[];
}

/** The startup probe that a native sidecar gets; the kubelet starts nothing behind it before it has passed. */
export interface ProbeDecision {
  readonly container: string;
  readonly check: Check;
  /** The check is that of a probe in the manifest, written for the kubelet, which expands `$(VAR)` in it. */
  readonly ownWords: boolean;
  /** The longest time for one try; `undefined`: the kubelet's default, 1 s. */
  readonly trySeconds?: number;
  /** Tries, one each second, until the kubelet restarts the sidecar. */
  readonly failureThreshold: number;
  /** What that stands for; `undefined`: no limit. */
  readonly timeoutSeconds?: number;
}

/** An init container that waits for something outside the pod. */
export interface WaitDecision {
  readonly name: string;
  readonly dependency: string;
  readonly check: Check;
  readonly image?: string;
  readonly timeoutSeconds?: number;
  readonly onTimeout: OnTimeout;
}

export interface EdgeDecision {
  readonly dependent: string;
  readonly dependency: string;
  readonly external: boolean;
  readonly condition: StartCondition;
  readonly check?: Check;
  readonly mechanism: Mechanism;
  readonly guarantee: Guarantee;
  /** The user said that the weakest guarantee will do. */
  readonly accepted: boolean;
  readonly waitsIn?: string;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
  readonly reason: string;
}

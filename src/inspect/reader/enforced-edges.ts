import { Guarantee } from '../../api/guarantee';
import { StartCondition } from '../../api/start-condition';
import { ContainerSlot } from '../../api/startup-plan';

/** In which order the kubelet really starts the containers of a pod, whoever wrote it, and which orders were merely hoped for. Plain data. */
export interface EnforcedOrder {
  /** In start order: `initContainers`, then `containers`. */
  readonly containers: readonly ReadContainer[];
  /** Each container with each later container that the kubelet or a wait holds for it. A pair can be there twice, by different means. */
  readonly ordered: readonly OrderedPair[];
  /** The waits for something outside the pod. */
  readonly outside: readonly OutsideWait[];
  readonly hoped: readonly HopedOrder[];
}

export interface ReadContainer {
  /** Without a name: its place, such as `containers[1]`. A second container of one name has its place behind the name. */
  readonly name: string;
  /** In the document, such as `spec.template.spec.containers[0]`. */
  readonly path: string;
  readonly slot: ContainerSlot;
  /** This library has put it there. */
  readonly injected: boolean;
  /** A native sidecar where there are none, or a command that is known never to end: nothing behind it in `initContainers` starts. */
  readonly blocks: boolean;
}

/** By what a pair is ordered. */
export type OrderMeans =
  /** Its place in `initContainers`, or among `containers`, where it says only which is launched first. */
  | 'position'
  /** The startup probe of a native sidecar. */
  | 'startupProbe'
  /** A postStart hook, which blocks the kubelet. */
  | 'postStart'
  /** The command of the second one waits. */
  | 'command'
  /** The wait agent before the command of the second container. */
  | 'gate'
  /** An environment variable from a marker file. */
  | 'guard'
  /** An init container between them that waits for the first one. */
  | 'initContainer';

export interface OrderedPair {
  readonly first: string;
  readonly then: string;
  /** What is true of `first` when `then` starts. */
  readonly condition: StartCondition;
  readonly by: OrderMeans;
  readonly guarantee: Guarantee;
  /** What is looked at, in words, as far as it can be read: `TCP 127.0.0.1:6379`, `8 s`. */
  readonly waitsFor?: string;
  /** What in the document does it. */
  readonly path: string;
  /** In one sentence, with what opens it. */
  readonly reason: string;
}

export interface OutsideWait {
  /** The container that waits. */
  readonly container: string;
  /** The name of the dependency in a wait of our agent; else the target in words. */
  readonly waitsFor: string;
  /** The check of our agent, in words. */
  readonly check?: string;
  /** Of our agent. */
  readonly timeoutSeconds?: number;
  /** The part of the container that waits: all that it does, or its command, or its hook. */
  readonly by: 'initContainer' | 'command' | 'postStart';
  /** The names of the containers that start after the wait. */
  readonly holds: readonly string[];
  readonly guarantee: Guarantee;
  readonly path: string;
}

/** An order that the author can have meant, and that nothing enforces. */
export interface HopedOrder {
  /** `undefined`: the manifest does not tell which container is waited for. */
  readonly first?: string;
  /** `undefined`: no container starts later. */
  readonly then?: string;
  readonly by: 'startupProbe' | 'readinessProbe' | 'postStart' | 'command' | 'sleep' | 'restartPolicy' | 'guard';
  readonly path: string;
  readonly why: string;
}

import { ContainerSlot, Guarantee, StartCondition } from '../../src/api/private/enums';

/**
 * The order in which the kubelet starts the containers of a pod, and the orders that the manifest suggests but does not
 * enforce. Plain data.
 */
export interface EnforcedOrder {
  /** In start order: `initContainers`, then `containers`. */
  readonly containers: readonly ReadContainer[];
  /**
   * Each container with each later container that the kubelet or a wait holds for it. Different means can enforce the
   * same pair twice.
   */
  readonly ordered: readonly OrderedPair[];
  /** The waits for something outside the pod. */
  readonly outside: readonly OutsideWait[];
  readonly unenforced: readonly UnenforcedOrder[];
}

interface ReadContainer {
  /**
   * Without a name: the path, such as `containers[1]`. A second container with the same name has its path appended to
   * the name.
   */
  readonly name: string;
  /** The path in the document, such as `spec.template.spec.containers[0]`. */
  readonly path: string;
  readonly slot: ContainerSlot;
  /** The library has injected the container. */
  readonly injected: boolean;
  /**
   * No later container ever starts: an init container never exits or always fails, a native sidecar never counts as
   * started, or a hook never ends, by itself or because it waits for a later container.
   */
  readonly blocks: boolean;
  /** The image of the command, with its digest, if the command comes from the image file: `nginx:1.27@sha256:…`. */
  readonly commandFrom?: string;
}

/** The means that orders a pair. */
export type OrderMeans =
  /**
   * The position in `initContainers`; or the position in `containers`, which only decides which container the kubelet
   * launches first.
   */
  | 'position'
  /** The startup probe of a native sidecar. */
  | 'startupProbe'
  /** A postStart hook, which blocks the kubelet. */
  | 'postStart'
  /** The command of the second container waits. */
  | 'command'
  /** The wait agent before the command of the second container. */
  | 'gate'
  /** An environment variable from a marker file. */
  | 'guard'
  /** An init container between them that waits for the first container. */
  | 'initContainer';

export interface OrderedPair {
  readonly first: string;
  readonly then: string;
  /** The condition of `first` when `then` starts. */
  readonly condition: StartCondition;
  readonly by: OrderMeans;
  readonly guarantee: Guarantee;
  /** The check as text, if the manifest contains it: `TCP 127.0.0.1:6379`, `8 s`. */
  readonly waitsFor?: string;
  /** The timeout of the wait agent. */
  readonly timeoutSeconds?: number;
  /** The path of the field in the document that enforces the pair. */
  readonly path: string;
  /** One sentence, with the events that open the order. */
  readonly reason: string;
}

export interface OutsideWait {
  /** The container that waits. */
  readonly container: string;
  /** The name of the dependency in a wait of the wait agent, or otherwise the target as text. */
  readonly waitsFor: string;
  /** The check of the wait agent, as text. */
  readonly check?: string;
  /** The timeout of the wait agent. */
  readonly timeoutSeconds?: number;
  /** The part of the container that waits: the whole container, its command, or its hook. */
  readonly by: 'initContainer' | 'command' | 'postStart';
  /** The names of the containers that start after the wait. */
  readonly holds: readonly string[];
  readonly guarantee: Guarantee;
  /** Why the wait of a command can end before its target is ready; `undefined`: it cannot. */
  readonly opens?: string;
  readonly path: string;
}

/** An order that the manifest suggests and that nothing enforces. */
export interface UnenforcedOrder {
  /** `undefined`: the manifest does not contain the awaited container, or an annotation declares the whole order. */
  readonly first?: string;
  /** `undefined`: no container starts later. */
  readonly then?: string;
  readonly by:
    | 'startupProbe'
    | 'readinessProbe'
    | 'postStart'
    | 'command'
    | 'sleep'
    | 'restartPolicy'
    | 'guard'
    | 'annotation';
  readonly path: string;
  readonly why: string;
}

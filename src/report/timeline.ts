import { ContainerSlot } from '../api/private/enums';

/** The start of a pod, in seconds since its creation: predicted from a plan (predict.ts), or measured on a node. */
export interface Timeline {
  /** The workload or pod. */
  readonly title: string;
  readonly kind: 'predicted' | 'measured';
  /** Things outside the pod first, then the containers in start order. */
  readonly rows: readonly TimelineRow[];
  readonly edges: readonly TimelineEdge[];
  /**
   * The steps up to the readiness of the last app container; each step begins when the previous step ends. Empty if
   * unknown.
   */
  readonly criticalPath: readonly TimelineStep[];
  /** When all app containers are ready; `undefined` if never, or not yet. */
  readonly allReady?: number;
  /**
   * When all app containers are ready if each wait ends exactly when its condition becomes true; `undefined` if
   * unknown.
   */
  readonly allReadyWithFreeWaits?: number;
  /** When all app containers are ready without an order; `undefined` if unknown. */
  readonly allReadyWithoutOrder?: number;
  /** The last moment of the picture. */
  readonly end: number;
  /** Notes for the reader about the limits of this timeline. */
  readonly notes: readonly string[];
}

export interface TimelineRow {
  readonly name: string;
  readonly place: Place;
  /** Whether the library or a webhook, not the user's manifest, adds the container. */
  readonly injected: boolean;
  /** Whether the row is an app container. The pod has started when all app containers are ready. */
  readonly app: boolean;
  /** The reason for the position; for a dependency outside the pod, its check. */
  readonly detail: string;
  /** The time when the kubelet begins to create the container. */
  readonly created?: number;
  /** The start of the container's own command, after its gate, if any. */
  readonly started?: number;
  readonly ready?: number;
  /** The exit of an init container. */
  readonly ended?: number;
  readonly spans: readonly TimelineSpan[];
  /** Whether the time until ready is an assumption. */
  readonly guessed: boolean;
  readonly critical: boolean;
}

export type Place = 'outside' | 'init container' | 'native sidecar' | 'container';

export const PLACES: Readonly<Record<ContainerSlot, Place>> = {
  INIT: 'init container',
  NATIVE_SIDECAR: 'native sidecar',
  CONTAINER: 'container',
};

export interface TimelineSpan {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
  /** The names of the dependencies; for a failure, the message. */
  readonly of: readonly string[];
}

/**
 * `queued`: all dependencies are met, and the kubelet has not created the container yet; `waiting`: for a dependency;
 * `creating`; `starting`: the command runs, and the container is not ready; `running`: an init container at work;
 * `ready`; `failed`: the container has crashed, or cannot start.
 */
export type SpanKind = 'queued' | 'waiting' | 'creating' | 'starting' | 'running' | 'ready' | 'failed';

/** An arrow from a condition that became true to the dependent that continued. */
export interface TimelineEdge {
  readonly dependent: string;
  readonly dependency: string;
  /** Whether the dependency is outside the pod. */
  readonly external: boolean;
  readonly condition: string;
  /** The mechanism that enforces the order. */
  readonly mechanism: string;
  readonly guarantee: string;
  /** The time when the condition became true; `undefined`: never, not yet, or only after the dependent had gone on. */
  readonly metAt?: number;
  /** The init container that waits instead of the dependent. */
  readonly via?: string;
  /** The time when the dependent, or the init container that waits instead, continued. */
  readonly wentOnAt?: number;
  /**
   * How much later the dependent starts than without an order, if this is the last dependency that it waits for;
   * `undefined`: another is the last, or unknown.
   */
  readonly delay?: number;
  readonly critical: boolean;
}

export interface TimelineStep {
  /** The container, or 'kubelet'. */
  readonly who: string;
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** The part of the picture after all containers are ready, relative to the time until then. */
export const REST = 0.08;

/** The same part for a pod with a wait that never ends. */
export const REST_OF_WAIT = 0.5;

import { ContainerSlot } from '../api/startup-plan';

/** When what happens in a pod that starts, in seconds from its creation: predicted from a plan (predict.ts), or seen on a node. Pictures draw both alike. */
export interface Timeline {
  /** The workload or pod. */
  readonly title: string;
  readonly kind: 'predicted' | 'measured';
  /** Things outside the pod first, then the containers in start order. */
  readonly rows: readonly TimelineRow[];
  readonly edges: readonly TimelineEdge[];
  /** The steps up to the readiness of the last app container; each step begins when the previous step ends. Empty if unknown. */
  readonly criticalPath: readonly TimelineStep[];
  /** When all app containers are ready; `undefined` if never, or not yet. */
  readonly allReady?: number;
  /** When all app containers are ready if each wait ends exactly when its condition becomes true; `undefined` if unknown. */
  readonly allReadyWithFreeWaits?: number;
  /** When all app containers are ready without an order; `undefined` if unknown. */
  readonly allReadyWithoutOrder?: number;
  /** The last moment of the picture. */
  readonly end: number;
  /** The limits of this timeline, for its readers. */
  readonly notes: readonly string[];
}

export interface TimelineRow {
  readonly name: string;
  readonly place: Place;
  /** Whether the library, not the user's manifest, adds the container. */
  readonly injected: boolean;
  /** Whether the row is an app container. The pod has started when all app containers are ready. */
  readonly app: boolean;
  /** The reason for its place; for something outside the pod, the check. */
  readonly detail: string;
  /** When the kubelet begins to create it. */
  readonly created?: number;
  /** When its own command starts: after its gate, if it has one. */
  readonly started?: number;
  readonly ready?: number;
  /** When an init container has ended. */
  readonly ended?: number;
  readonly spans: readonly TimelineSpan[];
  /** Whether the time until ready is an assumption. */
  readonly guessed: boolean;
  readonly critical: boolean;
}

export type Place = 'outside' | 'init container' | 'native sidecar' | 'container';

export const PLACES: Readonly<Record<ContainerSlot, Place>> = {
  [ContainerSlot.INIT_CONTAINER]: 'init container',
  [ContainerSlot.NATIVE_SIDECAR]: 'native sidecar',
  [ContainerSlot.CONTAINER]: 'container',
};

export interface TimelineSpan {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
  /** The names that it waits for; for a failure, the message. */
  readonly of: readonly string[];
}

/**
 * `queued`: nothing it needs is missing, the kubelet has not come to it; `waiting`: for what it needs; `creating`; `starting`: its command runs, it is not ready;
 * `running`: an init container at work; `ready`; `failed`: it has crashed, or may not start.
 */
export type SpanKind = 'queued' | 'waiting' | 'creating' | 'starting' | 'running' | 'ready' | 'failed';

/** An arrow: what was awaited came true, and the dependent went on. */
export interface TimelineEdge {
  readonly dependent: string;
  readonly dependency: string;
  readonly condition: string;
  /** How it is enforced. */
  readonly mechanism: string;
  readonly guarantee: string;
  /** When the condition came true; `undefined`: never, or not yet. */
  readonly metAt?: number;
  /** The init container that waits for it in the dependent's place. */
  readonly via?: string;
  /** When the dependent's command started. */
  readonly startedAt?: number;
  /** When what had waited went on: the dependent, or the init container in its place. */
  readonly wentOnAt?: number;
  readonly critical: boolean;
}

export interface TimelineStep {
  /** The container, or 'kubelet'. */
  readonly who: string;
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** How much a picture shows of a pod in which all is ready, as a part of the time until then. */
export const REST = 0.08;

/** The same of a pod in which a wait never ends. */
export const REST_OF_WAIT = 0.5;

/** Whether a bar goes on after the end of the picture: the pod is not ready, and what the bar shows has no end. */
export function isOpen({ kind, to }: TimelineSpan, { allReady, end }: Timeline): boolean {
  return allReady === undefined && to >= end && kind !== 'ready' && kind !== 'failed';
}

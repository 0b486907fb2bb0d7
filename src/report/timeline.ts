import { ContainerSlot } from '../api/startup-plan';

/** When what happens in a pod that starts, in seconds from its creation: predicted from a plan (predict.ts), or seen on a node. Pictures draw both alike. */
export interface Timeline {
  /** The workload or pod. */
  readonly title: string;
  readonly kind: 'predicted' | 'measured';
  /** Things outside the pod first, then the containers in start order. */
  readonly rows: readonly TimelineRow[];
  readonly edges: readonly TimelineEdge[];
  /** The chain of steps, each of which begins when the one before ends, up to the last app container's readiness. Empty: not known. */
  readonly criticalPath: readonly TimelineStep[];
  /** When all app containers are ready; `undefined`: they never are, or are not yet. */
  readonly allReady?: number;
  /** The same if each wait ended at the moment at which its condition comes true; `undefined`: not known. */
  readonly allReadyWithFreeWaits?: number;
  /** The same if nothing were ordered; `undefined`: not known. */
  readonly allReadyWithoutOrder?: number;
  /** The last moment of the picture. */
  readonly end: number;
  /** The limits of this timeline, for its readers. */
  readonly notes: readonly string[];
}

export interface TimelineRow {
  readonly name: string;
  readonly place: Place;
  /** Whether it is not in the user's manifest. */
  readonly injected: boolean;
  /** Does the work of the pod: the pod counts as up when all of these are ready. */
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
  /** Nobody said how long it takes until it is ready. */
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

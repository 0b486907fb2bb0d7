import { Chart } from 'cdk8s';
import { Event } from './timestamps';

/** A fault or an action at a moment of the run. Its event is `injected(fault.name)`. */
export interface Fault {
  readonly name: string;
  readonly at: Event;
  readonly afterMs: number;
  readonly action: FaultAction;
  /** The signal has no effect if the container or the sandbox does not run at this moment. */
  readonly mayMiss?: boolean;
}

export type FaultAction =
  | { readonly kind: 'signal'; readonly signal: Signal; readonly container: string }
  | { readonly kind: 'kill-sandbox'; readonly container: string }
  | { readonly kind: 'reboot-pod'; readonly container: string }
  | { readonly kind: 'restart-kubelet' }
  | { readonly kind: 'delete-pod'; readonly container: string }
  | { readonly kind: 'read-log'; readonly container: string }
  | { readonly kind: 'ask-why'; readonly container: string }
  | { readonly kind: 'count-events'; readonly container: string; readonly text: string }
  | { readonly kind: 'create'; readonly objects: (chart: Chart) => void }
  | { readonly kind: 'patch'; readonly api: string; readonly path: string; readonly fields: object; readonly merge: Merge }
  | { readonly kind: 'remove'; readonly path: string };

type Signal = 'KILL' | 'TERM' | 'STOP' | 'CONT';

/** A strategic merge finds the items of a list by their names. */
export type Merge = 'merge' | 'strategic-merge';

export interface Moment {
  readonly at: Event;
  readonly afterMs?: number;
}

function signalFault(verb: string, signal: Signal) {
  return (container: string, { at, afterMs = 0 }: Moment): Fault =>
    ({ name: `${verb} ${container}`, at, afterMs, action: { kind: 'signal', signal, container } });
}

export const kill = signalFault('kill', 'KILL');
/** Sends SIGTERM to the main process, without the kubelet. */
export const terminate = signalFault('terminate', 'TERM');
export const freeze = signalFault('freeze', 'STOP');
export const thaw = signalFault('thaw', 'CONT');

/** Kills the pause process of the pod with the container: the kubelet creates a new sandbox and starts all containers again. */
export function killSandbox(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `kill the sandbox of ${container}`, at, afterMs, action: { kind: 'kill-sandbox', container } };
}

/** Ends all processes of the pod with the container at once, and empties its volumes in memory, as a reboot of the node does. */
export function rebootPod(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `reboot the pod of ${container}`, at, afterMs, action: { kind: 'reboot-pod', container } };
}

export function restartKubelet({ at, afterMs = 0 }: Moment): Fault {
  return { name: 'restart the kubelet', at, afterMs, action: { kind: 'restart-kubelet' } };
}

/** Deletes the pod with the container. */
export function deletePod(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `delete the pod of ${container}`, at, afterMs, action: { kind: 'delete-pod', container } };
}

/** Reads the log of the container through the API server. Fails if the kubelet refuses the log. */
export function readLog(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `read the log of ${container}`, at, afterMs, action: { kind: 'read-log', container } };
}

/** Counts the events of the pod with the container whose message contains the text. The count is the detail of the event `injected`. */
export function countEvents(text: string, container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `count the events of ${container}`, at, afterMs, action: { kind: 'count-events', container, text } };
}

/** Creates objects. As with the `objects` of a story, expectations about the pod do not apply to their pods. */
export function create(name: string, objects: (chart: Chart) => void, { at, afterMs = 0 }: Moment): Fault {
  return { name: `create ${name}`, at, afterMs, action: { kind: 'create', objects } };
}

/** Changes fields of an object, such as `configmaps/settings`. By default the object belongs to the core API. */
export function patch(
  path: string, fields: object, { at, afterMs = 0, api = '/api/v1', merge = 'merge' }: Moment & { readonly api?: string; readonly merge?: Merge },
): Fault {
  return { name: `patch ${path}`, at, afterMs, action: { kind: 'patch', api, path, fields, merge } };
}

/** Deletes an object of the core API, such as `configmaps/settings`. */
export function remove(path: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `remove ${path}`, at, afterMs, action: { kind: 'remove', path } };
}

import { Chart } from 'cdk8s';
import { Event } from './timestamps';

/** Something that goes wrong at a moment of the run, or that somebody does then. `injected(fault.name)` is the event of it. */
export interface Fault {
  readonly name: string;
  readonly at: Event;
  readonly afterMs: number;
  readonly action: FaultAction;
}

export type FaultAction =
  | { readonly kind: 'signal'; readonly signal: Signal; readonly container: string }
  | { readonly kind: 'kill-sandbox'; readonly container: string }
  | { readonly kind: 'restart-kubelet' }
  | { readonly kind: 'delete-pod'; readonly container: string }
  | { readonly kind: 'read-log'; readonly container: string }
  | { readonly kind: 'ask-why'; readonly container: string }
  | { readonly kind: 'create'; readonly objects: (chart: Chart) => void }
  | { readonly kind: 'patch'; readonly path: string; readonly fields: object };

type Signal = 'KILL' | 'TERM' | 'STOP' | 'CONT';

interface Moment {
  readonly at: Event;
  readonly afterMs?: number;
}

function signalFault(verb: string, signal: Signal) {
  return (container: string, { at, afterMs = 0 }: Moment): Fault =>
    ({ name: `${verb} ${container}`, at, afterMs, action: { kind: 'signal', signal, container } });
}

export const kill = signalFault('kill', 'KILL');
/** SIGTERM to its main process, which nobody else is told. */
export const terminate = signalFault('terminate', 'TERM');
export const freeze = signalFault('freeze', 'STOP');
export const thaw = signalFault('thaw', 'CONT');

/** Kills what holds the namespaces of the pod that has the container: the kubelet makes a new sandbox and starts the whole pod again in it. */
export function killSandbox(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `kill the sandbox of ${container}`, at, afterMs, action: { kind: 'kill-sandbox', container } };
}

export function restartKubelet({ at, afterMs = 0 }: Moment): Fault {
  return { name: 'restart the kubelet', at, afterMs, action: { kind: 'restart-kubelet' } };
}

/** Deletes the pod that has the container. */
export function deletePod(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `delete the pod of ${container}`, at, afterMs, action: { kind: 'delete-pod', container } };
}

/** No harm: somebody reads the log of the container through the API server, and fails when the kubelet refuses it. */
export function readLog(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `read the log of ${container}`, at, afterMs, action: { kind: 'read-log', container } };
}

/** No harm: somebody makes objects; as with `objects` of the story, what is said of `the pod` is not said of theirs. */
export function create(name: string, objects: (chart: Chart) => void, { at, afterMs = 0 }: Moment): Fault {
  return { name: `create ${name}`, at, afterMs, action: { kind: 'create', objects } };
}

/** No harm: somebody changes fields of an object of the core API, such as `configmaps/settings`. */
export function patch(path: string, fields: object, { at, afterMs = 0 }: Moment): Fault {
  return { name: `patch ${path}`, at, afterMs, action: { kind: 'patch', path, fields } };
}

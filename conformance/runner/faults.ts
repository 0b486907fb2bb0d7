import { Event } from './stamps';

/** Something that goes wrong at a moment of the run. `injected(fault.name)` is the event of it. */
export interface Fault {
  readonly name: string;
  readonly at: Event;
  readonly afterMs: number;
  readonly action: FaultAction;
}

export type FaultAction =
  | { readonly kind: 'signal'; readonly signal: 'KILL' | 'STOP' | 'CONT'; readonly container: string }
  | { readonly kind: 'restart-kubelet' }
  | { readonly kind: 'delete-pod'; readonly container: string };

interface Moment {
  readonly at: Event;
  readonly afterMs?: number;
}

function signalFault(verb: string, signal: 'KILL' | 'STOP' | 'CONT') {
  return (container: string, { at, afterMs = 0 }: Moment): Fault =>
    ({ name: `${verb} ${container}`, at, afterMs, action: { kind: 'signal', signal, container } });
}

export const kill = signalFault('kill', 'KILL');
export const freeze = signalFault('freeze', 'STOP');
export const thaw = signalFault('thaw', 'CONT');

export function restartKubelet({ at, afterMs = 0 }: Moment): Fault {
  return { name: 'restart the kubelet', at, afterMs, action: { kind: 'restart-kubelet' } };
}

/** Deletes the pod that has the container. */
export function deletePod(container: string, { at, afterMs = 0 }: Moment): Fault {
  return { name: `delete the pod of ${container}`, at, afterMs, action: { kind: 'delete-pod', container } };
}

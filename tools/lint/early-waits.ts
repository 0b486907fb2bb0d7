import { listCertainTargets, listCommandWaits, listHookWaits, listInitWaits, PlacedTarget } from './pod-queries';
import { AppWorkload, AwaitedPart, namesOnlyReady } from '../../src/pod/app-objects';
import { PodView } from '../read/pod-view';
import { WaitTarget } from '../read/wait';

/**
 * Returns the targets of the waits during which the pod is not ready: no Service lists its address. A wait that goes on
 * after its limit keeps no pod from being ready.
 */
export function listEarlyTargets(pod: PodView): PlacedTarget[] {
  // A container with one of these probes is not ready before its own command runs.
  const unready = listCommandWaits(pod).filter(
    ({ container: { slot, json } }) => slot !== 'INIT' && (json.readinessProbe ?? json.startupProbe),
  );
  const waits = [...listHookWaits(pod), ...listInitWaits(pod), ...unready];
  return listCertainTargets(waits.filter(({ wait }) => !wait.goesOn));
}

/** Returns the host of a target; `undefined`: the target has no host, or the manifest does not name it. */
export function getHost(target: WaitTarget): string | undefined {
  return target.kind === 'network' || target.kind === 'name' ? target.host?.toLowerCase() : undefined;
}

/** The wait asks the API server for the IP of its own pod. */
export function asksForOwnAddress(target: WaitTarget): boolean {
  return target.kind === 'kubernetes' && target.own && target.words.some(word => word.includes('podIP'));
}

/** Whether the wait ends only when one of these pods is ready. */
export function needsReadyPod({ kind }: WaitTarget, pods: AwaitedPart<AppWorkload>): boolean {
  return kind === 'name' ? namesOnlyReady(pods) : !pods.publishesNotReady;
}

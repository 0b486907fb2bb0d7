import { locksMarks } from './condition';
import { PodIntent } from '../../../pod/intent';
import { MarkerHook } from '../guarded-hook/marker-hook';
import { Marker, listSteps, takeImmediateSteps } from '../guarded-hook/markers';

/**
 * Adds a hook to each dependency whose marks gates read. The hook does not wait. It leaves an agent that writes the
 * marks, independent of the kubelet, and a process that locks the marker file as long as the container runs.
 */
export function addGateMarkerHooks(
  forGates: readonly (Marker | undefined)[],
  forGuards: readonly MarkerHook[],
  intent: PodIntent,
): MarkerHook[] {
  const hooks = new Map(forGuards.map(hook => [hook.carrier, hook]));
  for (const marked of forGates) {
    if (!marked) {
      continue;
    }
    const { dependency } = marked;
    const steps = listSteps(marked);
    const lingers = steps.some(s => 'check' in s) ? steps : [];
    const waits = takeImmediateSteps(steps);
    hooks.set(dependency, {
      waits,
      ...hooks.get(dependency),
      carrier: dependency,
      lingers,
      locksMarks: locksMarks(intent),
    });
  }
  return [...hooks.values()];
}

import { MarkerHook } from '../guarded-hook/marker-hook';
import { Marker, listSteps, takeImmediateSteps } from '../guarded-hook/markers';

/**
 * Adds a hook to each dependency whose marks gates read. The hook does not wait. It leaves an agent that writes the marks as long as the container
 * runs, independent of the kubelet.
 */
export function addGateMarkerHooks(forGates: readonly (Marker | undefined)[], forGuards: readonly MarkerHook[]): MarkerHook[] {
  const hooks = new Map(forGuards.map(hook => [hook.carrier, hook]));
  for (const marked of forGates) {
    if (!marked) { continue; }
    const { dependency } = marked;
    const steps = listSteps(marked);
    const lingers = steps.some(s => 'check' in s) ? steps : [];
    hooks.set(dependency, { waits: takeImmediateSteps(steps), ...hooks.get(dependency), carrier: dependency, lingers });
  }
  return [...hooks.values()];
}

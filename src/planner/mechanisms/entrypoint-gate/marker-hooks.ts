import { MarkerHook } from '../guarded-hook/marker-hook';
import { Marker, listSteps, takeImmediateSteps } from '../guarded-hook/markers';

/**
 * The hooks that guards have, and one on each dependency whose marks gates wait for. That one waits for nothing: it leaves an agent behind,
 * which makes the marks as long as the container runs, whatever becomes of the kubelet.
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

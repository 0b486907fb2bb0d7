import { isWait } from './kubelet-simulation';
import { ContainerSlot } from '../api/private/container-slot';
import { PlannedContainer, StartupPlan } from '../api/startup-plan';

export interface StartStep {
  readonly container: PlannedContainer;
  /** Containers with the same number start together. */
  readonly step: number;
}

/**
 * Returns the containers by the step in which they start. The entries of `initContainers` start one after the other; a
 * regular container starts one step after its dependencies, and one step after a container whose postStart hook holds
 * it.
 */
export function computeStartSteps({ containers, dependencies }: StartupPlan): StartStep[] {
  const steps = new Map<string, number>();
  const regular = containers.filter(c => c._slot === ContainerSlot.CONTAINER);
  containers.filter(c => c._slot !== ContainerSlot.CONTAINER).forEach((c, i) => steps.set(c.name, i + 1));
  let next = steps.size + 1;
  for (const { name, _postStart: postStart } of regular) {
    const needs = dependencies.filter(d => d.dependent === name && d.dependency !== name && !isWait(d));
    const step = Math.max(next, ...needs.map(d => (d.external ? next : (steps.get(d.dependency) ?? 0)) + 1));
    steps.set(name, step);
    const holds =
      postStart &&
      (postStart.includesUserHook || postStart.waitsFor.length > 0) &&
      postStart.conditionalOn.length === 0;
    if (holds) {
      next = Math.max(next, step + 1);
    }
  }
  // A dependency outside the pod delays a container, but is no step.
  const numbers = [...new Set(steps.values())].sort((a, b) => a - b);
  return containers
    .map(container => ({ container, step: numbers.indexOf(steps.get(container.name)!) + 1 }))
    .sort((a, b) => a.step - b.step);
}

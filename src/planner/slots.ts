import { Edge } from './resolve';
import { ContainerRole } from '../model/container-role';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { ContainerDecision } from '../model/private/pod-plan';
import { Problem, problem } from '../model/private/problem';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

/** Which list of the pod spec a container goes to, and why. */
export function slotOf(container: ContainerIntent, intent: PodIntent): ContainerDecision {
  const { name, role } = container;
  switch (role) {
    case ContainerRole.INIT:
      return { name, role, slot: ContainerSlot.INIT_CONTAINER, reason: 'runs to completion before any container of the pod starts' };
    case ContainerRole.APP:
      return { name, role, slot: ContainerSlot.CONTAINER, reason: 'does the work of the pod' };
    case ContainerRole.SIDECAR:
      return container.alreadyNative || intent.capabilities.nativeSidecars
        ? { name, role, slot: ContainerSlot.NATIVE_SIDECAR, reason: 'helps the app containers: restarted on its own, keeps no pod alive, its exit code does not count' }
        : { name, role, slot: ContainerSlot.CONTAINER, reason: 'helps the app containers; a regular container, since the target has no native sidecars' };
  }
}

/** What the lists of a pod spec make impossible, whatever the mechanism. */
export function slotProblems(intent: PodIntent, slots: ReadonlyMap<string, ContainerDecision>, edges: readonly Edge[]): Problem[] {
  const decisions = [...slots.values()];
  const moved = decisions.filter(d => d.slot !== ContainerSlot.CONTAINER).map(d => d.name);
  return [
    ...(moved.length === decisions.length && moved.length > 0 ? [problem('SO205', { moved })] : []),
    ...intent.containers.filter(c => c.role === ContainerRole.INIT && c.fieldsForbiddenOnInit.length > 0)
      .map(c => problem('SO504', { name: c.name, fields: [...c.fieldsForbiddenOnInit] })),
    ...edges.flatMap(edge => edgeProblems(edge, intent, slots)),
  ];
}

function edgeProblems({ dependent, dependency, condition }: Edge, intent: PodIntent, slots: ReadonlyMap<string, ContainerDecision>): Problem[] {
  const names = { dependent: dependent.name, dependency: dependency.name };
  const slot = slots.get(dependency.name)!.slot;
  if (slot === ContainerSlot.CONTAINER && slots.get(dependent.name)!.slot !== ContainerSlot.CONTAINER) {
    return [problem('SO202', { ...names, dependentRole: dependent.role, dependencyRole: dependency.role, remedy: remedyForLateDependency(dependent, dependency) })];
  }
  const ends = condition === StartCondition.COMPLETED || condition === StartCondition.EXITED;
  if (dependency.role === ContainerRole.INIT && !ends) { return [problem('SO203', { ...names, condition })]; }
  if (dependency.role !== ContainerRole.INIT && ends) {
    const why = dependency.role === ContainerRole.SIDECAR ? 'a sidecar runs as long as the pod'
      : intent.restartPolicy === 'Always' ? 'the pod restarts its containers for ever (restartPolicy Always)' : undefined;
    return why ? [problem('SO204', { ...names, condition, why })] : [];
  }
  return [];
}

function remedyForLateDependency(dependent: ContainerIntent, dependency: ContainerIntent): string {
  if (dependency.role === ContainerRole.SIDECAR) {
    return `target Kubernetes 1.29 or newer, where the sidecar '${dependency.name}' can start before init containers`;
  }
  return dependent.role === ContainerRole.INIT
    ? `give '${dependency.name}' the role SIDECAR, or '${dependent.name}' the role APP`
    : `give '${dependency.name}' the role SIDECAR too, or '${dependent.name}' the role APP`;
}

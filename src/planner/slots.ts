import { Edge } from './resolve';
import { ContainerRole } from '../model/container-role';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { Problem, problem } from '../model/private/problem';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

export interface SlotDecision {
  readonly slot: ContainerSlot;
  readonly reason: string;
}

const INIT_CONTAINER: SlotDecision = {
  slot: ContainerSlot.INIT_CONTAINER,
  reason: 'runs to completion before any container of the pod starts',
};
const APP_CONTAINER: SlotDecision = {
  slot: ContainerSlot.CONTAINER,
  reason: 'does the work of the pod',
};
const NATIVE_SIDECAR: SlotDecision = {
  slot: ContainerSlot.NATIVE_SIDECAR,
  reason: 'helps the app containers: restarted on its own, keeps no pod alive, its exit code does not count',
};
const REGULAR_SIDECAR: SlotDecision = {
  slot: ContainerSlot.CONTAINER,
  reason: 'helps the app containers; a regular container, since not all nodes that are planned for have native sidecars',
};

/** Which list of the pod spec a container goes to, and why. */
export function slotOf({ role, alreadyNative }: ContainerIntent, { capabilities }: PodIntent): SlotDecision {
  switch (role) {
    case ContainerRole.INIT: return INIT_CONTAINER;
    case ContainerRole.APP: return APP_CONTAINER;
    case ContainerRole.SIDECAR: return alreadyNative || capabilities.nativeSidecars ? NATIVE_SIDECAR : REGULAR_SIDECAR;
  }
}

/** What the kubelet does when the container has ended. */
export function restartPolicyOf({ restartPolicy }: ContainerIntent, { capabilities, restartPolicy: ofPod }: PodIntent): PodIntent['restartPolicy'] {
  return capabilities.containerRestartRules && restartPolicy ? restartPolicy : ofPod;
}

/** What the lists of a pod spec make impossible, whatever the mechanism. */
export function slotProblems(intent: PodIntent, edges: readonly Edge[]): Problem[] {
  const moved = intent.containers.filter(c => slotOf(c, intent).slot !== ContainerSlot.CONTAINER).map(c => c.name);
  return [
    ...(moved.length === intent.containers.length && moved.length > 0 ? [problem('SO205', { moved })] : []),
    ...intent.containers.filter(c => c.role === ContainerRole.INIT && c.fieldsForbiddenOnInit.length > 0)
      .map(c => problem('SO504', { name: c.name, fields: [...c.fieldsForbiddenOnInit] })),
    ...edges.flatMap(edge => edgeProblems(edge, intent)),
  ];
}

function edgeProblems({ dependent, dependency, condition }: Edge, intent: PodIntent): Problem[] {
  const names = { dependent: dependent.name, dependency: dependency.name };
  if (slotOf(dependency, intent).slot === ContainerSlot.CONTAINER && slotOf(dependent, intent).slot !== ContainerSlot.CONTAINER) {
    return [problem('SO202', { ...names, dependentRole: dependent.role, dependencyRole: dependency.role, remedy: remedyForLateDependency(dependent, dependency) })];
  }
  const ends = condition === StartCondition.COMPLETED || condition === StartCondition.EXITED;
  if (dependency.role === ContainerRole.INIT && !ends) { return [problem('SO203', { ...names, condition })]; }
  if (dependency.role !== ContainerRole.INIT && ends) {
    const why = dependency.role === ContainerRole.SIDECAR ? 'a sidecar runs as long as the pod'
      : restartPolicyOf(dependency, intent) === 'Always' ? restartedForEver(dependency) : undefined;
    return why ? [problem('SO204', { ...names, condition, why })] : [];
  }
  return [];
}

function restartedForEver({ restartPolicy = 'Always' }: ContainerIntent): string {
  return restartPolicy === 'Always' ? 'it is restarted for ever (restartPolicy Always)'
    : `nodes before Kubernetes 1.35 ignore its restartPolicy ${restartPolicy}, and that of the pod is Always`;
}

function remedyForLateDependency(dependent: ContainerIntent, dependency: ContainerIntent): string {
  if (dependency.role === ContainerRole.SIDECAR) {
    return `plan for nodes of Kubernetes 1.29 or newer (\`kubernetesVersion\`), where the sidecar '${dependency.name}' can start before init containers`;
  }
  return dependent.role === ContainerRole.INIT
    ? `give '${dependency.name}' the role SIDECAR, or '${dependent.name}' the role APP`
    : `give '${dependency.name}' the role SIDECAR too, or '${dependent.name}' the role APP`;
}

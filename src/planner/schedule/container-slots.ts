import { ContainerSlot } from '../../api/private/enums';
import { Problem, quoteNames } from '../../api/private/problem';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { Conflict, Finding } from '../conflict';
import { Edge, mustEnd, namesOf, waitsForEnd } from '../graph/edge';
import { problem } from '../problems';

/** Returns the slot of a container in the manifest. */
export function findSlotInManifest({ alreadyNative, inInitContainers }: ContainerIntent): ContainerSlot {
  if (alreadyNative) {
    return 'NATIVE_SIDECAR';
  }
  return inInitContainers ? 'INIT' : 'CONTAINER';
}

/** Returns the reason why a container is in another list than in the manifest; `undefined`: it is in the same list. */
export function explainSlot(container: ContainerIntent): string | undefined {
  const { role, slot, alreadyNative, inInitContainers, inferredFor, restartPolicy } = container;
  if (inferredFor) {
    const need = inferredFor.length === 1 ? 'needs' : 'need';
    return `moved from \`containers\`, since ${quoteNames(inferredFor)} ${need} it (\`role: APP\` keeps it there)`;
  }
  if (slot !== 'CONTAINER') {
    if (inInitContainers) {
      return undefined;
    }
    const without = role === 'INIT' && restartPolicy === 'Always' ? ' without its `restartPolicy`' : '';
    return `moved from \`containers\`${without}, as its role asks`;
  }
  if (role === 'APP') {
    return inInitContainers ? 'moved from `initContainers`, as its role asks' : undefined;
  }
  return alreadyNative
    ? 'moved from `initContainers` without its `restartPolicy`, since not all nodes support native sidecars'
    : undefined;
}

/** Finds dependencies that no mechanism can enforce, because of the lists of the pod spec. */
export function findSlotProblems(intent: PodIntent, edges: readonly Edge[]): Finding[] {
  const { containers } = intent;
  const problems: Finding[] = [];
  if (containers.length > 0 && containers.every(c => c.slot !== 'CONTAINER')) {
    const moved = containers.map(c => c.name);
    // A container that another one needs would start after it.
    const last = moved.filter(name => !edges.some(e => e.dependency.name === name));
    problems.push(problem('SO205', { moved, last: last.length > 0 ? last : moved }));
  }
  for (const container of containers) {
    const { name, role, slot, inInitContainers, hostPorts } = container;
    const fields = listForbiddenFields(container);
    if (fields.length > 0) {
      const maySidecar = container.fieldsForbiddenOnSidecar.length === 0;
      const about = { mustEnd: mustEnd(container, intent), maySidecar };
      problems.push(problem('SO504', { name, role, fields: [...fields], ...about }));
    }
    if (slot !== 'CONTAINER' && !inInitContainers && hostPorts === 'mapped') {
      problems.push(problem('SO506', { name, role }));
    }
  }
  for (const container of containers) {
    problems.push(...findMoveProblems(container, intent));
  }
  for (const edge of edges) {
    problems.push(...findConflicts(edge, intent), ...findRestartProblems(edge, intent));
  }
  return problems;
}

function listForbiddenFields(container: ContainerIntent): readonly string[] {
  switch (container.slot) {
    case 'INIT':
      return container.fieldsForbiddenOnInit;
    case 'NATIVE_SIDECAR':
      return container.fieldsForbiddenOnSidecar;
    case 'CONTAINER':
      return [];
  }
}

/**
 * A native sidecar holds the init containers after it in the list. As a regular container it would start after they
 * have exited.
 */
function findMoveProblems(sidecar: ContainerIntent, intent: PodIntent): Problem[] {
  const { containers, capabilities } = intent;
  const later = capabilities.nativeSidecars ? [] : containers.filter(c => losesItsOrder(c, sidecar)).map(c => c.name);
  if (later.length === 0) {
    return [];
  }
  const { setting } = intent.lacks.nativeSidecars;
  return [problem('SO230', { name: sidecar.name, later, setting })];
}

function losesItsOrder({ role, inInitContainers, place }: ContainerIntent, sidecar: ContainerIntent): boolean {
  return sidecar.alreadyNative && role === 'INIT' && inInitContainers && place > sidecar.place;
}

/** Finds the reasons in the lists of the pod spec for which no mechanism can enforce the dependency. */
export function findConflicts(edge: Edge, intent: PodIntent): Conflict[] {
  const { dependent, dependency, condition } = edge;
  // findMoveProblems reports this pair.
  if (!intent.capabilities.nativeSidecars && losesItsOrder(dependent, dependency)) {
    return [];
  }
  if (dependency.slot === 'CONTAINER' && dependent.slot !== 'CONTAINER') {
    return [{ kind: 'startsLater', edge }];
  }
  if (dependency.role === 'INIT') {
    return condition === 'COMPLETED' ? [] : [{ kind: 'wrongCondition', edge }];
  }
  const obstacle = waitsForEnd(edge) ? findObstacleToEnd(edge, intent) : undefined;
  return obstacle ? [{ kind: 'neverEnds', edge, ...obstacle }] : [];
}

/** The end of the dependency cannot restart all containers: kubelet 1.36–1.37, KEP-5532. */
function findRestartProblems(edge: Edge, intent: PodIntent): Problem[] {
  const { name, slot, restartRules, restartPolicy } = edge.dependency;
  const refused = (why: string, remedy?: string) => [problem('SO704', { ...namesOf(edge), why, remedy })];
  if (!edge.declared.restartAllContainers) {
    return [];
  }
  if (slot === 'INIT') {
    return refused(`'${name}' is an init container and has exited by then`);
  }
  const ending = [intent.restartPolicy, restartPolicy].find(policy => policy !== undefined && policy !== 'Always');
  if (ending) {
    return refused(
      `'${name}' may end because all is done (restartPolicy ${ending}), which cannot be told from a crash`,
    );
  }
  if (restartRules.length > 0) {
    return refused(`'${name}' has \`restartPolicyRules\` of its own`, 'write the rule there');
  }
  return intent.capabilities.restartAllContainers
    ? []
    : refused('not all nodes can restart the containers of a pod together', intent.lacks.restartAllContainers.remedy);
}

/** Returns the reason why the dependency never exits as the condition requires; `undefined`: it can exit that way. */
function findObstacleToEnd(
  { dependency, condition }: Edge,
  intent: PodIntent,
): { why: string; remedy?: string } | undefined {
  const { restartPolicy = 'Always', role } = dependency;
  const { capabilities, restartPolicy: ofPod } = intent;
  if (role === 'SIDECAR') {
    return { why: 'a sidecar runs as long as the pod' };
  }
  const isCompleted = condition === 'COMPLETED';
  const neverEnds = isCompleted ? dependency.restarts.afterSuccess : dependency.restarts.always;
  if (!neverEnds) {
    return undefined;
  }
  if ((capabilities.containerRestartRules ? restartPolicy : 'Always') !== 'Always') {
    return {
      why: `its restartPolicyRules restart it after ${isCompleted ? 'exit code 0' : 'every exit code'}`,
      remedy: `write rules for '${dependency.name}' that do not contain the exit code with which it ends`,
    };
  }
  const { nodes } = intent.lacks.containerRestartRules;
  const why =
    restartPolicy === 'Always' || ofPod !== 'Always'
      ? 'the kubelet always restarts it (restartPolicy Always)'
      : `${nodes} ignore its restartPolicy ${restartPolicy}, and that of the pod is Always`;
  return { why };
}

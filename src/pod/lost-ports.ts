import { AppObjects, AppWorkload, Pods, SelectingObject } from './app-objects';
import { NamedPort } from './intent';
import { listContainers, PodPlan } from './pod-plan';
import { problem } from './problems';
import { Problem } from '../api/private/problem';

/** A port that other objects no longer find by its name, and its container. */
export interface LostPort extends NamedPort {
  readonly container: string;
}

/** Returns the ports that Services no longer find by their names. */
export function listLostPorts(plan: PodPlan): LostPort[] {
  return plan.intent?.capabilities.sidecarPortNames ? [] : listMovedPorts(plan);
}

/** Returns the named ports of the new native sidecars, without the names that an app container has, too. */
function listMovedPorts(plan: PodPlan): LostPort[] {
  const kept: string[] = [];
  const moved: LostPort[] = [];
  for (const {
    container: { name: container, namedPorts: ports, alreadyNative },
    slot,
  } of listContainers(plan)) {
    if (slot === 'CONTAINER') {
      kept.push(...ports.map(formatPort));
    } else if (slot === 'NATIVE_SIDECAR' && !alreadyNative) {
      moved.push(...ports.map(port => ({ ...port, container })));
    }
  }
  return moved.filter(port => !kept.includes(formatPort(port)));
}

/** Returns a problem for each port of a Service that would lose its endpoints. Reads Services only if a port moves. */
export function findLostPorts(
  plan: PodPlan,
  findPods: () => Pods,
  findObjects: () => AppObjects<AppWorkload>,
): Problem[] {
  const lost = listLostPorts(plan);
  if (lost.length === 0) {
    return [];
  }
  const { setting } = plan.intent!.lacks.sidecarPortNames;
  const services = findObjects().findSelecting('Service', findPods());
  return joinPorts(services, lost).map(({ path, container, name, number }) =>
    problem('SO916', { service: path, container, name, number, setting }),
  );
}

/** Adds the NetworkPolicies of the app that select the pods, for the warnings of the plan. */
export function addPolicies(plan: PodPlan, pods: Pods, findObjects: () => AppObjects<AppWorkload>): PodPlan {
  const { intent, edges } = plan;
  if (!intent || edges.length === 0) {
    return plan;
  }
  return { ...plan, intent: { ...intent, policies: findObjects().findSelecting('NetworkPolicy', pods) } };
}

/** Returns the moved ports that these NetworkPolicies allow by their names. */
export function listPolicyPorts(plan: PodPlan, policies: readonly SelectingObject[]): FoundPort[] {
  return joinPorts(policies, listMovedPorts(plan));
}

/** A lost port, and the object that contains its name. */
export type FoundPort = LostPort & Pick<SelectingObject, 'path'>;

function joinPorts(objects: readonly SelectingObject[], ports: readonly LostPort[]): FoundPort[] {
  return objects.flatMap(({ path, namedPorts }) => {
    const named = namedPorts.map(formatPort);
    return ports.filter(port => named.includes(formatPort(port))).map(port => ({ ...port, path }));
  });
}

/** Names are unique for each protocol. */
function formatPort({ name, protocol }: Omit<NamedPort, 'number'>): string {
  return `${name}/${protocol}`;
}

import { AppObjects, AppWorkload, Pods } from './app-objects';
import { NamedPort } from './intent';
import { listContainers, PodPlan } from './pod-plan';
import { problem } from './problems';
import { ContainerSlot } from '../api/private/enums';
import { Problem } from '../api/private/problem';

/** A port that Services no longer find by its name, and its container. */
export interface LostPort extends NamedPort {
  readonly container: string;
}

/** Returns the named ports of the new native sidecars, without the names that an app container has, too. */
export function listLostPorts(plan: PodPlan): LostPort[] {
  const { intent } = plan;
  if (!intent || intent.capabilities.sidecarPortNames) {
    return [];
  }
  const portsOf = new Map(intent.containers.map(c => [c.name, c.namedPorts]));
  const kept: NamedPort[] = [];
  const moved: LostPort[] = [];
  for (const { name: container, slot, alreadyNative } of listContainers(plan)) {
    const ports = portsOf.get(container)!;
    if (slot === ContainerSlot.CONTAINER) {
      kept.push(...ports);
    } else if (slot === ContainerSlot.NATIVE_SIDECAR && !alreadyNative) {
      moved.push(...ports.map(port => ({ ...port, container })));
    }
  }
  return moved.filter(port => !kept.some(other => isSame(other, port)));
}

/** Returns a problem for each port of a Service that would lose its endpoints. Reads Services only if a port moves. */
export function findLostPorts(
  plan: PodPlan,
  findPods: () => Pods,
  findObjects: () => AppObjects<AppWorkload>,
): Problem[] {
  const lost = listLostPorts(plan);
  const services = lost.length === 0 ? [] : findObjects().findServices(findPods());
  return services.flatMap(service =>
    lost
      .filter(port => service.namedPorts.some(other => isSame(other, port)))
      .map(({ container, name, number }) => problem('SO916', { service: service.path, container, name, number })),
  );
}

function isSame(one: Omit<NamedPort, 'number'>, other: Omit<NamedPort, 'number'>): boolean {
  return one.name === other.name && one.protocol === other.protocol;
}

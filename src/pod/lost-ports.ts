import { AppObjects, AppWorkload, Pods } from './app-objects';
import { Capabilities } from './capabilities';
import { problem } from './problems';
import { ContainerJson, PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** A pod before and after its order was written. */
export interface OrderedTemplates {
  readonly given: PodTemplateJson;
  readonly ordered: PodTemplateJson;
  readonly namespace?: string;
}

/**
 * Returns a problem for each port of a Service that would lose its endpoints: the order makes the container with the
 * named port a native sidecar. `findObjects` is called only if a named port moves.
 */
export function findLostPorts(
  { given, ordered, namespace }: OrderedTemplates,
  { sidecarPortNames }: Capabilities,
  findObjects: () => AppObjects<AppWorkload>,
): Problem[] {
  const moved = sidecarPortNames ? [] : listMovedPorts(given, ordered);
  if (moved.length === 0) {
    return [];
  }
  const labels = (given.metadata?.labels ?? {}) as Pods['labels'];
  const problems: Problem[] = [];
  for (const service of findObjects().findServices({ namespace, labels })) {
    for (const { container, name, number, protocol } of moved) {
      if (service.namedPorts.some(port => port.name === name && port.protocol === protocol)) {
        problems.push(problem('SO916', { service: service.path, container, name, number }));
      }
    }
  }
  return problems;
}

interface NamedPort {
  readonly container: string;
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
}

/** Returns the named ports of the new native sidecars, without the names that another app container has. */
function listMovedPorts(given: PodTemplateJson, ordered: PodTemplateJson): NamedPort[] {
  const before = new Set(given.spec.containers?.map(container => container.name));
  const sidecars = ordered.spec.initContainers?.filter(c => c.restartPolicy === 'Always' && before.has(c.name)) ?? [];
  const kept = listNamedPorts(ordered.spec.containers ?? []);
  return listNamedPorts(sidecars).filter(
    port => !kept.some(other => other.name === port.name && other.protocol === port.protocol),
  );
}

function listNamedPorts(containers: readonly ContainerJson[]): NamedPort[] {
  const named: NamedPort[] = [];
  for (const { name: container, ports } of containers) {
    for (const { name, containerPort: number, protocol } of ports ?? []) {
      if (name !== undefined) {
        named.push({ container, name, number, protocol: protocol ?? 'TCP' });
      }
    }
  }
  return named;
}

import { Capabilities } from './capabilities';
import { ContainerIntent } from './intent';

/**
 * Whether the end of a container can restart all containers of the pod, as a dependency or a rule of the manifest asks.
 */
export function restartsAll(containers: readonly ContainerIntent[], { restartAllContainers }: Capabilities): boolean {
  const isAsked = ({ restartRules, dependsOn }: ContainerIntent) =>
    restartRules.some(r => r.action === 'RestartAllContainers') || dependsOn.some(d => d.restartAllContainers);
  return restartAllContainers && containers.some(isAsked);
}

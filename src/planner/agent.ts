import { runsAgent } from './mounts';
import { ARCHITECTURES, hasBinary } from '../agent/binaries';
import { Problem } from '../api/private/problem';
import { AgentDelivery } from '../api/startup-order-options';
import { Delivery, usesBinaries } from '../pod/delivery';
import { PodIntent } from '../pod/intent';
import { ContainerPlan, WaitContainerPlan } from '../pod/pod-plan';
import { problem } from '../pod/problems';

/** Plans how the agent gets into the pod; `undefined`: no container runs the agent. */
export function planAgent(
  containers: readonly ContainerPlan[],
  waits: readonly WaitContainerPlan[],
  { delivery }: PodIntent,
): Delivery | undefined {
  const isUsedByContainers = containers.some(runsAgent);
  if (waits.length === 0 && !isUsedByContainers) {
    return undefined;
  }
  return !isUsedByContainers && waits.every(canUseShell) && mayUseShell(delivery)
    ? {
        ...delivery,
        delivery: AgentDelivery.CONFIG_MAP,
        byShell: true,
        reason: 'the shell of each wait selects the binary for its node',
      }
    : delivery;
}

/** The folders of the image with the shell and its libraries. */
const SHELL_FOLDERS = ['bin', 'sbin', 'lib', 'lib64', 'usr', ''];

/** Whether the wait can run in the image of the agent, and no volume of a sidecar hides the shell there. */
function canUseShell({ anyImage, sidecarMounts }: WaitContainerPlan): boolean {
  return anyImage && sidecarMounts.every(({ path }) => !SHELL_FOLDERS.includes(path.replace(/^\/+/, '').split('/')[0]));
}

/** Whether the architecture is unknown, and the user accepts a ConfigMap. */
function mayUseShell({ delivery, stated, architectures }: Delivery): boolean {
  return (
    architectures.length > 1 && (delivery === AgentDelivery.CONFIG_MAP || (delivery === AgentDelivery.COPY && !stated))
  );
}

/**
 * Finds obstacles to this delivery of the agent. The validation of the options checks the architecture that the options
 * specify.
 */
export function findAgentProblems(agent: Delivery | undefined): Problem[] {
  if (!agent || !usesBinaries(agent.delivery)) {
    return [];
  }
  if (agent.delivery === AgentDelivery.CONFIG_MAP && agent.architectures.length > 1 && !agent.byShell) {
    return [problem('SO614', {})];
  }
  const {
    boundBy,
    architectures: [given],
  } = agent;
  if (boundBy === undefined || hasBinary(given)) {
    return [];
  }
  return [problem('SO612', { where: boundBy, given, known: Object.keys(ARCHITECTURES) })];
}

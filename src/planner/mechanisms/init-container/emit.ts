import { escapeForExpansion, markerFile, WAIT_AGENT } from '../../../agent/contract';
import { ContainerJson } from '../../../api/private/pod-spec';
import { WaitContainerPlan } from '../../../pod/pod-plan';
import { AgentSettings } from '../../../pod/settings';
import { writeSteps } from '../../../pod/step-args';
import { Tool, TOOL_IMAGES } from '../../../pod/wait-tool';

/** Returns an init container that waits, for INIT_CONTAINER and SIDECAR_WAIT_INIT. The emitter adds its mounts, resources and rights. */
export function writeWait(wait: WaitContainerPlan, settings: AgentSettings): ContainerJson {
  const words = [...wait.forgets.map(container => `--forget=${markerFile(container)}`), ...writeSteps(wait.awaited, { retries: false })];
  return {
    command: [WAIT_AGENT, ...words.map(escapeForExpansion)],
    ...(wait.env ? { env: wait.env } : {}),
    image: wait.image ?? findToolImage(wait.tool!, settings),
    imagePullPolicy: wait.imagePullPolicy,
    name: wait.name,
  };
}

/** A mirror takes the place of the registry in the name of the image. */
function findToolImage(tool: Tool, { registry }: AgentSettings): string {
  return registry === undefined ? TOOL_IMAGES[tool] : `${registry}/${TOOL_IMAGES[tool].replace(/^registry\.k8s\.io\//, '')}`;
}

import { BY_SHELL, escapeForExpansion, markerFile } from '../../../agent/contract';
import { ContainerJson } from '../../../api/private/pod-spec';
import { WaitContainerPlan } from '../../../pod/pod-plan';
import { AgentSettings } from '../../../pod/settings';
import { writeSteps } from '../../../pod/step-args';
import { Tool, TOOL_IMAGES } from '../../../pod/wait-tool';

/** How an init container runs the agent: this program, or the binary that its shell selects. */
export interface AgentProgram {
  readonly program: string;
  readonly byShell: boolean;
}

/**
 * Returns an init container that waits, for INIT_CONTAINER and SIDECAR_WAIT_INIT. The emitter adds its mounts,
 * resources and rights.
 */
export function writeWait(
  wait: WaitContainerPlan,
  { program, byShell }: AgentProgram,
  settings: AgentSettings,
): ContainerJson {
  const words = [
    ...wait.forgets.map(container => `--forget=${markerFile(container)}`),
    ...writeSteps(wait.awaited, { retries: false }),
  ];
  const escaped = words.map(escapeForExpansion);
  if (byShell) {
    return { command: [...BY_SHELL, ...escaped], image: settings.image, name: wait.name };
  }
  return {
    command: [program, ...escaped],
    ...(wait.env ? { env: wait.env } : {}),
    image: wait.image ?? findToolImage(wait.tool!, settings),
    imagePullPolicy: wait.imagePullPolicy,
    name: wait.name,
  };
}

/** A mirror takes the place of the registry in the name of the image. */
function findToolImage(tool: Tool, { registry }: AgentSettings): string {
  return registry === undefined
    ? TOOL_IMAGES[tool]
    : `${registry}/${TOOL_IMAGES[tool].replace(/^registry\.k8s\.io\//, '')}`;
}

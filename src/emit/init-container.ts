import { agentMount, stateMount } from './agent-volumes';
import { injected } from './injected-container';
import { stepArguments } from './step-args';
import { fileMount, toolImage, tokenMount } from './tool-volumes';
import { escapeForExpansion, markerFile, WAIT_AGENT } from '../agent/contract';
import { ContainerJson, PodSpecJson, VolumeMountJson } from '../api/private/pod-spec';
import { PodPlan, WaitDecision } from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';

/** An init container that waits. */
export function waitContainer(wait: WaitDecision, plan: PodPlan, settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const words = [...wait.forgets.map(container => `--forget=${markerFile(container)}`), ...stepArguments(wait.awaited, { retries: false })];
  return injected({
    command: [WAIT_AGENT, ...words.map(escapeForExpansion)],
    ...(wait.env ? { env: wait.env } : {}),
    image: wait.image ?? toolImage(wait.tool!, settings),
    imagePullPolicy: wait.imagePullPolicy,
    name: wait.name,
    volumeMounts: [
      ...wait.mounts.map((m): VolumeMountJson => ({ mountPath: m.path, name: m.volume, readOnly: true })),
      agentMount(),
      ...(wait.forgets.length > 0 ? [stateMount()] : []),
      ...(wait.tool === 'kubectl' ? [tokenMount()] : []),
      ...(wait.file ? [fileMount(wait.file, plan)] : []),
    ],
  }, settings, pod, wait);
}

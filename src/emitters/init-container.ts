import { agentArguments } from './check-words';
import { agentMount, injected, limitArguments, SCRIPT_IN_COMMAND } from './wait-agent';
import { escapeForExpansion, WAIT_AGENT } from '../agent/contract';
import { WaitDecision } from '../model/private/pod-plan';
import { ContainerJson, PodSpecJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/**
 * An init container that waits for something outside the pod. `installed`: the agent is in its volume already; else the script stands
 * in the command, as it does once in every pod.
 */
export function waitContainer(wait: WaitDecision, installed: boolean, settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const words = [...limitArguments(wait.timeoutSeconds, wait.onTimeout), ...agentArguments(wait.dependency, wait.check)].map(escapeForExpansion);
  const inline = wait.image === undefined ? [settings.busybox, 'sh', '-c', SCRIPT_IN_COMMAND, settings.busybox]
    : ['sh', '-c', SCRIPT_IN_COMMAND, 'wait-agent'];
  return injected({
    ...(installed ? { command: [WAIT_AGENT, ...words], volumeMounts: [agentMount()] } : { command: [...inline, ...words] }),
    image: wait.image ?? settings.image,
    name: wait.name,
  }, settings, pod);
}

import { agentArguments } from './check-words';
import { agentMount, injected, limitArguments } from './wait-agent';
import { escapeForExpansion, WAIT_AGENT } from '../agent/contract';
import { SCRIPT } from '../agent/script';
import { ContainerJson, PodSpecJson } from '../model/private/pod-spec';
import { WaitDecision } from '../model/private/pod-plan';
import { AgentSettings } from '../model/private/settings';

/** An init container that waits for something outside the pod. In an image of the user's choice it runs the agent that is installed. */
export function waitContainer(wait: WaitDecision, settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const words = [...limitArguments(wait.timeoutSeconds, wait.onTimeout), ...agentArguments(wait.dependency, wait.check)].map(escapeForExpansion);
  const script = escapeForExpansion(SCRIPT);
  if (wait.image === undefined) {
    return injected({ command: [settings.busybox, 'sh', '-c', script, settings.busybox, ...words], image: settings.image, name: wait.name }, settings, pod);
  }
  return injected({
    ...(settings.ownShell
      ? { command: ['sh', '-c', script, 'wait-agent', ...words] }
      : { command: [WAIT_AGENT, ...words], volumeMounts: [agentMount()] }),
    image: wait.image,
    name: wait.name,
  }, settings, pod);
}

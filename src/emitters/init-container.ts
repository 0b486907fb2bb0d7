import { agentArguments } from './check-words';
import { agentMount, injected, limitArguments, SCRIPT_IN_COMMAND } from './wait-agent';
import { escapeForExpansion, WAIT_AGENT } from '../agent/contract';
import { Awaitable } from '../model/private/check';
import { AwaitedDecision, WaitDecision } from '../model/private/pod-plan';
import { ContainerJson, PodSpecJson, VolumeMountJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/**
 * An init container that waits. `installed`: the agent is in its volume already; else the script stands in the command, as it does once in
 * every pod.
 */
export function waitContainer(wait: WaitDecision, installed: boolean, settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const words = awaitedArguments(wait.awaited).map(escapeForExpansion);
  const seen = wait.mounts.map((m): VolumeMountJson => ({ mountPath: m.path, name: m.volume, readOnly: true }));
  const volumeMounts = installed ? [...seen, agentMount()] : seen;
  const inline = wait.image === undefined ? [settings.busybox, 'sh', '-c', SCRIPT_IN_COMMAND, settings.busybox]
    : ['sh', '-c', SCRIPT_IN_COMMAND, 'wait-agent'];
  return injected({
    command: [...(installed ? [WAIT_AGENT] : inline), ...words],
    image: wait.image ?? settings.image,
    name: wait.name,
    ...(volumeMounts.length > 0 ? { volumeMounts } : {}),
  }, settings, pod);
}

/** A limit stands in front of the first that it is for; all count from the start. */
export function awaitedArguments(awaited: readonly AwaitedDecision<Awaitable>[]): string[] {
  const isNew = awaited.map((a, i) => i === 0 || awaited[i - 1].timeoutSeconds !== a.timeoutSeconds || awaited[i - 1].onTimeout !== a.onTimeout);
  const words = awaited.flatMap(({ dependency, check, timeoutSeconds, onTimeout }, i) => [
    ...(!isNew[i] ? [] : i > 0 ? limitArguments(timeoutSeconds ?? 0, onTimeout) : limitArguments(timeoutSeconds, onTimeout)),
    ...agentArguments(dependency, check),
  ]);
  return isNew.filter(is => is).length > 1 ? ['--together', ...words] : words;
}

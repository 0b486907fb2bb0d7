import { agentArguments } from './check-words';
import { fileMount, toolImage, tokenMount } from './tools';
import { agentMount, injected, limitArguments, runsAgent, runsScript, SCRIPT_IN_COMMAND } from './wait-agent';
import { escapeForExpansion } from '../agent/contract';
import { Awaitable } from '../model/private/check';
import { AwaitedDecision, PodPlan, WaitDecision } from '../model/private/pod-plan';
import { ContainerJson, PodSpecJson, VolumeMountJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/** An init container that waits. One in the agent's own image needs no volume; where the agent is installed it uses it, so that the script stands in the pod once. */
export function waitContainer(wait: WaitDecision, plan: PodPlan, settings: AgentSettings, pod: PodSpecJson): ContainerJson {
  const { agentVolume } = plan;
  const words = awaitedArguments(wait.awaited).map(escapeForExpansion);
  const seen = wait.mounts.map((m): VolumeMountJson => ({ mountPath: m.path, name: m.volume, readOnly: true }));
  const inItsImage = wait.image === undefined && !wait.tool && agentVolume !== 'installed';
  const volumeMounts = [
    ...seen,
    ...(inItsImage || !agentVolume ? [] : [agentMount()]),
    ...(wait.tool === 'kubectl' ? [tokenMount()] : []),
    ...(wait.file ? [fileMount(wait.file, plan)] : []),
  ];
  const agent = inItsImage ? runsScript(settings.busybox, SCRIPT_IN_COMMAND) : runsAgent(agentVolume ?? 'ownShell', SCRIPT_IN_COMMAND, settings);
  return injected({
    command: [...agent, ...words],
    ...(wait.env ? { env: wait.env } : {}),
    image: wait.image ?? (wait.tool ? toolImage(wait.tool, settings) : settings.image),
    name: wait.name,
    ...(volumeMounts.length > 0 ? { volumeMounts } : {}),
  }, settings, pod, wait);
}

/** A limit stands in front of the first that it is for; all count from the start. */
export function awaitedArguments(awaited: readonly AwaitedDecision<Awaitable>[]): string[] {
  const isNew = awaited.map((a, i) => i === 0 || awaited[i - 1].timeoutSeconds !== a.timeoutSeconds || awaited[i - 1].onTimeout !== a.onTimeout);
  const words = awaited.flatMap(({ dependency, check, timeoutSeconds, onTimeout }, i) => [
    ...(!isNew[i] ? [] : i > 0 ? limitArguments(timeoutSeconds ?? 0, onTimeout) : limitArguments(timeoutSeconds, onTimeout)),
    ...agentArguments(dependency, check),
  ]);
  return [...(isNew.filter(is => is).length > 1 ? ['--together'] : []), ...words];
}

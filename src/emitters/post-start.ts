import { limitArguments, runsAgent } from './wait-agent';
import { lastMark, retryArgument, stepArguments } from './wait-steps';
import { lockFile, markerFile } from '../agent/contract';
import { SCRIPT } from '../agent/script';
import { HookDecision } from '../model/private/pod-plan';
import { HandlerJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/** A postStart hook that waits. */
export function postStartHook(hook: HookDecision, settings: AgentSettings): HandlerJson {
  return hook.sleepSeconds === undefined ? { exec: { command: hookCommand(hook, settings) } } : { sleep: { seconds: hook.sleepSeconds } };
}

/** The command of an exec hook. Nothing is escaped: the kubelet passes hooks on as they are. */
function hookCommand(hook: HookDecision, settings: AgentSettings): string[] {
  const [only] = hook.waits;
  if (!hook.resets && !hook.locks && hook.timeoutSeconds === undefined && 'check' in only && only.check.kind === 'blockingCommand') {
    return [...only.check.command];
  }
  return [
    ...runsAgent(hook.agent!, SCRIPT, settings),
    ...(hook.locks ? [`--leave-lock=${lockFile(hook.carrier)}`] : []),
    ...(hook.resets ? [`--reset=${markerFile(hook.carrier)}`] : []),
    ...(hook.runFirst ? [`--run-first=${hook.runFirst.length}`, ...hook.runFirst] : []),
    ...(hook.resets ? retryArgument(hook.waits) : []),
    ...limitArguments(hook.timeoutSeconds, hook.onTimeout),
    ...hook.waits.flatMap(stepArguments),
    ...lingerArguments(hook),
  ];
}

function lingerArguments({ carrier, lingers }: HookDecision): string[] {
  if (lingers.length === 0) { return []; }
  const words = [`--unless=${lastMark(lingers)}:${markerFile(carrier)}`, ...retryArgument(lingers), ...lingers.flatMap(stepArguments)];
  return [`--linger=${words.length}`, ...words];
}

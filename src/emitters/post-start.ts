import { agentArguments } from './check-words';
import { limitArguments } from './wait-agent';
import { WAIT_AGENT } from '../agent/contract';
import { SCRIPT } from '../agent/script';
import { HookDecision } from '../model/private/pod-plan';

/** The command of a postStart exec hook that waits. Nothing is escaped: the kubelet passes hooks on as they are. */
export function hookCommand(hook: HookDecision): string[] {
  const [only] = hook.waits;
  if (hook.timeoutSeconds === undefined && only.check.kind === 'blockingCommand') { return [...only.check.command]; }
  return [
    ...(hook.usesInstalledAgent ? [WAIT_AGENT] : ['sh', '-c', SCRIPT, 'wait-agent']),
    ...(hook.runFirst ? [`--run-first=${hook.runFirst.length}`, ...hook.runFirst] : []),
    ...limitArguments(hook.timeoutSeconds, hook.onTimeout),
    ...hook.waits.flatMap(w => agentArguments(w.dependency, w.check)),
  ];
}

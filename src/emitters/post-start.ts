import { agentArguments } from './check-words';
import { limitArguments } from './wait-agent';
import { WAIT_AGENT } from '../agent/contract';
import { SCRIPT } from '../agent/script';
import { HookDecision } from '../model/private/pod-plan';
import { AgentSettings } from '../model/private/settings';

/** The hook is the user's blocking command as it stands: no agent is needed. */
export function isBlockingCommandAlone(hook: HookDecision): boolean {
  return hook.timeoutSeconds === undefined;
}

/** The command of a postStart exec hook that waits. Nothing is escaped: the kubelet passes hooks on as they are. */
export function hookCommand(hook: HookDecision, settings: AgentSettings): string[] {
  const [only] = hook.waits;
  if (isBlockingCommandAlone(hook) && only.check.kind === 'blockingCommand') { return [...only.check.command]; }
  return [
    ...(settings.ownShell ? ['sh', '-c', SCRIPT, 'wait-agent'] : [WAIT_AGENT]),
    ...(hook.runFirst ? [`--run-first=${hook.runFirst.length}`, ...hook.runFirst] : []),
    ...limitArguments(hook.timeoutSeconds, hook.onTimeout),
    ...hook.waits.flatMap(w => agentArguments(w.dependency, w.check)),
  ];
}

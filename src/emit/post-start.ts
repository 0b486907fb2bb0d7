import { lastMark, Limit, stepArguments } from './step-args';
import { lockFile, markerFile, WAIT_AGENT } from '../agent/contract';
import { HandlerJson } from '../api/private/pod-spec';
import { HookDecision, WaitStep } from '../pod/pod-plan';

/** A postStart hook that waits. */
export function postStartHook(hook: HookDecision): HandlerJson {
  return hook.sleepSeconds === undefined ? { exec: { command: hookCommand(hook) } } : { sleep: { seconds: hook.sleepSeconds } };
}

/** The command of an exec hook. Nothing is escaped: the kubelet passes hooks on as they are. */
function hookCommand(hook: HookDecision): string[] {
  const [only] = hook.waits;
  if (!hook.usesAgent && 'check' in only && only.check.kind === 'blockingCommand') { return [...only.check.command]; }
  const limit: Limit = { timeoutSeconds: hook.timeoutSeconds, onTimeout: hook.onTimeout };
  return [
    WAIT_AGENT,
    ...(hook.locks ? [`--leave-lock=${lockFile(hook.carrier)}`] : []),
    ...hook.forgets.map(container => `--forget=${markerFile(container)}`),
    ...(hook.resets ? [`--reset=${markerFile(hook.carrier)}`] : []),
    ...(hook.runFirst ? [`--run-first=${hook.runFirst.length}`, ...hook.runFirst, ...(hasChecks(hook) ? ['--then'] : [])] : []),
    ...stepArguments(hook.waits.map((step): WaitStep & Limit => ({ ...step, ...limit })), { retries: hook.resets }),
    ...lingerArguments(hook),
  ];
}

/** The limits of the checks then count from the end of the user's own hook. */
function hasChecks({ waits }: HookDecision): boolean {
  return waits.some(step => 'check' in step);
}

/** For the sake of marks a blocking command that fails runs again: a dependency that is not ready yet is no error of the container. */
function lingerArguments({ carrier, lingers }: HookDecision): string[] {
  if (lingers.length === 0) { return []; }
  const words = [`--unless-marked=${markerFile(carrier)}:${lastMark(lingers)}`, ...stepArguments(lingers, { retries: true })];
  return [`--linger=${words.length}`, ...words];
}

import { lockFile, markerFile } from '../../../agent/contract';
import { HandlerJson } from '../../../api/private/pod-spec';
import { PostStartPlan, WaitStep } from '../../../pod/pod-plan';
import { findLastMark, Limit, LimitedStep, writeMarking, writeSteps } from '../../../pod/step-args';

export function writePostStart(carrier: string, hook: PostStartPlan, program: string): HandlerJson {
  return hook.sleepSeconds === undefined
    ? { exec: { command: writeCommand(carrier, hook, program) } }
    : { sleep: { seconds: hook.sleepSeconds } };
}

/** Returns the command of an exec hook, without escapes: the kubelet expands no variables in hooks. */
function writeCommand(carrier: string, hook: PostStartPlan, program: string): string[] {
  const [only] = hook.waits;
  if (!hook.usesAgent && 'check' in only && only.check.kind === 'blockingCommand') {
    return [...only.check.command];
  }
  const limit: Limit = { timeoutSeconds: hook.timeoutSeconds, onTimeout: hook.onTimeout };
  const steps = hook.waits.map((step): LimitedStep => ({ ...step, ...limit }));
  const renews =
    hook.resets && !hook.locksMarks && !hook.runFirst && hook.lingers.length === 0 && isOneMark(carrier, hook.waits);
  return [
    program,
    ...(hook.locks ? [`--leave-lock=${lockFile(carrier)}`] : []),
    ...hook.forgets.map(container => `--forget=${markerFile(container)}`),
    // A hook that cannot write the marker file fails, and the lock alone would not tell.
    ...(hook.resets && !renews ? [`--reset=${markerFile(carrier)}`] : []),
    ...(hook.locksMarks ? [`--leave-lock=${markerFile(carrier)}`] : []),
    ...(hook.runFirst
      ? [`--run-first=${hook.runFirst.length}`, ...hook.runFirst, ...(hasChecks(hook) ? ['--then'] : [])]
      : []),
    ...(renews
      ? writeMarking('renew', carrier, steps, { retries: true })
      : writeSteps(steps, { retries: hook.resets })),
    ...writeLinger(carrier, hook.lingers),
  ];
}

/** Whether the hook only checks its own container, and adds its mark at the end. */
function isOneMark(carrier: string, waits: readonly WaitStep[]): boolean {
  const marks = waits.filter(step => 'marks' in step);
  return marks.length === 1 && marks[0] === waits.at(-1) && waits.every(({ dependency }) => dependency === carrier);
}

/** With checks, their limits count from the end of the user's own hook. */
function hasChecks({ waits }: PostStartPlan): boolean {
  return waits.some(step => 'check' in step);
}

/** The agent repeats a blocking command that fails: a dependency that is not ready is no error of the container. */
function writeLinger(carrier: string, lingers: PostStartPlan['lingers']): string[] {
  if (lingers.length === 0) {
    return [];
  }
  const words = [
    `--unless-marked=${markerFile(carrier)}:${findLastMark(lingers)}`,
    ...writeSteps(lingers, { retries: true }),
  ];
  return [`--linger=${words.length}`, ...words];
}

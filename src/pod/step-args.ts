import { buildAgentArguments } from './checks';
import { AwaitedDependency, WaitStep } from './pod-plan';
import { markerFile } from '../agent/contract';
import { ArgumentOptions, formatAgentDuration } from './checks/check-module';
import { Awaitable } from '../api/private/check';
import { StartCondition } from '../api/private/enums';

/**
 * Returns the arguments of the agent for checks and marks, in this order. `--for=NAME` begins the arguments of a
 * dependency, with its limit.
 */
export function writeSteps(steps: readonly WaitStep[], options: ArgumentOptions): string[] {
  const words: string[] = [];
  let current: Partial<AwaitedDependency> | undefined;
  let hasChecked = false;
  for (const step of steps) {
    const file = markerFile(step.dependency);
    if ('seen' in step) {
      words.push(`--if-marked=${file}:${step.seen}`);
      current = undefined;
    } else if ('marks' in step) {
      if (current && current.dependency !== step.dependency) {
        words.push(`--for=${step.dependency}`);
        current = { dependency: step.dependency };
      }
      words.push(`--mark=${file}:${step.marks}`);
    } else {
      const isNew =
        current?.dependency !== step.dependency ||
        current.timeoutSeconds !== step.timeoutSeconds ||
        current.onTimeout !== step.onTimeout;
      const begins = options.inTurn && hasChecked && step.timeoutSeconds !== undefined;
      if (begins) {
        words.push('--then');
      }
      if (isNew || begins) {
        words.push(`--for=${step.dependency}`, ...writeLimit(step));
      }
      words.push(...waitArguments(step.check, options));
      current = step;
      hasChecked = true;
    }
  }
  return words;
}

/**
 * Returns the arguments for steps that end with a mark of the container. `option` begins the waits for the container,
 * and adds the mark after all other arguments.
 */
export function writeMarking(
  option: 'renew' | 'hold',
  container: string,
  steps: readonly WaitStep[],
  options: ArgumentOptions,
): string[] {
  const [first, ...rest] = writeSteps(steps.slice(0, -1), options);
  const words = first === undefined || first === `--for=${container}` ? rest : [first, ...rest];
  return [`--${option}=${markerFile(container)}:${findLastMark(steps)}`, ...words];
}

/** Without a limit, the agent waits until the dependency is ready. */
function writeLimit({ timeoutSeconds, onTimeout }: AwaitedDependency): string[] {
  return timeoutSeconds === undefined
    ? []
    : [`--${onTimeout === 'CONTINUE' ? 'continue-after' : 'timeout'}=${formatAgentDuration(timeoutSeconds)}`];
}

/**
 * Returns the arguments of the agent for a condition. With `retries`, the agent repeats a blocking command that fails.
 */
export function waitArguments(check: Awaitable, options: ArgumentOptions): string[] {
  switch (check.kind) {
    case 'allOf':
      return check.checks.flatMap(c => waitArguments(c, options));
    case 'mark':
      return [...(check.isLocked ? [`--running=${check.file}`] : []), `--marked=${check.file}:${check.key}`];
    case 'ended':
      return [`--exited=${check.file}:${check.key}`, ...(check.isFinal ? ['--final'] : [])];
    default: {
      const words = buildAgentArguments(check, options);
      if ('why' in words) {
        throw new Error(`unreachable: the planner gives the agent no check of kind ${check.kind}`);
      }
      return words;
    }
  }
}

/** Returns the last mark. When the file contains it, the file contains all marks. */
export function findLastMark(steps: readonly WaitStep[]): StartCondition {
  return steps.flatMap(s => ('marks' in s ? s.marks : [])).at(-1)!;
}

import { agentArguments } from './check-words';
import { markerFile } from '../agent/contract';
import { leaves } from '../model/private/check';
import { WaitStep } from '../model/private/pod-plan';
import { StartCondition } from '../model/start-condition';

/** Checks and marks in the words of the agent. */
export function stepArguments(step: WaitStep): string[] {
  if ('check' in step) { return agentArguments(step.dependency, step.check); }
  const file = markerFile(step.dependency);
  return ['marks' in step ? `--mark=${step.marks}:${file}` : `--if=${step.seen}:${file}`];
}

/** For the sake of marks a blocking command that fails is tried again: not ready is no fault of the container. */
export function retryArgument(steps: readonly WaitStep[]): string[] {
  return steps.some(s => 'check' in s && leaves(s.check).some(c => c.kind === 'blockingCommand')) ? ['--retry'] : [];
}

/** When this one is there, all are. */
export function lastMark(steps: readonly WaitStep[]): StartCondition {
  return steps.flatMap(s => 'marks' in s ? s.marks : []).at(-1)!;
}

import { lockFile } from '../agent/contract';
import { HandlerJson } from '../api/private/pod-spec';
import { PreStopPlan } from '../pod/pod-plan';
import { writeSteps } from '../pod/step-args';

/**
 * Returns a preStop hook that waits until other containers have exited and then runs the user's hook, without escapes:
 * the kubelet expands no variables in hooks.
 */
export function writePreStop(
  container: string,
  { after, runThen, sleepThen }: PreStopPlan,
  program: string,
): HandlerJson {
  return {
    exec: {
      command: [
        program,
        ...after.map(dependent => `--unlocked=${lockFile(dependent)}`),
        ...(runThen ? [`--run-first=${runThen.length}`, ...runThen] : []),
        ...(sleepThen === undefined
          ? []
          : writeSteps([{ dependency: container, check: { kind: 'delay', seconds: sleepThen } }], { retries: false })),
      ],
    },
  };
}

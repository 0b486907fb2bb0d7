import { stepArguments } from './step-args';
import { lockFile, WAIT_AGENT } from '../agent/contract';
import { HandlerJson } from '../api/private/pod-spec';
import { PreStopDecision } from '../pod/pod-plan';

/** A preStop hook that waits until other containers have ended, and then does what the user's hook does. Nothing is escaped: it is a hook. */
export function preStopHook({ container, after, runThen, sleepThen }: PreStopDecision): HandlerJson {
  return {
    exec: {
      command: [
        WAIT_AGENT,
        ...after.map(dependent => `--unlocked=${lockFile(dependent)}`),
        ...(runThen ? [`--run-first=${runThen.length}`, ...runThen] : []),
        ...(sleepThen === undefined ? [] : stepArguments([{ dependency: container, check: { kind: 'delay', seconds: sleepThen } }], { retries: false })),
      ],
    },
  };
}

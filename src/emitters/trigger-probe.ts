import { limitArguments, runsAgent, SCRIPT_IN_COMMAND, sorted } from './wait-agent';
import { lastMark, retryArgument, stepArguments } from './wait-steps';
import { escapeForExpansion, markerFile } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { AgentSource } from '../model/private/agent-source';
import { TriggerDecision, TriggerStep } from '../model/private/pod-plan';
import { ProbeJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/** A probe that makes the marks of a dependency, or limits the wait. One run of it lasts as long as the wait. */
export function triggerProbe(trigger: TriggerDecision, agent: AgentSource, settings: AgentSettings): ProbeJson {
  const { container, probe, steps, failureThreshold, timeoutSeconds, graceSeconds } = trigger;
  const words = [
    ...(probe === 'readinessProbe' ? [`--hold=${lastMark(steps)}:${markerFile(container)}`] : []),
    ...retryArgument(steps),
    ...steps.flatMap((step, i) => [...limitChange(step, steps[i - 1]), ...stepArguments(step)]),
  ];
  return sorted({
    exec: { command: [...runsAgent(agent, SCRIPT_IN_COMMAND, settings), ...words.map(escapeForExpansion)] },
    ...(failureThreshold === undefined ? {} : { failureThreshold }),
    periodSeconds: 1,
    ...(graceSeconds === undefined ? {} : { terminationGracePeriodSeconds: graceSeconds }),
    timeoutSeconds,
  });
}

/** The clock of the agent runs from the last limit on, so each step gets its own. */
function limitChange({ limitSeconds, onTimeout = OnTimeout.FAIL }: TriggerStep, before: TriggerStep | undefined): string[] {
  return limitSeconds === undefined && before?.limitSeconds === undefined ? [] : limitArguments(limitSeconds ?? 0, onTimeout);
}

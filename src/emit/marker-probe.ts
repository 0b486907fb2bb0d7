import { sorted } from './sorted';
import { lastMark, LimitedStep, stepArguments } from './step-args';
import { escapeForExpansion, markerFile, WAIT_AGENT } from '../agent/contract';
import { ProbeJson } from '../api/private/pod-spec';
import { TriggerDecision } from '../pod/pod-plan';

/** A probe that makes the marks of a dependency, or limits the wait. One run of the probe lasts as long as the wait. */
export function triggerProbe({ container, probe, steps, failureThreshold, timeoutSeconds, graceSeconds }: TriggerDecision): ProbeJson {
  const firstCheck = steps.findIndex(step => 'check' in step);
  const limited = steps.map(({ limitSeconds, ...step }, i): LimitedStep =>
    ({ ...step, timeoutSeconds: limitSeconds, ...('check' in step ? { begins: i > firstCheck && limitSeconds !== undefined } : {}) }));
  const words = [
    ...(probe === 'readinessProbe' ? [`--hold=${markerFile(container)}:${lastMark(steps)}`] : []),
    ...stepArguments(limited, { retries: true }),
  ];
  return sorted({
    exec: { command: [WAIT_AGENT, ...words.map(escapeForExpansion)] },
    ...(failureThreshold === undefined ? {} : { failureThreshold }),
    periodSeconds: 1,
    ...(graceSeconds === undefined ? {} : { terminationGracePeriodSeconds: graceSeconds }),
    timeoutSeconds,
  });
}

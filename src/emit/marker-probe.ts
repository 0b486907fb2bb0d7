import { sortKeys } from './sorted';
import { findLastMark, LimitedStep, writeSteps } from './step-args';
import { escapeForExpansion, markerFile, WAIT_AGENT } from '../agent/contract';
import { ProbeJson } from '../api/private/pod-spec';
import { MarkerProbePlan } from '../pod/pod-plan';

/** Returns a probe that runs the agent. One run of the probe lasts as long as the wait. */
export function writeMarkerProbe(container: string, { field, steps, failureThreshold, timeoutSeconds, graceSeconds }: MarkerProbePlan): ProbeJson {
  const firstCheck = steps.findIndex(step => 'check' in step);
  const limited = steps.map(({ limitSeconds, ...step }, i): LimitedStep =>
    ({ ...step, timeoutSeconds: limitSeconds, ...('check' in step ? { begins: i > firstCheck && limitSeconds !== undefined } : {}) }));
  const words = [
    ...(field === 'readinessProbe' ? [`--hold=${markerFile(container)}:${findLastMark(steps)}`] : []),
    ...writeSteps(limited, { retries: true }),
  ];
  return sortKeys({
    exec: { command: [WAIT_AGENT, ...words.map(escapeForExpansion)] },
    ...(failureThreshold === undefined ? {} : { failureThreshold }),
    periodSeconds: 1,
    ...(graceSeconds === undefined ? {} : { terminationGracePeriodSeconds: graceSeconds }),
    timeoutSeconds,
  });
}

import { escapeForExpansion, guardVariable, STATE_VOLUME } from '../../../agent/contract';
import { EnvVarJson, ProbeJson } from '../../../api/private/pod-spec';
import { GuardPlan, MarkerProbePlan } from '../../../pod/pod-plan';
import { sortKeys } from '../../../pod/sort-keys';
import { LimitedStep, writeMarking, writeSteps } from '../../../pod/step-args';

/**
 * Returns a variable from a marker file. The kubelet does not create the container before the file contains the mark;
 * the container mounts no volume for that.
 */
export function writeGuard({ dependency, condition }: GuardPlan): EnvVarJson {
  return {
    name: guardVariable(dependency, condition),
    valueFrom: { fileKeyRef: { key: condition, path: dependency, volumeName: STATE_VOLUME } },
  };
}

/** Returns a probe that runs the agent. One run of the probe lasts as long as the wait. */
export function writeMarkerProbe(
  container: string,
  { field, steps, failureThreshold, timeoutSeconds, graceSeconds }: MarkerProbePlan,
  program: string,
): ProbeJson {
  const firstCheck = steps.findIndex(step => 'check' in step);
  const limited = steps.map(
    ({ limitSeconds, ...step }, i): LimitedStep => ({
      ...step,
      timeoutSeconds: limitSeconds,
      ...('check' in step ? { begins: i > firstCheck && limitSeconds !== undefined } : {}),
    }),
  );
  const words =
    field === 'readinessProbe'
      ? writeMarking('hold', container, limited, { retries: true })
      : writeSteps(limited, { retries: true });
  return sortKeys({
    exec: { command: [program, ...words.map(escapeForExpansion)] },
    ...(failureThreshold === undefined ? {} : { failureThreshold }),
    periodSeconds: 1,
    ...(graceSeconds === undefined ? {} : { terminationGracePeriodSeconds: graceSeconds }),
    timeoutSeconds,
  });
}

import { guardVariable, STATE_VOLUME } from '../agent/contract';
import { EnvVarJson } from '../api/private/pod-spec';
import { GuardPlan } from '../pod/pod-plan';

/** Returns a variable from a marker file. The kubelet does not create the container before the file contains the mark; the container mounts no volume for that. */
export function writeGuard({ dependency, condition }: GuardPlan): EnvVarJson {
  return { name: guardVariable(dependency, condition), valueFrom: { fileKeyRef: { key: condition, path: dependency, volumeName: STATE_VOLUME } } };
}

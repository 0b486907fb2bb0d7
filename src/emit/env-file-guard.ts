import { guardVariable, STATE_VOLUME } from '../agent/contract';
import { EnvVarJson } from '../api/private/pod-spec';
import { GuardDecision } from '../pod/pod-plan';

/** Without the mark in the file the kubelet does not create the container. Nothing is mounted: the kubelet reads the file itself. */
export function guardOf({ dependency, condition }: GuardDecision): EnvVarJson {
  return { name: guardVariable(dependency, condition), valueFrom: { fileKeyRef: { key: condition, path: dependency, volumeName: STATE_VOLUME } } };
}

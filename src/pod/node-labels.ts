import { listContainersOf, PodSpecJson } from '../api/private/pod-spec';

/** A label that each node of the pod has, and the field of the pod that requires it. */
export interface NodeLabel {
  readonly value: string;
  readonly source: string;
}

/** Whether the pod runs on Windows nodes. Linux has no HostProcess containers. */
export function isWindowsPod(spec: PodSpecJson): boolean {
  return (
    spec.os?.name === 'windows' ||
    findNodeLabel(spec, 'os')?.value === 'windows' ||
    [spec, ...listContainersOf(spec)].some(part => part.securityContext?.windowsOptions?.hostProcess)
  );
}

/**
 * Returns the operating system (`os`) or the architecture (`arch`) to which the pod is bound. The kubelet also sets the
 * old `beta` labels (kubelet 1.27–1.37, kubelet_node_status.go initialNode).
 */
export function findNodeLabel(spec: PodSpecJson, of: 'os' | 'arch'): NodeLabel | undefined {
  return findLabel(spec, `kubernetes.io/${of}`) ?? findLabel(spec, `beta.kubernetes.io/${of}`);
}

/**
 * Every term of the required node affinity has to specify the same value, except empty terms, which match no node
 * (Kubernetes 1.29–1.37: component-helpers, nodeaffinity.go).
 */
function findLabel({ nodeSelector, affinity }: PodSpecJson, label: string): NodeLabel | undefined {
  const selected = nodeSelector?.[label];
  if (selected !== undefined) {
    return { value: selected, source: 'the node selector of the pod' };
  }
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const values = terms
    .filter(({ matchExpressions = [], matchFields = [] }) => matchExpressions.length + matchFields.length > 0)
    .map(
      ({ matchExpressions = [] }) =>
        matchExpressions.find(e => e.key === label && e.operator === 'In' && e.values?.length === 1)?.values?.[0],
    );
  const [value] = values;
  return value !== undefined && values.every(v => v === value)
    ? { value, source: 'the node affinity of the pod' }
    : undefined;
}

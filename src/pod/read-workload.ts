import { PodIntent } from './intent';
import { problem } from './problems';
import { isObject } from '../api/private/json-object';
import { MetadataTexts } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** The facts about pods outside the pod template: in the spec of their workload, and in their namespace. */
export interface WorkloadFacts extends Pick<PodIntent, 'deadlines' | 'exitCodeRules' | 'customType' | 'lacksTemplate'> {
  /** The labels and annotations of the namespace, if the app contains it. */
  readonly namespaceTexts?: MetadataTexts;
}

/** A Pod has no workload around it. */
export const NO_WORKLOAD: WorkloadFacts = { deadlines: [], exitCodeRules: [] };

/** The deployment controller's default, which the API server writes where a manifest has none. */
const DEFAULT_PROGRESS_DEADLINE_SECONDS = 600;

/**
 * Reads the spec of a Deployment, a Job or a Pod.
 *
 * @param type API version and kind, such as `apps/v1/Deployment`
 * @param spec the object that contains the pod template, or the spec of a Pod; `undefined`: none
 */
export function readWorkload(type: string, spec: Readonly<Record<string, any>> | undefined): WorkloadFacts {
  const progress =
    spec?.progressDeadlineSeconds ?? (type === 'apps/v1/Deployment' ? DEFAULT_PROGRESS_DEADLINE_SECONDS : undefined);
  const active = spec?.activeDeadlineSeconds;
  const rules: unknown = spec?.podFailurePolicy?.rules;
  return {
    deadlines: [
      ...(typeof progress === 'number' ? [{ field: 'progressDeadlineSeconds', seconds: progress }] : []),
      ...(typeof active === 'number' ? [{ field: 'activeDeadlineSeconds', seconds: active }] : []),
    ],
    exitCodeRules: (Array.isArray(rules) ? rules : []).flatMap(rule =>
      isObject(rule?.onExitCodes) ? [rule.onExitCodes.containerName as string | undefined] : [],
    ),
    // The groups of Kubernetes' own workloads have no dot.
    customType: type.includes('.') ? type : undefined,
  };
}

/** Finds a workload whose webhook refuses native sidecars and hooks. */
export function findRefusedType({ customType: type }: WorkloadFacts): Problem[] {
  // Knative Serving, August 2026: pkg/apis/serving/fieldmask.go ContainerMask, k8s_validation.go validateInitContainer.
  return type?.startsWith('serving.knative.dev/') ? [problem('SO507', { type })] : [];
}

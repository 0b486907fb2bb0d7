import { findRequirements } from './requirements';
import { REVISION_ANNOTATION } from '../api/private/annotations';
import { PodTemplateJson } from '../api/private/pod-spec';
import { PodPlan } from '../pod/pod-plan';
import { sha256 } from '../pod/sha256';
import { sortKeys } from '../pod/sort-keys';

/**
 * Writes the revision into the pod template, and into the plan as an injection: a hash of all parts that the policy
 * requires. A pod of an older revision, for example after `kubectl rollout undo`, has another order, and the policy
 * must not refuse it.
 */
export function addRevision<T extends { readonly plan: PodPlan; readonly template: PodTemplateJson }>(ordered: T): T {
  const { plan, template } = ordered;
  const key = REVISION_ANNOTATION;
  const value = sha256(JSON.stringify(findRequirements(plan, template))).slice(0, 12);
  const annotations = sortKeys(template.metadata?.annotations, { [key]: value });
  const field = `metadata.annotations[${key}]`;
  return {
    ...ordered,
    plan: {
      ...plan,
      annotations: [
        ...plan.annotations,
        { field, key, value, reason: 'the policies of the chart apply to pods with this annotation' },
      ],
    },
    template: sortKeys(template, { metadata: sortKeys(template.metadata, { annotations }) }),
  };
}

import { distinguish, PolicyWorkload, selectPods } from './match-pods';
import { EdgeRequirements, findRequirements, identify, Requirement } from './requirements';
import { groupBy } from '../api/private/collections';
import { JsonObject } from '../api/private/json-object';

/** The values of `validationActions`. */
export type ValidationAction = 'Deny' | 'Warn' | 'Audit';

export const POLICY_API_VERSION = 'admissionregistration.k8s.io/v1';
export const POLICY_KIND = 'ValidatingAdmissionPolicy';
export const BINDING_KIND = 'ValidatingAdmissionPolicyBinding';

/**
 * Builds the spec of one policy for all workloads. The API server evaluates the policy for new pods of these
 * namespaces, and its validations only for pods of these workloads. Without workloads, because each order is disabled,
 * the policy selects no pod. The order of a pod cannot change after its creation: of the containers, updates can change
 * only images and resources.
 *
 * The policy has no `variables`: they can crash the API server, which writes and reads their types at the same time
 * (kubernetes#135757, seen with 1.33.13).
 */
export function buildPolicy(workloads: readonly PolicyWorkload[]): JsonObject {
  const validations = workloads.flatMap(workload => {
    // The match conditions already select the pods of a single workload.
    const isOf = distinguish(workload, workloads);
    const parts = groupByPart(findRequirements(workload.plan, workload.template));
    return Array.from(parts, needs => {
      const { holds, missing } = needs[0].requirement;
      return {
        expression: isOf === undefined ? holds : `!(${isOf}) || ${holds}`,
        message: `${workload.title}: ${describe(needs)}, but ${missing}`,
      };
    });
  });
  return {
    failurePolicy: 'Fail',
    ...selectPods(workloads),
    // The API server requires a validation.
    validations: workloads.length > 0 ? validations : [{ expression: 'true' }],
  };
}

/** Builds the spec of the binding of a policy. */
export function buildBinding(policyName: string, action: ValidationAction): JsonObject {
  return { policyName, validationActions: [action] };
}

/** A part of a pod, and a dependency that needs it. */
interface Need {
  readonly requirement: Requirement;
  readonly edge: EdgeRequirements;
}

/** Returns the needs of each part together, so that the API server evaluates a part once. */
function groupByPart(edges: readonly EdgeRequirements[]): Iterable<readonly Need[]> {
  const needs = edges.flatMap(edge => edge.requirements.map(requirement => ({ requirement, edge })));
  return groupBy(needs, need => identify(need.requirement)).values();
}

function describe([{ edge }, ...others]: readonly Need[]): string {
  const { dependent, dependency, condition } = edge;
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length} more ${others.length === 1 ? 'dependency needs' : 'dependencies need'} the same part`;
  return `container '${dependent}' depends on '${dependency}' (${condition})${more}`;
}

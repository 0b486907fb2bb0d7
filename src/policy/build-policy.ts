import { distinguish, PolicyWorkload, selectPods } from './match-pods';
import { EdgeRequirements, findRequirements, identify, Requirement } from './requirements';
import { JsonObject } from '../api/private/json-object';

/** The values of `validationActions`. */
export type ValidationAction = 'Deny' | 'Warn' | 'Audit';

export interface PolicySpecs {
  readonly policy: JsonObject;
  readonly binding: JsonObject;
}

export const POLICY_API_VERSION = 'admissionregistration.k8s.io/v1';
export const POLICY_KIND = 'ValidatingAdmissionPolicy';
export const BINDING_KIND = 'ValidatingAdmissionPolicyBinding';

/**
 * Builds one policy for all workloads, and its binding. The API server evaluates the policy for new pods of these
 * namespaces, and its validations only for pods of these workloads. The order of a pod cannot change after its
 * creation: of the containers, updates can change only images and resources.
 *
 * The policy has no `variables`: they can crash the API server, which writes and reads their types at the same time
 * (kubernetes#135757, seen with 1.33.13).
 */
export function buildPolicy(name: string, workloads: readonly PolicyWorkload[], action: ValidationAction): PolicySpecs {
  return {
    policy: {
      failurePolicy: 'Fail',
      ...selectPods(workloads),
      validations: workloads.flatMap(workload => {
        // The match conditions already select the pods of a single workload.
        const isOf = distinguish(workload, workloads);
        return listParts(findRequirements(workload.plan, workload.template)).map(
          ({ requirement: { holds, missing }, edges }) => ({
            expression: isOf === undefined ? holds : `!(${isOf}) || ${holds}`,
            message: `${workload.title}: ${describe(edges)}, but ${missing}`,
          }),
        );
      }),
    },
    binding: { policyName: name, validationActions: [action] },
  };
}

/** A part of a pod, with all dependencies that need it. */
interface Part {
  readonly requirement: Requirement;
  readonly edges: readonly EdgeRequirements[];
}

/** Returns each part once, so that the API server evaluates it once. */
function listParts(edges: readonly EdgeRequirements[]): Part[] {
  const parts = new Map<string, { requirement: Requirement; edges: EdgeRequirements[] }>();
  for (const edge of edges) {
    for (const requirement of edge.requirements) {
      const key = identify(requirement);
      const found = parts.get(key);
      if (found) {
        found.edges.push(edge);
      } else {
        parts.set(key, { requirement, edges: [edge] });
      }
    }
  }
  return [...parts.values()];
}

function describe([{ dependent, dependency, condition }, ...others]: readonly EdgeRequirements[]): string {
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length} more ${others.length === 1 ? 'dependency needs' : 'dependencies need'} the same part`;
  return `container '${dependent}' depends on '${dependency}' (${condition})${more}`;
}

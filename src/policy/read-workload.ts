import { findAmbiguity, labelsOf, PodIdentity, PolicyWorkload } from './match-pods';
import { problem } from './problems';
import { isObject, JsonObject } from '../api/private/json-object';
import { PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** A workload whose namespace may be unspecified. */
export interface UnplacedWorkload extends Omit<PolicyWorkload, 'namespace' | 'pods'> {
  readonly namespace?: string;
  /** `undefined`: the pods have no name and no labels. */
  readonly pods?: PodIdentity;
}

/**
 * Reads how a policy recognizes the pods of a workload. `object`: the manifest of the workload, which contains no kind
 * in a typed list.
 */
export function readPolicyWorkload(
  kind: string,
  { metadata, spec }: JsonObject,
  ordered: Omit<UnplacedWorkload, 'title' | 'pods'>,
): UnplacedWorkload {
  const { name } = (metadata ?? {}) as { name?: string };
  return {
    title: `${kind} ${name ?? ''}`.trimEnd(),
    ...ordered,
    pods: findIdentity(kind, name, spec, ordered.template),
  };
}

function findIdentity(
  kind: string,
  name: string | undefined,
  spec: unknown,
  template: PodTemplateJson,
): PodIdentity | undefined {
  if (kind === 'Pod' && name !== undefined) {
    return { name };
  }
  const labels = readSelector(spec) ?? labelsOf(template);
  return Object.keys(labels).length > 0 ? { labels } : undefined;
}

/** A ReplicationController has labels directly in its selector. */
function readSelector(spec: unknown): Readonly<Record<string, string>> | undefined {
  const selector = isObject(spec) && isObject(spec.selector) ? spec.selector : {};
  const labels = 'matchLabels' in selector || 'matchExpressions' in selector ? selector.matchLabels : selector;
  return isObject(labels) && Object.keys(labels).length > 0 ? (labels as Record<string, string>) : undefined;
}

/** The reason why a policy cannot recognize the pods of a workload. */
export interface PolicyProblem {
  readonly workload: UnplacedWorkload;
  readonly problem: Problem;
}

/** Returns the workloads of a policy, and the problems of the other workloads. */
export function checkPolicyWorkloads(read: readonly UnplacedWorkload[]): {
  readonly workloads: readonly PolicyWorkload[];
  readonly problems: readonly PolicyProblem[];
} {
  const workloads = read.filter(isPlaced);
  const problems: PolicyProblem[] = [];
  for (const workload of read) {
    const about = { workload: workload.title };
    if (workload.namespace === undefined) {
      problems.push({ workload, problem: problem('SO906', about) });
    }
    if (workload.pods === undefined) {
      problems.push({ workload, problem: problem('SO907', about) });
    }
  }
  const [one, other] = findAmbiguity(workloads) ?? [];
  if (one && other) {
    problems.push({ workload: other, problem: problem('SO908', { one: one.title, other: other.title }) });
  }
  return { workloads, problems };
}

function isPlaced(workload: UnplacedWorkload): workload is PolicyWorkload {
  return workload.namespace !== undefined && workload.pods !== undefined;
}

import { Cel, all, quote } from './cel';
import { JsonObject } from '../api/private/json-object';
import { PodTemplateJson } from '../api/private/pod-spec';
import { hasLabels, Labels } from '../pod/app-objects';
import { PodPlan } from '../pod/pod-plan';

/** A workload with a start order, and how the policy recognizes its pods. */
export interface PolicyWorkload {
  /** 'Deployment web', for messages. */
  readonly title: string;
  readonly namespace: string;
  readonly pods: PodIdentity;
  /** The pod template with the order. */
  readonly template: PodTemplateJson;
  /** The annotation of the template whose value only the pods of this revision have. */
  readonly revisionAnnotation: string;
  readonly plan: PodPlan;
}

/**
 * How the policy recognizes the pods of a workload: by the name of a Pod, otherwise by labels.
 *
 * Labels are the only reliable sign at admission. The controller of the workload finds its own pods by the labels of
 * its selector, so a webhook cannot remove them. An `ownerReference` names a ReplicaSet with a random name or a Job of
 * a CronJob, and annotations cannot be selected. A Job has no selector of its own; its pods have all labels of the
 * template.
 */
export type PodIdentity = { readonly name: string } | { readonly labels: Labels };

/** Returns the fields of a policy that select new pods of these workloads. */
export function selectPods(workloads: readonly PolicyWorkload[]): JsonObject {
  const withNamespace = spansNamespaces(workloads);
  const namespaces = [...new Set(workloads.map(w => w.namespace))].sort();
  const matches = workloads.map(w => `(${all(matchPods(w, withNamespace))})`);
  return {
    matchConditions: [{ name: 'pods-with-a-start-order', expression: matches.join(' || ') || 'false' }],
    matchConstraints: {
      ...(namespaces.length > 0 && {
        namespaceSelector: {
          matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: namespaces }],
        },
      }),
      ...selectObjects(workloads),
      resourceRules: [
        { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: 'Namespaced' },
      ],
    },
  };
}

/**
 * Returns a condition that, of all pods of the workloads, only the pods of this workload meet. `undefined`: there is no
 * other workload.
 */
export function distinguish(workload: PolicyWorkload, workloads: readonly PolicyWorkload[]): Cel | undefined {
  const others = workloads.filter(other => other !== workload);
  return others.length === 0
    ? undefined
    : (distinguishPods(workload, others) ?? all(matchPods(workload, spansNamespaces(workloads))));
}

function spansNamespaces(workloads: readonly PolicyWorkload[]): boolean {
  return new Set(workloads.map(w => w.namespace)).size > 1;
}

/** Finds two workloads whose pods the policy cannot tell apart. */
export function findAmbiguity(
  workloads: readonly PolicyWorkload[],
): readonly [PolicyWorkload, PolicyWorkload] | undefined {
  for (const [i, one] of workloads.entries()) {
    const other = workloads.slice(i + 1).find(w => w.namespace === one.namespace && overlap(w, one));
    if (other) {
      return [one, other];
    }
  }
  return undefined;
}

function overlap(a: PolicyWorkload, b: PolicyWorkload): boolean {
  return 'name' in a.pods && 'name' in b.pods ? a.pods.name === b.pods.name : selects(a, b) || selects(b, a);
}

function selects({ pods }: PolicyWorkload, { template }: PolicyWorkload): boolean {
  return 'labels' in pods && hasLabels(labelsOf(template), pods.labels);
}

export function labelsOf({ metadata }: PodTemplateJson): Labels {
  return (metadata?.labels ?? {}) as Labels;
}

/**
 * Returns the conditions of the pods of the workload. The namespace is that of the request: the API server gives match
 * conditions no `namespaceObject`, and with `failurePolicy: Fail` the error refuses the pod (apiserver 1.33–1.37,
 * webhook/matchconditions/matcher.go; kyverno#17018).
 */
function matchPods(workload: PolicyWorkload, withNamespace: boolean): Cel[] {
  const { pods, namespace, template, revisionAnnotation: key } = workload;
  return [
    ...(withNamespace ? [`request.namespace == ${quote(namespace)}`] : []),
    ...('name' in pods ? [hasName(pods.name)] : Object.entries(pods.labels).map(hasLabel)),
    `object.metadata.?annotations[?${quote(key)}].orValue("") == ${quote(template.metadata!.annotations![key])}`,
  ];
}

/**
 * Returns a short condition that, of all pods of the workloads, only the pods of this workload meet. `undefined`: the
 * workloads have all labels in common.
 */
function distinguishPods({ pods, template }: PolicyWorkload, others: readonly PolicyWorkload[]): Cel | undefined {
  if ('name' in pods && others.every(other => !('name' in other.pods) || other.pods.name !== pods.name)) {
    return hasName(pods.name);
  }
  const own = Object.entries('labels' in pods ? pods.labels : labelsOf(template)).filter(([key, value]) =>
    others.every(other => labelsOf(other.template)[key] !== value),
  );
  return own.map(hasLabel).sort((a, b) => a.length - b.length)[0];
}

function hasName(name: string): Cel {
  return `object.metadata.?name.orValue("") == ${quote(name)}`;
}

function hasLabel([key, value]: readonly [string, string]): Cel {
  return `object.metadata.?labels[?${quote(key)}].orValue("") == ${quote(value)}`;
}

/** A label that the pods of all workloads have selects them before any expression is evaluated. */
function selectObjects(workloads: readonly PolicyWorkload[]): JsonObject {
  const labels = workloads.map(({ pods }) => ('labels' in pods ? pods.labels : {}));
  const key = Object.keys(labels[0] ?? {})
    .sort()
    .find(k => labels.every(l => k in l));
  if (key === undefined) {
    return {};
  }
  return {
    objectSelector: {
      matchExpressions: [{ key, operator: 'In', values: [...new Set(labels.map(l => l[key]))].sort() }],
    },
  };
}

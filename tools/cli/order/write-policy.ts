import { MANAGED_BY, ORDERED_ANNOTATION } from '../../../src/api/private/annotations';
import { JsonObject } from '../../../src/api/private/json-object';
import { PodTemplateJson } from '../../../src/api/private/pod-spec';
import { errorAt } from '../../../src/api/private/problem';
import { valueAt } from '../../../src/pod/json-path';
import { findItemPath } from '../../../src/pod/list-items';
import {
  BINDING_KIND,
  buildBinding,
  buildPolicy,
  POLICY_API_VERSION,
  POLICY_KIND,
} from '../../../src/policy/build-policy';
import { problem } from '../../../src/policy/problems';
import { checkPolicyWorkloads, readPolicyWorkload, UnplacedWorkload } from '../../../src/policy/read-workload';
import { ManifestWorkload } from '../../order/declare-orders';
import { formatDocument } from '../../order/format-yaml';
import { ManifestStream, OrderedDocument } from '../../order/manifest-stream';

/** The options of the format `policy`. */
export interface PolicyOptions {
  readonly action?: 'deny' | 'warn' | 'audit';
  /** The namespace of the workloads that specify none. */
  readonly namespace?: string;
  readonly policyName?: string;
}

const ACTIONS = { deny: 'Deny', warn: 'Warn', audit: 'Audit' } as const;

/** Returns a ValidatingAdmissionPolicy for the pods of all workloads with an order, and its binding. */
export function writePolicy(
  stream: ManifestStream,
  ordered: Iterable<OrderedDocument>,
  { action = 'deny', namespace, policyName: name }: PolicyOptions,
): string[] {
  if (name === undefined) {
    throw new Error(
      '--format policy needs --policy-name: a policy belongs to no namespace, and replaces another policy with ' +
        'the same name',
    );
  }
  const ofPolicy = new Map<UnplacedWorkload, ManifestWorkload>();
  let hasDisabled = false;
  for (const { after, planned } of ordered) {
    for (const { workload, settings, plan } of planned) {
      if (settings.disabledReason !== undefined) {
        hasDisabled = true;
        continue;
      }
      if (!plan) {
        stream.reportOf(workload, [], problem('SO910', { workload: `${workload.kind} ${workload.name}` }));
        continue;
      }
      if (plan.edges.length === 0) {
        continue;
      }
      const { templateKeys: keys } = workload;
      const object = valueAt(after, findItemPath([...keys, 'spec'])) as JsonObject;
      const template = valueAt(after, keys) as PodTemplateJson;
      // The hash of the declarations, which `order` writes into each pod template.
      const revisionAnnotation = ORDERED_ANNOTATION;
      const placed = { template, plan, revisionAnnotation, namespace: workload.namespace ?? namespace };
      ofPolicy.set(readPolicyWorkload(workload.kind, object, placed), workload);
    }
  }
  const { workloads, problems } = checkPolicyWorkloads([...ofPolicy.keys()]);
  for (const { workload, problem: wrong } of problems) {
    stream.reportOf(ofPolicy.get(workload)!, [], wrong);
  }
  if (stream.problems.length > 0) {
    return [];
  }
  if (workloads.length === 0 && !hasDisabled) {
    throw errorAt('order', problem('SO909', { scope: 'the manifests' }));
  }
  const metadata = { labels: MANAGED_BY, name };
  const write = (kind: string, spec: JsonObject) =>
    formatDocument({ apiVersion: POLICY_API_VERSION, kind, metadata, spec });
  const binding = buildBinding(name, ACTIONS[action]);
  return [write(POLICY_KIND, buildPolicy(workloads)), write(BINDING_KIND, binding)];
}

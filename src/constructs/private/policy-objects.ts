import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { pathOf } from './path-of';
import { registryOf } from './registry';
import { changeManifest } from './to-json-hook';
import { MANAGED_BY } from '../../api/private/annotations';
import { problem, startOrderError } from '../../api/private/problem';
import { PodPlan } from '../../pod/pod-plan';
import { POLICY_API_VERSION, PolicySpecs } from '../../policy/build-policy';
import { PolicyWorkload } from '../../policy/match-pods';
import { checkPolicyWorkloads } from '../../policy/read-workload';

/** Creates a policy and its binding, whose specs are known at synth. Returns the name of the policy. */
export function createPolicy(scope: Construct, kinds: Readonly<Record<keyof PolicySpecs, string>>, build: () => PolicySpecs): string {
  const create = (id: string, part: keyof PolicySpecs) => {
    const object = new ApiObject(scope, id, { apiVersion: POLICY_API_VERSION, kind: kinds[part], metadata: { labels: MANAGED_BY } });
    changeManifest(object, ({ metadata, ...rest }) => {
      // cdk8s writes the namespace of the chart into every object, also into objects that belong to no namespace.
      const { namespace: _none, ...named } = metadata;
      return { ...rest, metadata: named, spec: build()[part] };
    });
    return object;
  };
  const policy = create('Resource', 'policy');
  create('Binding', 'binding').addDependency(policy);
  return policy.name;
}

/**
 * Returns the workloads of the chart with a start order that the policy selects. `namespace`: of workloads that specify none. `none`: the problem of a chart without such a workload.
 * Without a workload, the problems of invalid orders come first: synth would report them only after the policy.
 */
export function listPolicyWorkloads(
  scope: Construct, namespace: string | undefined, { selects, none }: { readonly selects: (plan: PodPlan) => boolean; readonly none: 'SO909' | 'SO914' },
): readonly PolicyWorkload[] {
  const chart = Chart.of(scope);
  const members = registryOf(scope).members.filter(m => Chart.of(m.apiObject) === chart);
  const ordered = members.flatMap(m => m.policyWorkload(namespace ?? chart.namespace) ?? []).filter(({ plan }) => selects(plan));
  const { workloads, problems } = checkPolicyWorkloads(ordered);
  if (problems.length > 0) { throw startOrderError(problems.map(({ problem: wrong }) => ({ path: scope.node.path, problem: wrong }))); }
  if (workloads.length > 0) { return workloads; }
  const invalid = members.flatMap(m => m.problems().map(wrong => ({ path: m.path, problem: wrong })));
  throw startOrderError(invalid.length > 0 ? invalid : [{ path: scope.node.path, problem: problem(none, { scope: `the chart '${pathOf(chart)}'` }) }]);
}

import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { registryOf } from './registry';
import { changeManifest } from './to-json-hook';
import { startOrderError } from '../../api/private/problem';
import { POLICY_API_VERSION, PolicySpecs } from '../../policy/build-policy';
import { PolicyWorkload } from '../../policy/match-pods';
import { checkPolicyWorkloads } from '../../policy/read-workload';

/** Creates a policy and its binding, whose specs are known at synth. Returns the name of the policy. */
export function createPolicy(scope: Construct, kinds: Readonly<Record<keyof PolicySpecs, string>>, build: () => PolicySpecs): string {
  const create = (id: string, part: keyof PolicySpecs) => {
    const object = new ApiObject(scope, id, { apiVersion: POLICY_API_VERSION, kind: kinds[part] });
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

/** Returns the workloads of the chart with a start order. `namespace`: of workloads that specify none. */
export function listPolicyWorkloads(scope: Construct, namespace: string | undefined): readonly PolicyWorkload[] {
  const chart = Chart.of(scope);
  const members = registryOf(scope).members.filter(m => Chart.of(m.apiObject) === chart);
  const ordered = members.flatMap(m => m.policyWorkload(namespace ?? chart.namespace) ?? []).filter(({ plan }) => plan.edges.length > 0);
  const { workloads, problems } = checkPolicyWorkloads(ordered);
  if (problems.length > 0) { throw startOrderError(problems.map(({ problem }) => ({ path: scope.node.path, problem }))); }
  return workloads;
}

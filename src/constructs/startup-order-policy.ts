import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { pathOf, changeManifest } from './private/api-object';
import { membersOf, registryOf } from './private/registry';
import { MANAGED_BY } from '../api/private/annotations';
import { JsonObject } from '../api/private/json-object';
import { checkArguments, oneOf, struct } from '../api/private/kind';
import { errorAt, startOrderError } from '../api/private/problem';
import {
  BINDING_KIND,
  buildBinding,
  buildPolicy,
  POLICY_API_VERSION,
  POLICY_KIND,
  ValidationAction,
} from '../policy/build-policy';
import { PolicyWorkload } from '../policy/match-pods';
import { problem } from '../policy/problems';
import { checkPolicyWorkloads } from '../policy/read-workload';

/**
 * Properties of `StartupOrderPolicy`.
 */
export interface StartupOrderPolicyProps {
  /**
   * The response of the API server to a pod whose start order is broken, as in `validationActions` of Kubernetes:
   * `Deny` refuses the pod. `Warn` creates it and returns a warning to the client; for the pods of a Deployment the
   * client is a controller, which logs the warning. `Audit` creates it and adds an annotation to the audit event.
   *
   * @default 'Deny'
   */
  readonly action?: string;
}

const PROPS = struct<StartupOrderPolicyProps>('StartupOrderPolicyProps', {
  action: oneOf('Deny', 'Warn', 'Audit'),
});

/**
 * A ValidatingAdmissionPolicy and its binding, which protect the start orders of a chart from mutating webhooks. The
 * API server refuses a pod in which a dependency is no longer enforced, for example because a webhook removed
 * `restartPolicy: Always`, reversed a list, or replaced a command. The message names the container, the dependency, and
 * the missing part. A webhook can add containers, fields, and a program before the command.
 *
 * Each pod template gets an annotation with a hash of its order, and the policy applies only to pods with this hash.
 * Pods of an older revision, as after `kubectl rollout undo`, are admitted.
 *
 * Needs Kubernetes 1.30 or newer. The policy selects namespaces and labels, so the API server does not evaluate its
 * validations for other pods.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class StartupOrderPolicy extends Construct {
  /**
   * The name of the ValidatingAdmissionPolicy.
   */
  public readonly name: string;

  /**
   * @param scope the chart, or a construct in it; the policy contains all workloads of the chart with a start order
   * @param id the name of the construct
   * @param props action
   */
  constructor(scope: Construct, id: string, props: StartupOrderPolicyProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: PROPS }, { props });
    registryOf(this).protectedCharts.add(Chart.of(this));
    const action = (props.action ?? 'Deny') as ValidationAction;
    const policy = this.createObject('Resource', POLICY_KIND, () => buildPolicy(this.listWorkloads()));
    const { name } = policy;
    this.createObject('Binding', BINDING_KIND, () => buildBinding(name, action)).addDependency(policy);
    this.name = name;
  }

  /** Creates the policy or its binding, whose spec is known at synth. */
  private createObject(id: string, kind: string, buildSpec: () => JsonObject): ApiObject {
    const object = new ApiObject(this, id, { apiVersion: POLICY_API_VERSION, kind, metadata: { labels: MANAGED_BY } });
    changeManifest(object, ({ metadata, ...rest }) => {
      // cdk8s writes the namespace of the chart into every object, also into objects that belong to no namespace.
      const { namespace: _none, ...named } = metadata;
      return { ...rest, metadata: named, spec: buildSpec() };
    });
    return object;
  }

  /**
   * Returns the workloads of the chart with a start order. Without a workload, the problems of invalid orders come
   * first: synth would report them only after the policy.
   */
  private listWorkloads(): readonly PolicyWorkload[] {
    const chart = Chart.of(this);
    const members = membersOf(registryOf(this)).filter(m => Chart.of(m.apiObject) === chart);
    const ordered = members.flatMap(m => m.policyWorkload() ?? []);
    const { workloads, problems } = checkPolicyWorkloads(ordered.filter(({ plan }) => plan.edges.length > 0));
    if (problems.length > 0) {
      throw errorAt(this.node.path, ...problems.map(p => p.problem));
    }
    if (workloads.length > 0 || members.some(m => m.isDisabled)) {
      return workloads;
    }
    const invalid = members.flatMap(m => m.problems());
    if (invalid.length > 0) {
      throw startOrderError(invalid);
    }
    const none = problem('SO909', { scope: `the chart '${pathOf(chart)}'` });
    throw errorAt(this.node.path, none);
  }
}

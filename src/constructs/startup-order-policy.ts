import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { createPolicy, listPolicyWorkloads } from './private/policy-objects';
import { registryOf } from './private/registry';
import { PolicyAction } from '../api/policy-action';
import { checkArguments, enumOf, NAME, struct } from '../api/private/kind';
import { BINDING_KIND, buildPolicy, PolicySpecs, POLICY_KIND, ValidationAction } from '../policy/build-policy';

/**
 * Properties of `StartupOrderPolicy`.
 */
export interface StartupOrderPolicyProps {
  /**
   * The response of the API server to a pod whose start order is broken.
   *
   * @default PolicyAction.DENY
   */
  readonly action?: PolicyAction;

  /**
   * The namespace of the workloads that specify none.
   *
   * @default - the namespace of the chart
   */
  readonly namespace?: string;
}

const PROPS = struct<StartupOrderPolicyProps>('StartupOrderPolicyProps', { action: enumOf('PolicyAction', PolicyAction), namespace: NAME });

const ACTIONS: Readonly<Record<PolicyAction, ValidationAction>> = { DENY: 'Deny', WARN: 'Warn', AUDIT: 'Audit' };

/**
 * A ValidatingAdmissionPolicy and its binding, which protect the start orders of a chart from mutating webhooks. The API server refuses a pod in which a dependency is no longer
 * enforced, for example because a webhook removed `restartPolicy: Always`, reversed a list, or replaced a command. The message names the container, the dependency, and the missing
 * part. A webhook can add containers, fields, and a program before the command.
 *
 * Each pod template gets an annotation with a hash of its order, and the policy applies only to pods with this hash. Pods of an older revision, as after `kubectl rollout undo`, are
 * admitted.
 *
 * Needs Kubernetes 1.30 or newer. The policy selects namespaces and labels, so the API server does not evaluate its validations for other pods.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class StartupOrderPolicy extends Construct {
  /**
   * The name of the ValidatingAdmissionPolicy.
   */
  public readonly name: string;

  private readonly action: PolicyAction;
  private readonly namespace: string | undefined;

  /**
   * @param scope the chart, or a construct in it; the policy contains all workloads of the chart with a start order
   * @param id the name of the construct
   * @param props action and namespace
   */
  constructor(scope: Construct, id: string, props: StartupOrderPolicyProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, PROPS] });
    registryOf(this).protectedCharts.add(Chart.of(this));
    this.action = props.action ?? PolicyAction.DENY;
    this.namespace = props.namespace;
    this.name = createPolicy(this, { policy: POLICY_KIND, binding: BINDING_KIND }, () => this.build());
  }

  private build(): PolicySpecs {
    return buildPolicy(this.name, listPolicyWorkloads(this, this.namespace, { selects: plan => plan.edges.length > 0, none: 'SO909' }), ACTIONS[this.action]);
  }
}

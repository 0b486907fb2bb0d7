import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { createPolicy, listPolicyWorkloads } from './private/policy-objects';
import { registryOf } from './private/registry';
import { checkArguments, NAME, struct } from '../api/private/kind';
import { buildInjectionPolicy, INJECTION_BINDING_KIND, INJECTION_POLICY_KIND } from '../policy/build-injection-policy';
import { listInjectedWaits } from '../policy/injected-waits';

/**
 * Properties of `InjectedOrderPolicy`.
 */
export interface InjectedOrderPolicyProps {
  /**
   * The namespace of the workloads that specify none.
   *
   * @default - the namespace of the chart
   */
  readonly namespace?: string;
}

const PROPS = struct<InjectedOrderPolicyProps>('InjectedOrderPolicyProps', { namespace: NAME });

/**
 * A MutatingAdmissionPolicy and its binding, for the dependencies of a chart that `Dependency.onInjected` declares. When a webhook has injected such a container, the API server inserts
 * the wait for it into the gate of the dependent: words of `command`. Pods without the container stay as they are.
 *
 * Needs an **API server of Kubernetes 1.36 or newer**; the nodes may be older. The API server runs the policy again after a webhook has changed the pod (`reinvocationPolicy: IfNeeded`), but
 * only once: a container that a webhook injects after that, for example because of another webhook, gets no wait. `StartupOrderPolicy` refuses such a pod.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
export class InjectedOrderPolicy extends Construct {
  /**
   * The name of the MutatingAdmissionPolicy.
   */
  public readonly name: string;

  /**
   * @param scope the chart, or a construct in it; the policy contains all workloads of the chart that wait for an injected container
   * @param id the name of the construct
   * @param props namespace
   */
  constructor(scope: Construct, id: string, props: InjectedOrderPolicyProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, PROPS] });
    const chart = Chart.of(this);
    const registry = registryOf(this);
    registry.protectedCharts.add(chart);
    registry.injectingCharts.add(chart);
    this.name = createPolicy(this, { policy: INJECTION_POLICY_KIND, binding: INJECTION_BINDING_KIND }, () =>
      buildInjectionPolicy(this.name, listPolicyWorkloads(this, props.namespace, { selects: plan => listInjectedWaits(plan).length > 0, none: 'SO914' })));
  }
}

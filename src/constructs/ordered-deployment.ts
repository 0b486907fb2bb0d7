import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedContainerProps, OrderedWorkloadProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_DEPLOYMENT, SIDECAR_FIRST_DEPLOYMENT } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedDeployment`.
 */
export interface OrderedDeploymentProps extends OrderedWorkloadProps {
  /**
   * Number of pods.
   *
   * @default 2
   */
  readonly replicas?: number;

  /**
   * How old pods are replaced by new ones.
   *
   * @default - rolling update, 25% at a time
   */
  readonly strategy?: kplus.DeploymentStrategy;

  /**
   * How long a pod must be ready to count as available.
   *
   * @default Duration.seconds(0)
   */
  readonly minReady?: Duration;

  /**
   * How long a rollout may make no progress before it counts as failed.
   *
   * @default Duration.seconds(600)
   */
  readonly progressDeadline?: Duration;
}

/**
 * A cdk8s-plus `Deployment` whose containers start in the order of their dependencies.
 *
 * @example
 * new OrderedDeployment(chart, 'web', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   containers: [
 *     { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache')] },
 *     { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
 *   ],
 * });
 */
export class OrderedDeployment extends kplus.Deployment {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedDeploymentProps = {}) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_DEPLOYMENT, new.target !== OrderedDeployment));
    this.startupOrder = begin(this, props);
  }

  /**
   * Add a container that takes part in the start order. With `addContainer` it would have no dependencies.
   *
   * @param container the container
   */
  public addOrderedContainer(container: OrderedContainerProps): kplus.Container {
    return addOrdered(this, this.startupOrder, container);
  }
}

/**
 * Properties of `SidecarFirstDeployment`.
 */
export interface SidecarFirstDeploymentProps extends OrderedDeploymentProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `Deployment` whose sidecars are ready before its app containers start, also those that are added later.
 *
 * @example
 * new SidecarFirstDeployment(chart, 'cart', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   sidecars: [{ name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', securityContext: { user: 101 }, readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) }],
 *   containers: [{ name: 'cart', image: 'shop/cart:7' }],
 * });
 */
export class SidecarFirstDeployment extends OrderedDeployment {
  public constructor(scope: Construct, id: string, props: SidecarFirstDeploymentProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_DEPLOYMENT, new.target !== SidecarFirstDeployment)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

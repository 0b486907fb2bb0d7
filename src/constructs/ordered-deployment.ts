import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedDeploymentProps } from './ordered-props';
import { attachWorkload, checkedProps, plusProps } from './private/attach-workload';
import { ORDERED_DEPLOYMENT, SIDECAR_FIRST_DEPLOYMENT } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `Deployment` whose containers start in the order of their dependencies.
 *
 * @example
 * new OrderedDeployment(chart, 'web', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   orderedContainers: [
 *     { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache')] },
 *     { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
 *   ],
 * });
 */
export class OrderedDeployment extends kplus.Deployment {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedDeploymentProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_DEPLOYMENT, new.target !== OrderedDeployment));
    this.startupOrder = attachWorkload(this, props);
  }
}

/**
 * An `OrderedDeployment` that requires `sidecars`: all sidecars are ready before any app container starts, and so for
 * containers that are added later.
 *
 * @example
 * new SidecarFirstDeployment(chart, 'cart', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   sidecars: [
 *     {
 *       name: 'proxy',
 *       image: 'envoyproxy/envoy:v1.31.0',
 *       securityContext: { user: 101 },
 *       readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
 *     },
 *   ],
 *   orderedContainers: [{ name: 'cart', image: 'shop/cart:7' }],
 * });
 */
export class SidecarFirstDeployment extends OrderedDeployment {
  public constructor(scope: Construct, id: string, props: OrderedDeploymentProps) {
    super(scope, id, checkedProps(scope, id, props, SIDECAR_FIRST_DEPLOYMENT, new.target !== SidecarFirstDeployment));
  }
}

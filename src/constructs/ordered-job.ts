import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedJobProps } from './ordered-props';
import { attachWorkload, plusProps } from './private/attach-workload';
import { ORDERED_JOB } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `Job` whose containers start in the order of their dependencies.
 *
 * @example
 * new OrderedJob(chart, 'report', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   orderedContainers: [
 *     { name: 'proxy', image: 'shop/db-proxy:3', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432) },
 *     { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
 *   ],
 * });
 */
export class OrderedJob extends kplus.Job {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedJobProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_JOB, new.target !== OrderedJob));
    this.startupOrder = attachWorkload(this, props);
  }
}

import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedDaemonSetProps } from './ordered-props';
import { attachWorkload, plusProps } from './private/attach-workload';
import { ORDERED_DAEMON_SET } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `DaemonSet` whose containers start in the order of their dependencies.
 */
export class OrderedDaemonSet extends kplus.DaemonSet {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedDaemonSetProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_DAEMON_SET, new.target !== OrderedDaemonSet));
    this.startupOrder = attachWorkload(this, props);
  }
}

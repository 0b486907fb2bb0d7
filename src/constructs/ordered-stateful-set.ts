import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedStatefulSetProps } from './ordered-props';
import { attachWorkload, plusProps } from './private/attach-workload';
import { ORDERED_STATEFUL_SET } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `StatefulSet` whose containers start in the order of their dependencies.
 */
export class OrderedStatefulSet extends kplus.StatefulSet {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedStatefulSetProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_STATEFUL_SET, new.target !== OrderedStatefulSet));
    this.startupOrder = attachWorkload(this, props);
  }
}

import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedPodProps } from './ordered-props';
import { attachWorkload, plusProps } from './private/attach-workload';
import { ORDERED_POD } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `Pod` whose containers start in the order of their dependencies.
 */
export class OrderedPod extends kplus.Pod {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedPodProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_POD, new.target !== OrderedPod));
    this.startupOrder = attachWorkload(this, props);
  }
}

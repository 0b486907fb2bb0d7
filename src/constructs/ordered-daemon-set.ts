import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedContainerProps, OrderedWorkloadProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_DAEMON_SET, SIDECAR_FIRST_DAEMON_SET } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedDaemonSet`.
 */
export interface OrderedDaemonSetProps extends OrderedWorkloadProps {
  /**
   * How many seconds a pod must be ready to count as available.
   *
   * @default 0
   */
  readonly minReadySeconds?: number;
}

/**
 * A cdk8s-plus `DaemonSet` whose containers start in the order of their dependencies.
 */
export class OrderedDaemonSet extends kplus.DaemonSet {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedDaemonSetProps = {}) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_DAEMON_SET, new.target !== OrderedDaemonSet));
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
 * Properties of `SidecarFirstDaemonSet`.
 */
export interface SidecarFirstDaemonSetProps extends OrderedDaemonSetProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `DaemonSet` whose sidecars are ready before its app containers start, also those that are added later.
 */
export class SidecarFirstDaemonSet extends OrderedDaemonSet {
  public constructor(scope: Construct, id: string, props: SidecarFirstDaemonSetProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_DAEMON_SET, new.target !== SidecarFirstDaemonSet)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

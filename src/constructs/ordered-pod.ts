import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedContainerProps, OrderedPodSpecProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_POD, SIDECAR_FIRST_POD } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedPod`.
 */
export interface OrderedPodProps extends OrderedPodSpecProps {
}

/**
 * A cdk8s-plus `Pod` whose containers start in the order of their dependencies.
 */
export class OrderedPod extends kplus.Pod {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedPodProps = {}) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_POD, new.target !== OrderedPod));
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
 * Properties of `SidecarFirstPod`.
 */
export interface SidecarFirstPodProps extends OrderedPodProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `Pod` whose sidecars are ready before its app containers start, also those that are added later.
 */
export class SidecarFirstPod extends OrderedPod {
  public constructor(scope: Construct, id: string, props: SidecarFirstPodProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_POD, new.target !== SidecarFirstPod)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedContainerProps, OrderedWorkloadProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_STATEFUL_SET, SIDECAR_FIRST_STATEFUL_SET } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedStatefulSet`.
 */
export interface OrderedStatefulSetProps extends OrderedWorkloadProps {
  /**
   * The headless service of the set.
   *
   * @default - a new one
   */
  readonly service?: kplus.Service;

  /**
   * Number of pods.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * The order in which pods of the set are made and removed.
   *
   * @default PodManagementPolicy.ORDERED_READY
   */
  readonly podManagementPolicy?: kplus.PodManagementPolicy;

  /**
   * How old pods are replaced by new ones.
   *
   * @default - rolling update
   */
  readonly strategy?: kplus.StatefulSetUpdateStrategy;

  /**
   * How long a pod must be ready to count as available.
   *
   * @default Duration.seconds(0)
   */
  readonly minReady?: Duration;
}

/**
 * A cdk8s-plus `StatefulSet` whose containers start in the order of their dependencies.
 */
export class OrderedStatefulSet extends kplus.StatefulSet {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedStatefulSetProps = {}) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_STATEFUL_SET, new.target !== OrderedStatefulSet));
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
 * Properties of `SidecarFirstStatefulSet`.
 */
export interface SidecarFirstStatefulSetProps extends OrderedStatefulSetProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `StatefulSet` whose sidecars are ready before its app containers start, also those that are added later.
 */
export class SidecarFirstStatefulSet extends OrderedStatefulSet {
  public constructor(scope: Construct, id: string, props: SidecarFirstStatefulSetProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_STATEFUL_SET, new.target !== SidecarFirstStatefulSet)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

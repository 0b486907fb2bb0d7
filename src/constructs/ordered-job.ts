import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedContainerProps, OrderedWorkloadProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_JOB, SIDECAR_FIRST_JOB } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedJob`.
 */
export interface OrderedJobProps extends OrderedWorkloadProps {
  /**
   * How long the Job may run.
   *
   * @default - no limit
   */
  readonly activeDeadline?: Duration;

  /**
   * How often the Job is tried again.
   *
   * @default - 6, by Kubernetes
   */
  readonly backoffLimit?: number;

  /**
   * How long a finished Job is kept.
   *
   * @default - until it is deleted
   */
  readonly ttlAfterFinished?: Duration;
}

/**
 * A cdk8s-plus `Job` whose containers start in the order of their dependencies.
 *
 * @example
 * new OrderedJob(chart, 'report', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   containers: [
 *     { name: 'proxy', image: 'shop/db-proxy:3', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432) },
 *     { name: 'report', image: 'shop/report:7', dependsOn: [Dependency.on('proxy')] },
 *   ],
 * });
 */
export class OrderedJob extends kplus.Job {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedJobProps = {}) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_JOB, new.target !== OrderedJob));
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
 * Properties of `SidecarFirstJob`.
 */
export interface SidecarFirstJobProps extends OrderedJobProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `Job` whose sidecars are ready before its app containers start, also those that are added later.
 */
export class SidecarFirstJob extends OrderedJob {
  public constructor(scope: Construct, id: string, props: SidecarFirstJobProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_JOB, new.target !== SidecarFirstJob)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

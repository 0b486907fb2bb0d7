import { Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedJobProps } from './ordered-job';
import { OrderedContainerProps } from './ordered-pod-props';
import { addOrdered, begin, checkedProps, sidecarFirst, sidecarNames } from './private/attach-workload';
import { ORDERED_CRON_JOB, SIDECAR_FIRST_CRON_JOB } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * Properties of `OrderedCronJob`.
 */
export interface OrderedCronJobProps extends OrderedJobProps {
  /**
   * When the Job runs.
   */
  readonly schedule: Cron;

  /**
   * The time zone of the schedule.
   *
   * @default - that of the controller manager
   */
  readonly timeZone?: string;

  /**
   * Whether Jobs of this schedule may overlap.
   *
   * @default ConcurrencyPolicy.FORBID
   */
  readonly concurrencyPolicy?: kplus.ConcurrencyPolicy;

  /**
   * How late a Job may start.
   *
   * @default Duration.seconds(10)
   */
  readonly startingDeadline?: Duration;

  /**
   * Whether no further Job is started.
   *
   * @default false
   */
  readonly suspend?: boolean;

  /**
   * How many Jobs that succeeded are kept.
   *
   * @default 3
   */
  readonly successfulJobsRetained?: number;

  /**
   * How many Jobs that failed are kept.
   *
   * @default 1
   */
  readonly failedJobsRetained?: number;
}

/**
 * A cdk8s-plus `CronJob` whose containers start in the order of their dependencies.
 */
export class OrderedCronJob extends kplus.CronJob {
  /** The start order of the containers: declare more, see the plan. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedCronJobProps) {
    super(scope, id, checkedProps(scope, id, props, ORDERED_CRON_JOB, new.target !== OrderedCronJob));
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
 * Properties of `SidecarFirstCronJob`.
 */
export interface SidecarFirstCronJobProps extends OrderedCronJobProps {
  /** Containers of role SIDECAR: all of them are ready before any app container starts. */
  readonly sidecars: OrderedContainerProps[];
}

/**
 * A cdk8s-plus `CronJob` whose sidecars are ready before its app containers start, also those that are added later.
 */
export class SidecarFirstCronJob extends OrderedCronJob {
  public constructor(scope: Construct, id: string, props: SidecarFirstCronJobProps) {
    super(scope, id, sidecarFirst(checkedProps(scope, id, props, SIDECAR_FIRST_CRON_JOB, new.target !== SidecarFirstCronJob)));
    this.startupOrder.sidecarsFirst(...sidecarNames(props));
  }
}

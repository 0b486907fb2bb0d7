import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { OrderedCronJobProps } from './ordered-props';
import { attachWorkload, plusProps } from './private/attach-workload';
import { ORDERED_CRON_JOB } from './private/structs';
import { StartupOrder } from './startup-order';

/**
 * A cdk8s-plus `CronJob` whose containers start in the order of their dependencies.
 */
export class OrderedCronJob extends kplus.CronJob {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedCronJobProps) {
    super(scope, id, plusProps(scope, id, props, ORDERED_CRON_JOB, new.target !== OrderedCronJob));
    this.startupOrder = attachWorkload(this, props);
  }
}

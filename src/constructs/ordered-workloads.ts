import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import {
  OrderedPodProps,
  OrderedDeploymentProps,
  OrderedStatefulSetProps,
  OrderedDaemonSetProps,
  OrderedJobProps,
  OrderedCronJobProps,
} from './ordered-props';
import { attachWorkload, plusProps, checkedProps } from './private/attach-workload';
import {
  ORDERED_POD,
  ORDERED_DEPLOYMENT,
  SIDECAR_FIRST_DEPLOYMENT,
  ORDERED_STATEFUL_SET,
  ORDERED_DAEMON_SET,
  ORDERED_JOB,
  ORDERED_CRON_JOB,
} from './private/structs';
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

/**
 * A cdk8s-plus `Deployment` whose containers start in the order of their dependencies.
 *
 * @example
 * new OrderedDeployment(chart, 'web', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   orderedContainers: [
 *     { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache')] },
 *     { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
 *   ],
 * });
 */
export class OrderedDeployment extends kplus.Deployment {
  /** The start order of the containers. */
  public readonly startupOrder: StartupOrder;

  public constructor(scope: Construct, id: string, props: OrderedDeploymentProps = {}) {
    super(scope, id, plusProps(scope, id, props, ORDERED_DEPLOYMENT, new.target !== OrderedDeployment));
    this.startupOrder = attachWorkload(this, props);
  }
}

/**
 * An `OrderedDeployment` that requires `sidecars`: all sidecars are ready before any app container starts, and so for
 * containers that are added later.
 *
 * @example
 * new SidecarFirstDeployment(chart, 'cart', {
 *   startupOrder: { kubernetesVersion: '1.33' },
 *   sidecars: [
 *     {
 *       name: 'proxy',
 *       image: 'envoyproxy/envoy:v1.31.0',
 *       securityContext: { user: 101 },
 *       readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
 *     },
 *   ],
 *   orderedContainers: [{ name: 'cart', image: 'shop/cart:7' }],
 * });
 */
export class SidecarFirstDeployment extends OrderedDeployment {
  public constructor(scope: Construct, id: string, props: OrderedDeploymentProps) {
    super(scope, id, checkedProps(scope, id, props, SIDECAR_FIRST_DEPLOYMENT, new.target !== SidecarFirstDeployment));
  }
}

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

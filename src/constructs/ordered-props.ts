import * as kplus from 'cdk8s-plus-27';
import { ContainerOrder } from '../api/container-order';
import { StartupOrderOptions } from '../api/startup-order-options';

/**
 * A cdk8s-plus container that can depend on other containers.
 */
export interface OrderedContainerProps extends kplus.ContainerProps, ContainerOrder {}

/**
 * Properties of `OrderedPod`: the properties of the cdk8s-plus `Pod`, and containers with an order.
 */
export interface OrderedPodProps extends kplus.PodProps {
  /**
   * The containers, in any sequence. Containers move in the manifest only where a dependency requires it. The property
   * `containers` of cdk8s-plus is an error (SO635), because it would lose the order of a container in Python and Java.
   * `initContainers` run in their order: for an init container with dependencies or dependents, write it here with
   * `ContainerRole.INIT`.
   *
   * @default - none
   */
  readonly orderedContainers?: OrderedContainerProps[];

  /**
   * Containers with the role SIDECAR. All sidecars of the pod are ready before any app container starts, and so for
   * containers that are added later. Init containers do not wait for them.
   *
   * @default - app containers wait only for their dependencies
   */
  readonly sidecars?: OrderedContainerProps[];

  /**
   * Options of the start order.
   *
   * @default - see `StartupOrderOptions`
   */
  readonly startupOrder?: StartupOrderOptions;
}

/**
 * Properties of `OrderedDeployment` and `SidecarFirstDeployment`: the properties of the cdk8s-plus `Deployment`, and
 * containers with an order.
 */
export interface OrderedDeploymentProps extends kplus.DeploymentProps, OrderedPodProps {}

/**
 * Properties of `OrderedStatefulSet`: the properties of the cdk8s-plus `StatefulSet`, and containers with an order.
 */
export interface OrderedStatefulSetProps extends kplus.StatefulSetProps, OrderedPodProps {}

/**
 * Properties of `OrderedDaemonSet`: the properties of the cdk8s-plus `DaemonSet`, and containers with an order.
 */
export interface OrderedDaemonSetProps extends kplus.DaemonSetProps, OrderedPodProps {}

/**
 * Properties of `OrderedJob`: the properties of the cdk8s-plus `Job`, and containers with an order.
 */
export interface OrderedJobProps extends kplus.JobProps, OrderedPodProps {}

/**
 * Properties of `OrderedCronJob`: the properties of the cdk8s-plus `CronJob`, and containers with an order.
 */
export interface OrderedCronJobProps extends kplus.CronJobProps, OrderedPodProps {}

import { ApiObjectMetadata, Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { ContainerOrder } from './startup-order-props';
import { StartupOrderOptions } from '../api/startup-order-options';

/**
 * A cdk8s-plus container that can depend on other containers.
 */
export interface OrderedContainerProps extends kplus.ContainerProps, ContainerOrder {}

/**
 * Properties of `OrderedPod`: the properties of the cdk8s-plus `Pod`, with ordered containers.
 */
export interface OrderedPodProps extends kplus.ResourceProps {
  /**
   * The containers of the pod, in any order. Containers move in the manifest only where a dependency requires it.
   *
   * @default - none; add containers with `addOrderedContainer` or `addContainer`
   */
  readonly containers?: OrderedContainerProps[];

  /**
   * Containers with the role SIDECAR. All sidecars of the pod are ready before any app container starts, and so for
   * containers that are added later. Init containers do not wait for them.
   *
   * @default - app containers wait only for their dependencies
   */
  readonly sidecars?: OrderedContainerProps[];

  /**
   * Init containers that run in this order. For an init container with dependencies or dependents, use `containers`
   * with `ContainerRole.INIT`.
   *
   * @default - none
   */
  readonly initContainers?: kplus.ContainerProps[];

  /**
   * Options of the start order.
   *
   * @default - see `StartupOrderOptions`
   */
  readonly startupOrder?: StartupOrderOptions;

  /**
   * The volumes of the pod.
   *
   * @default - the volumes that its containers mount
   */
  readonly volumes?: kplus.Volume[];

  /**
   * Writes `restartPolicy` of the pod.
   *
   * @default RestartPolicy.ALWAYS; RestartPolicy.NEVER for a Job or CronJob
   */
  readonly restartPolicy?: kplus.RestartPolicy;

  /**
   * The service account of the pod.
   *
   * @default - the default service account of the namespace
   */
  readonly serviceAccount?: kplus.IServiceAccount;

  /**
   * The security context of the pod.
   *
   * @default - as in cdk8s-plus: `ensureNonRoot: true`, `fsGroupChangePolicy: ALWAYS`
   */
  readonly securityContext?: kplus.PodSecurityContextProps;

  /**
   * Entries for the hosts file of the pod.
   *
   * @default - none
   */
  readonly hostAliases?: kplus.HostAlias[];

  /**
   * DNS settings of the pod.
   *
   * @default - `policy: DnsPolicy.CLUSTER_FIRST`
   */
  readonly dns?: kplus.PodDnsProps;

  /**
   * The Secret with the credentials for the image registry.
   *
   * @default - none
   */
  readonly dockerRegistryAuth?: kplus.ISecret;

  /**
   * Whether the containers mount the token of the service account.
   *
   * @default false
   */
  readonly automountServiceAccountToken?: boolean;

  /**
   * Whether a network policy denies all traffic to and from the pod.
   *
   * @default false
   */
  readonly isolate?: boolean;

  /**
   * Whether the pod uses the network of its node.
   *
   * @default false
   */
  readonly hostNetwork?: boolean;

  /**
   * Writes `terminationGracePeriodSeconds`.
   *
   * @default Duration.seconds(30)
   */
  readonly terminationGracePeriod?: Duration;
}

/**
 * Properties of all ordered workloads that create pods from a template.
 */
export interface OrderedWorkloadProps extends OrderedPodProps {
  /**
   * The metadata of the pods.
   *
   * @default - none
   */
  readonly podMetadata?: ApiObjectMetadata;

  /**
   * Whether cdk8s-plus generates the selector of the workload and the labels of its pods.
   *
   * @default true; false for a Job or CronJob
   */
  readonly select?: boolean;

  /**
   * Whether the pods are spread over hosts and zones.
   *
   * @default false
   */
  readonly spread?: boolean;
}

/**
 * Properties of `OrderedDeployment` and `SidecarFirstDeployment`.
 */
export interface OrderedDeploymentProps extends OrderedWorkloadProps {
  /**
   * The number of pods.
   *
   * @default 2
   */
  readonly replicas?: number;

  /**
   * The strategy that replaces old pods with new pods.
   *
   * @default - rolling update, 25% at a time
   */
  readonly strategy?: kplus.DeploymentStrategy;

  /**
   * How long a pod must be ready before it counts as available.
   *
   * @default Duration.seconds(0)
   */
  readonly minReady?: Duration;

  /**
   * How long a rollout may make no progress before it counts as failed.
   *
   * @default Duration.seconds(600)
   */
  readonly progressDeadline?: Duration;
}

/**
 * Properties of `OrderedStatefulSet`.
 */
export interface OrderedStatefulSetProps extends OrderedWorkloadProps {
  /**
   * The headless Service of the set.
   *
   * @default - a new Service
   */
  readonly service?: kplus.Service;

  /**
   * The number of pods.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * The order in which the pods of the set are created and deleted.
   *
   * @default PodManagementPolicy.ORDERED_READY
   */
  readonly podManagementPolicy?: kplus.PodManagementPolicy;

  /**
   * The strategy that replaces old pods with new pods.
   *
   * @default - rolling update
   */
  readonly strategy?: kplus.StatefulSetUpdateStrategy;

  /**
   * How long a pod must be ready before it counts as available.
   *
   * @default Duration.seconds(0)
   */
  readonly minReady?: Duration;
}

/**
 * Properties of `OrderedDaemonSet`.
 */
export interface OrderedDaemonSetProps extends OrderedWorkloadProps {
  /**
   * How many seconds a pod must be ready before it counts as available.
   *
   * @default 0
   */
  readonly minReadySeconds?: number;
}

/**
 * Properties of `OrderedJob`.
 */
export interface OrderedJobProps extends OrderedWorkloadProps {
  /**
   * The longest time that the Job may run.
   *
   * @default - no limit
   */
  readonly activeDeadline?: Duration;

  /**
   * The number of retries before the Job counts as failed.
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
 * Properties of `OrderedCronJob`.
 */
export interface OrderedCronJobProps extends OrderedJobProps {
  /**
   * The times at which a Job is created.
   */
  readonly schedule: Cron;

  /**
   * The time zone of the schedule.
   *
   * @default - the time zone of the controller manager
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
   * Whether the schedule is suspended.
   *
   * @default false
   */
  readonly suspend?: boolean;

  /**
   * How many succeeded Jobs are kept.
   *
   * @default 3
   */
  readonly successfulJobsRetained?: number;

  /**
   * How many failed Jobs are kept.
   *
   * @default 1
   */
  readonly failedJobsRetained?: number;
}

import { ApiObjectMetadata, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { ContainerRole } from '../api/container-role';
import { Dependency } from '../api/dependency';
import { ReadyCheck } from '../api/ready-check';
import { StartupOrderOptions } from '../api/startup-order-options';

/**
 * A container of cdk8s-plus, with its place in the start order.
 */
export interface OrderedContainerProps extends kplus.ContainerProps {
  /**
   * What the container needs before it starts.
   *
   * @default - nothing
   */
  readonly dependsOn?: Dependency[];

  /**
   * How it is proved that the container is ready, for those that depend on it.
   *
   * @default - its startup probe, else its readiness probe
   */
  readonly readyWhen?: ReadyCheck;

  /**
   * How long the container takes to end after SIGTERM, its own `preStop` hook included, in whole seconds. With `orderedShutdown` all that stops
   * one after the other has to fit into `terminationGracePeriodSeconds`.
   *
   * @default Duration.seconds(2), the least that the kubelet leaves to a container
   */
  readonly stopsWithin?: Duration;

  /**
   * How long the container takes from its start until it is ready, its own `postStart` hook included; an init container, until it has ended. Writes nothing: plans and
   * pictures predict the start with it.
   *
   * @default - Duration.seconds(1) is assumed, and shown as a guess
   */
  readonly expectedReadyIn?: Duration;

  /**
   * What the container is in its pod.
   *
   * @default ContainerRole.APP
   */
  readonly role?: ContainerRole;
}

/**
 * What all ordered workloads have in common. The properties are those of cdk8s-plus; only `containers` takes more, and
 * `startupOrder` is new.
 */
export interface OrderedPodSpecProps extends kplus.ResourceProps {
  /**
   * The containers of the pod, in any order: their dependencies decide which starts first.
   *
   * @default - none; add them with `addOrderedContainer` or `addContainer`
   */
  readonly containers?: OrderedContainerProps[];

  /**
   * Init containers that take no part in the order beyond their place in this list. For one that others name or that waits, use `containers` with the role INIT.
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
   * Volumes of the pod.
   *
   * @default - those that its containers mount
   */
  readonly volumes?: kplus.Volume[];

  /**
   * Writes `restartPolicy` of the pod.
   *
   * @default RestartPolicy.ALWAYS; RestartPolicy.NEVER for a Job or CronJob
   */
  readonly restartPolicy?: kplus.RestartPolicy;

  /**
   * The service account that the pod runs as.
   *
   * @default - the namespace's default
   */
  readonly serviceAccount?: kplus.IServiceAccount;

  /**
   * Security attributes of the pod.
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
   * The secret with the credentials for the image registry.
   *
   * @default - none
   */
  readonly dockerRegistryAuth?: kplus.ISecret;

  /**
   * Whether the token of the service account is mounted.
   *
   * @default false
   */
  readonly automountServiceAccountToken?: boolean;

  /**
   * Deny all traffic to and from the pod by a network policy.
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
 * What the ordered workloads that make pods from a template have in common.
 */
export interface OrderedWorkloadProps extends OrderedPodSpecProps {
  /**
   * Metadata of the pods.
   *
   * @default - none
   */
  readonly podMetadata?: ApiObjectMetadata;

  /**
   * Whether the selector of the workload and the labels of its pods are made automatically.
   *
   * @default true; false for a Job or CronJob
   */
  readonly select?: boolean;

  /**
   * Whether pods are spread over hosts and zones.
   *
   * @default false
   */
  readonly spread?: boolean;
}

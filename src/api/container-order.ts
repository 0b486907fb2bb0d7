import { Duration } from 'cdk8s';
import { Dependency } from './dependency';
import { ContainerRole } from './enums';
import { ReadyCheck } from './ready-check';

/**
 * The place of one container in the start order.
 */
export interface ContainerOrder {
  /**
   * The dependencies of the container. The container starts only when they are ready.
   *
   * @default - none
   */
  readonly dependsOn?: Dependency[];

  /**
   * The check that must pass before dependents of this container start.
   *
   * cdk8s-plus adds a startup probe for a `portNumber`: `tcpSocket` with the first port, `failureThreshold: 3`, and no
   * other field. A readiness probe comes before it, and a native sidecar with another check loses it. The manifest does
   * not tell who wrote a probe, so the same probe by hand counts as added, too; any other field, such as
   * `periodSeconds: 10`, makes it yours.
   *
   * @default - the startup probe of the container; without one, its readiness probe
   */
  readonly readyWhen?: ReadyCheck;

  /**
   * The longest time from SIGTERM to the end of the container, in whole seconds, with its `preStop` hook. With
   * `orderedShutdown`, the times of containers that stop one after the other must fit into
   * `terminationGracePeriodSeconds`.
   *
   * @default Duration.seconds(2), the shortest time that the kubelet grants
   */
  readonly stopsWithin?: Duration;

  /**
   * The expected time from the start of the container until it is ready, with its `postStart` hook. For an init
   * container, the time until it exits. Writes nothing: plans and pictures predict the start with it.
   *
   * @default - 1 s is assumed, and shown as a guess
   */
  readonly expectedReadyIn?: Duration;

  /**
   * The role of the container. The role decides whether the container is listed in `initContainers` or `containers`.
   *
   * @default - the role that follows from the manifest. An app container that others need becomes a native sidecar
   *   where the kubelet can then keep the order; `ContainerRole.APP` keeps it where it is
   */
  readonly role?: ContainerRole;
}

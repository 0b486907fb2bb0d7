import { Duration } from 'cdk8s';
import { Attachment } from './private/attachment';
import { ContainerOrder } from './startup-order-props';
import { ContainerRole } from '../api/container-role';
import { Dependency } from '../api/dependency';
import { checkArguments, DURATION, Kind, list, NAME, required } from '../api/private/kind';
import { secondsOf } from '../api/private/seconds';
import { CONTAINER_ROLE, DEPENDENCY, READY_CHECK } from '../api/private/structs';
import { ReadyCheck } from '../api/ready-check';

/**
 * One container of a workload, by name, from `StartupOrder.container()`. Each method returns the same object for chained calls.
 */
export class OrderedContainer {
  /** @internal */
  public static _of(name: string, attachment: Attachment): OrderedContainer {
    checkArguments(attachment.path, { name: [name, required(NAME)] });
    return new OrderedContainer(name, attachment);
  }

  /** @internal */
  private readonly _name: string;

  /** @internal */
  private readonly _attachment: Attachment;

  private constructor(name: string, attachment: Attachment) {
    this._name = name;
    this._attachment = attachment;
  }

  /**
   * Adds dependencies. The container starts only when all its dependencies are ready. The order of calls does not matter.
   *
   * @param dependencies the dependencies
   */
  public dependsOn(...dependencies: Dependency[]): OrderedContainer {
    this.check('dependsOn', dependencies, list(DEPENDENCY));
    this._attachment.declareDependencies(this._name, dependencies.map(d => d._declaration));
    return this;
  }

  /**
   * Sets the check that must pass before dependents of this container start.
   *
   * @param check the check; by default the startup probe of the container, or without one its readiness probe
   */
  public readyWhen(check: ReadyCheck): OrderedContainer {
    this.check('readyWhen', check, READY_CHECK);
    this._attachment.declare(this._name, 'readyWhen', check._check);
    return this;
  }

  /**
   * Sets the longest time from SIGTERM to the end of the container, with its `preStop` hook. With `orderedShutdown`, the times of containers that stop one after the other must fit into
   * `terminationGracePeriodSeconds`.
   *
   * @param time whole seconds; by default 2 s, the shortest time that the kubelet grants
   */
  public stopsWithin(time: Duration): OrderedContainer {
    this.check('stopsWithin', time, DURATION);
    this._attachment.declare(this._name, 'stopsWithinSeconds', secondsOf(time));
    return this;
  }

  /**
   * Sets the expected time from the start of the container until it is ready, with its `postStart` hook. For an init container, the time until it exits. Writes nothing: plans and
   * pictures predict the start with it.
   *
   * @param time by default 1 s is assumed, and shown as a guess
   */
  public expectedReadyIn(time: Duration): OrderedContainer {
    this.check('expectedReadyIn', time, DURATION);
    this._attachment.declare(this._name, 'expectedReadySeconds', secondsOf(time));
    return this;
  }

  /**
   * Sets the role of the container, and moves the container to the list of the pod spec for that role.
   *
   * @param role by default, the role that follows from the manifest
   */
  public role(role: ContainerRole): OrderedContainer {
    this.check('role', role, CONTAINER_ROLE);
    this._attachment.declare(this._name, 'role', role);
    return this;
  }

  /** @internal */
  public _declare({ dependsOn = [], readyWhen, stopsWithin, expectedReadyIn, role }: ContainerOrder): void {
    // Also without dependencies, so that synth reports an unknown name.
    this.dependsOn(...dependsOn);
    if (readyWhen !== undefined) { this.readyWhen(readyWhen); }
    if (stopsWithin !== undefined) { this.stopsWithin(stopsWithin); }
    if (expectedReadyIn !== undefined) { this.expectedReadyIn(expectedReadyIn); }
    if (role !== undefined) { this.role(role); }
  }

  private check(method: string, given: unknown, kind: Kind): void {
    checkArguments(this._attachment.path, { [`container('${this._name}').${method}`]: [given, required(kind)] });
  }
}

import { Duration } from 'cdk8s';
import { Attachment } from './private/attachment';
import { ContainerRole } from '../model/container-role';
import { Dependency } from '../model/dependency';
import { ReadyCheck } from '../model/ready-check';

/**
 * One container of a workload, by name: what it is, what it needs, when it is ready. Got from `StartupOrder.container()`.
 */
export class OrderedContainer {
  /** @internal */
  public static _of(name: string, attachment: Attachment): OrderedContainer {
    return new OrderedContainer(name, attachment);
  }

  /** The name of the container. */
  public readonly name: string;

  /** @internal */
  private readonly _attachment: Attachment;

  private constructor(name: string, attachment: Attachment) {
    this.name = name;
    this._attachment = attachment;
  }

  /**
   * The container starts only when these are ready. Calling it again adds to them; the order of calls does not matter.
   *
   * @param dependencies what the container needs
   */
  public dependsOn(...dependencies: Dependency[]): void {
    this._attachment.declareDependencies(this.name, dependencies.map(d => d._declaration));
  }

  /**
   * How it is proved that the container is ready, for those that depend on it.
   *
   * @param check the check; without one the container's startup or readiness probe is taken
   */
  public readyWhen(check: ReadyCheck): void {
    this._attachment.declare(this.name, 'readyWhen', check._check);
  }

  /**
   * How long the container takes to end after SIGTERM, its own `preStop` hook included. With `orderedShutdown` all that stops one after the other
   * has to fit into `terminationGracePeriodSeconds`.
   *
   * @param time whole seconds; without it 2 s are assumed, the least that the kubelet leaves to a container
   */
  public stopsWithin(time: Duration): void {
    this._attachment.declare(this.name, 'stopsWithinSeconds', time.toMilliseconds() / 1000);
  }

  /**
   * How long the container takes from its start until it is ready, its own `postStart` hook included; an init container, until it has ended. Writes nothing: plans and
   * pictures predict the start with it.
   *
   * @param time without it 1 s is assumed, and shown as a guess
   */
  public expectedReadyIn(time: Duration): void {
    this._attachment.declare(this.name, 'expectedReadySeconds', time.toMilliseconds() / 1000);
  }

  /**
   * What the container is in its pod. It moves to the list of the pod spec that its role asks for.
   *
   * @param role the role; without one it is what the manifest says
   */
  public role(role: ContainerRole): void {
    this._attachment.declare(this.name, 'role', role);
  }
}

import { Duration } from 'cdk8s';
import { Attachment } from './private/attachment';
import { ContainerRole } from '../api/container-role';
import { Dependency } from '../api/dependency';
import { checkArguments, DURATION, Kind, list, NAME, required } from '../api/private/kind';
import { secondsOf } from '../api/private/seconds';
import { CONTAINER_ROLE, DEPENDENCY, READY_CHECK } from '../api/private/structs';
import { ReadyCheck } from '../api/ready-check';

/**
 * One container of a workload, by name: what it is, what it needs, when it is ready. Got from `StartupOrder.container()`. Each method returns the same object, so that
 * calls can be chained.
 */
export class OrderedContainer {
  /** @internal */
  public static _of(name: string, attachment: Attachment): OrderedContainer {
    checkArguments(attachment.path, { name: [name, required(NAME)] });
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
  public dependsOn(...dependencies: Dependency[]): OrderedContainer {
    this.check('dependsOn', dependencies, list(DEPENDENCY));
    this._attachment.declareDependencies(this.name, dependencies.map(d => d._declaration));
    return this;
  }

  /**
   * How it is proved that the container is ready, for those that depend on it.
   *
   * @param check the check; without one the container's startup or readiness probe is taken
   */
  public readyWhen(check: ReadyCheck): OrderedContainer {
    this.check('readyWhen', check, READY_CHECK);
    this._attachment.declare(this.name, 'readyWhen', check._check);
    return this;
  }

  /**
   * How long the container takes to end after SIGTERM, its own `preStop` hook included. With `orderedShutdown` all that stops one after the other
   * has to fit into `terminationGracePeriodSeconds`.
   *
   * @param time whole seconds; without it 2 s are assumed, the least that the kubelet leaves to a container
   */
  public stopsWithin(time: Duration): OrderedContainer {
    this.check('stopsWithin', time, DURATION);
    this._attachment.declare(this.name, 'stopsWithinSeconds', secondsOf(time));
    return this;
  }

  /**
   * How long the container takes from its start until it is ready, its own `postStart` hook included; an init container, until it has ended. Writes nothing: plans and
   * pictures predict the start with it.
   *
   * @param time without it 1 s is assumed, and shown as a guess
   */
  public expectedReadyIn(time: Duration): OrderedContainer {
    this.check('expectedReadyIn', time, DURATION);
    this._attachment.declare(this.name, 'expectedReadySeconds', secondsOf(time));
    return this;
  }

  /**
   * What the container is in its pod. It moves to the list of the pod spec that its role asks for.
   *
   * @param role the role; without one it is what the manifest says
   */
  public role(role: ContainerRole): OrderedContainer {
    this.check('role', role, CONTAINER_ROLE);
    this._attachment.declare(this.name, 'role', role);
    return this;
  }

  private check(method: string, given: unknown, kind: Kind): void {
    checkArguments(this._attachment.path, { [`container('${this.name}').${method}`]: [given, required(kind)] });
  }
}

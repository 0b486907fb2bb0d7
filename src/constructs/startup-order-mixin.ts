import { ApiObject, Duration } from 'cdk8s';
import { IConstruct, IMixin } from 'constructs';
import { customResourceIn, theWorkloadIn, Workload, workloadsOf } from './private/find-workload';
import { declareContainer } from './private/merge-declaration';
import { CONSTRUCT, STARTUP_ORDER_MIXIN } from './private/structs';
import { StartupOrder, StartupOrderOfOptions } from './startup-order';
import { ContainerRole } from '../api/container-role';
import { Dependency } from '../api/dependency';
import { checkArguments, required } from '../api/private/kind';
import { ReadyCheck } from '../api/ready-check';

/**
 * What a `StartupOrderMixin` declares about one container.
 */
export interface ContainerOrder {
  /** The name of the container. */
  readonly name: string;

  /**
   * What the container needs before it starts.
   *
   * @default - nothing
   */
  readonly dependsOn?: Dependency[];

  /**
   * How it is proved that the container is ready.
   *
   * @default - its startup probe, else its readiness probe
   */
  readonly readyWhen?: ReadyCheck;

  /**
   * How long the container takes to end after SIGTERM, in whole seconds.
   *
   * @default Duration.seconds(2)
   */
  readonly stopsWithin?: Duration;

  /**
   * How long the container takes from its start until it is ready; an init container, until it has ended. Writes nothing: plans and pictures predict with it.
   *
   * @default - Duration.seconds(1) is assumed, and shown as a guess
   */
  readonly expectedReadyIn?: Duration;

  /**
   * What the container is in its pod.
   *
   * @default - what the manifest says
   */
  readonly role?: ContainerRole;
}

/**
 * Properties of `StartupOrderMixin`.
 */
export interface StartupOrderMixinProps extends StartupOrderOfOptions {
  /**
   * What is declared about the containers, by name.
   *
   * @default - nothing
   */
  readonly containers?: ContainerOrder[];

  /**
   * Names of the containers that are sidecars; all of them are ready before any app container starts.
   *
   * @default - no such rule
   */
  readonly sidecars?: string[];
}

/**
 * The same as `StartupOrder.of`, for those who prefer `workload.with(new StartupOrderMixin({...}))`. On a chart it applies to every
 * workload that is in it at that moment.
 *
 * @example
 * chart.with(new StartupOrderMixin({ kubernetesVersion: '1.33', sidecars: ['proxy'] }));
 */
export class StartupOrderMixin implements IMixin {
  private readonly props: StartupOrderMixinProps;

  public constructor(props: StartupOrderMixinProps) {
    checkArguments('StartupOrderMixin', { props: [props, required(STARTUP_ORDER_MIXIN)] });
    this.props = props;
  }

  /**
   * Whether the construct is an API object with a pod in it.
   */
  public supports(construct: IConstruct): boolean {
    return this.workloadsOf(construct).length > 0;
  }

  /**
   * Declares the start order for that API object. A List may hold several workloads: for each.
   */
  public applyTo(construct: IConstruct): void {
    checkArguments('StartupOrderMixin', { construct: [construct, CONSTRUCT] });
    const { containers: _containers, sidecars: _sidecars, podSpecPath, ...options } = this.props;
    const supported = this.workloadsOf(construct);
    const workloads = supported.length > 0 ? supported : [theWorkloadIn(construct, podSpecPath)];
    workloads.forEach(workload => this.declareFor(StartupOrder._attach(workload, options)));
  }

  private workloadsOf(construct: IConstruct): Workload[] {
    if (!ApiObject.isApiObject(construct)) { return []; }
    const { podSpecPath } = this.props;
    return podSpecPath === undefined ? workloadsOf(construct as ApiObject) : customResourceIn(construct as ApiObject, podSpecPath);
  }

  private declareFor(order: StartupOrder): void {
    const { containers, sidecars } = this.props;
    for (const declared of containers ?? []) { declareContainer(order, declared.name, declared); }
    if (sidecars) { order.sidecarsFirst(...sidecars); }
  }
}

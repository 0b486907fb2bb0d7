import { ApiObject } from 'cdk8s';
import { IConstruct, IMixin } from 'constructs';
import { isSelected, theWorkloadIn, Workload, workloadsOf } from './private/find-workload';
import { CONSTRUCT, STARTUP_ORDER_OPTIONS } from './private/structs';
import { StartupOrder } from './startup-order';
import { checkArguments } from '../api/private/kind';
import { StartupOrderOptions } from '../api/startup-order-options';

/**
 * A mixin that applies `StartupOrder.of`: `workload.with(new StartupOrderMixin({...}))`. On a chart, it applies to
 * every workload of the chart.
 *
 * @example
 * chart.with(new StartupOrderMixin({ kubernetesVersion: '1.33', sidecars: ['proxy'] }));
 */
export class StartupOrderMixin implements IMixin {
  private readonly props: StartupOrderOptions;

  public constructor(props: StartupOrderOptions) {
    checkArguments('StartupOrderMixin', { props: STARTUP_ORDER_OPTIONS }, { props });
    this.props = props;
  }

  /**
   * Returns whether the construct is an API object with a pod spec.
   */
  public supports(construct: IConstruct): boolean {
    return this.workloadsOf(construct).length > 0;
  }

  /**
   * Declares the start order of the API object, or of each workload in a List.
   */
  public applyTo(construct: IConstruct): void {
    checkArguments('StartupOrderMixin', { construct: CONSTRUCT }, { construct });
    const supported = this.workloadsOf(construct);
    const workloads = supported.length > 0 ? supported : [theWorkloadIn(construct, this.props)];
    workloads.forEach(workload => StartupOrder._attach(workload, this.props));
  }

  private workloadsOf(construct: IConstruct): Workload[] {
    if (!ApiObject.isApiObject(construct)) {
      return [];
    }
    const found = workloadsOf(construct as ApiObject, this.props.podSpecPath);
    return found.filter(workload => isSelected(workload, this.props));
  }
}

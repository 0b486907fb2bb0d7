import { IConstruct } from 'constructs';
import { OrderedContainer } from './ordered-container';
import { Attachment } from './private/attachment';
import { awaitedFirst } from './private/cross-workload-checks';
import { theWorkloadIn, Workload } from './private/find-workload';
import { pathOf } from './private/path-of';
import { Planned, registryOf } from './private/registry';
import { CONSTRUCT, STARTUP_ORDER_OF_OPTIONS } from './private/structs';
import { Neighbours } from './private/workload-index';
import { ContainerRole } from '../api/container-role';
import { checkArguments, list, NAME } from '../api/private/kind';
import { startOrderError } from '../api/private/problem';
import { EXPLAIN_OPTIONS } from '../api/private/structs';
import { ExplainOptions } from '../api/report-options';
import { StartupOrderOptions } from '../api/startup-order-options';
import { StartupPlan } from '../api/startup-plan';
import { dot } from '../report/dot';
import { explain, explainAll } from '../report/explain';
import { graphOf } from '../report/graph';
import { htmlReport } from '../report/html';
import { mermaid } from '../report/mermaid';
import { predict } from '../report/predict';
import { timelineSvg } from '../report/timeline-svg';
import { startupPlanOf } from '../report/to-startup-plan';

/**
 * Options of `StartupOrder.of`.
 */
export interface StartupOrderOfOptions extends StartupOrderOptions {
  /**
   * Where the pod spec of a custom resource lies in its manifest, as a JSON pointer such as `/spec/template/spec`.
   *
   * @default - known for the workloads of Kubernetes itself
   */
  readonly podSpecPath?: string;
}

/** On an API object: its start orders by the path to the pod spec. Only a List has more than one. */
const STARTUP_ORDERS = Symbol.for('cdk8s-startup-order.StartupOrders');

/**
 * The start order of the containers of one workload: what was declared, and the plan that follows from it.
 *
 * It works on the manifest that cdk8s writes, after all else: on cdk8s-plus of every Kubernetes version, on generated classes such as
 * `KubeDeployment`, on plain `ApiObject`s, on YAML from `Include` and on charts from `Helm`.
 *
 * @example
 * const storefront = new Include(chart, 'storefront', { url: 'storefront.yaml' });
 * const order = StartupOrder.of(storefront, { kubernetesVersion: '1.33' });
 * order.container('proxy').readyWhen(ReadyCheck.httpGet('/ready', { port: 9901 }));
 * order.container('app').dependsOn(Dependency.on('proxy'));
 */
export class StartupOrder {
  /**
   * The start order of the one workload in `construct`. Asking again gives the same object.
   *
   * @param construct a construct that contains exactly one Pod, Deployment, StatefulSet, DaemonSet, ReplicaSet, ReplicationController, Job or CronJob
   * @param options options of the workload; to be given once
   */
  public static of(construct: IConstruct, options: StartupOrderOfOptions = {}): StartupOrder {
    checkArguments('StartupOrder.of', { construct: [construct, CONSTRUCT] });
    checkArguments(pathOf(construct), { options: [options, STARTUP_ORDER_OF_OPTIONS] });
    const { podSpecPath, ...orderOptions } = options;
    return StartupOrder._attach(theWorkloadIn(construct, podSpecPath), orderOptions);
  }

  /**
   * The plans of all workloads in `scope` that have a start order: each comes after those that it waits for. `PlannedDependency.workloads` names those. Throws what synth would throw.
   *
   * @param scope an app, a chart, or any construct in one
   */
  public static planAll(scope: IConstruct): StartupPlan[] {
    checkArguments('StartupOrder.planAll', { scope: [scope, CONSTRUCT] });
    const { members } = registryOf(scope);
    const neighbours = new Neighbours(scope.node.root, members);
    const inScope = members.filter(m => m.apiObject.node.scopes.includes(scope));
    return plansOf(awaitedFirst(inScope, neighbours).map(m => m.planned(neighbours)));
  }

  /**
   * All these plans as text, for a terminal, and who waits for whom among the workloads. Throws what synth would throw.
   *
   * @param scope an app, a chart, or any construct in one
   * @param options width, plain ASCII
   */
  public static explainAll(scope: IConstruct, options: ExplainOptions = {}): string {
    checkArguments('StartupOrder.explainAll', { options: [options, EXPLAIN_OPTIONS] });
    return explainAll(StartupOrder.planAll(scope), options);
  }

  /**
   * One HTML page about all these plans: for each workload its timeline, its dependencies, what to know and the whole text; and who waits for whom among the workloads. It can be
   * searched, loads nothing, and fits light and dark. Throws what synth would throw.
   *
   * @param scope an app, a chart, or any construct in one
   */
  public static reportAll(scope: IConstruct): string {
    return htmlReport(StartupOrder.planAll(scope));
  }

  /** @internal */
  public static _attach(workload: Workload, options: StartupOrderOptions): StartupOrder {
    const { apiObject, podSpecPath } = workload;
    const attached = (apiObject as any)[STARTUP_ORDERS] as Map<string, StartupOrder> | undefined ?? new Map<string, StartupOrder>();
    const order = attached.get(podSpecPath) ?? new StartupOrder(new Attachment(workload));
    if (attached.size === 0) { Object.defineProperty(apiObject, STARTUP_ORDERS, { value: attached, configurable: true }); }
    attached.set(podSpecPath, order);
    order._attachment.configure(options);
    return order;
  }

  /** @internal */
  public readonly _attachment: Attachment;

  private constructor(attachment: Attachment) {
    this._attachment = attachment;
  }

  /**
   * The container of that name. That it exists is checked at synth: it may be added later.
   *
   * @param name the name of the container
   */
  public container(name: string): OrderedContainer {
    return OrderedContainer._of(name, this._attachment);
  }

  /**
   * These containers are sidecars, and all sidecars of the pod are ready before any app container starts, also those of containers
   * that are added later. Init containers are not held back.
   *
   * @param names the names of the containers
   */
  public sidecarsFirst(...names: string[]): void {
    checkArguments(this._attachment.path, { sidecarsFirst: [names, list(NAME)] });
    names.forEach(name => this.container(name).role(ContainerRole.SIDECAR));
    this._attachment.declareSidecarsFirst();
  }

  /**
   * How the containers will start, and why, as data. Throws what synth would throw.
   */
  public plan(): StartupPlan {
    return plansOf([this._attachment.planned()])[0];
  }

  /**
   * The plan as text, for a terminal: who starts when and why, who waits for whom and how, what is promised, what is injected, what the order costs. Throws what synth
   * would throw.
   *
   * @param options width, plain ASCII
   */
  public explain(options: ExplainOptions = {}): string {
    checkArguments(this._attachment.path, { options: [options, EXPLAIN_OPTIONS] });
    return explain(this.plan(), options);
  }

  /**
   * The plan as a Mermaid flowchart: containers with predicted times, dependencies with check, mechanism and guarantee. GitHub and GitLab draw it in Markdown. Throws what
   * synth would throw.
   *
   * @see https://mermaid.js.org/syntax/flowchart.html
   */
  public toMermaid(): string {
    return mermaid(graphOf(this.plan()));
  }

  /**
   * The same for Graphviz: `dot -Tsvg`. Throws what synth would throw.
   *
   * @see https://graphviz.org/doc/info/lang.html
   */
  public toDot(): string {
    return dot(graphOf(this.plan()));
  }

  /**
   * The predicted start as a picture, in the manner of `systemd-analyze plot`: a bar for each container, an arrow for each dependency, the critical path, and what the order
   * costs. It stands alone and fits light and dark pages. Throws what synth would throw.
   */
  public toTimelineSvg(): string {
    return timelineSvg(predict(this.plan()));
  }
}

/** Of all, or an error with the problems of all. */
function plansOf(planned: readonly Planned[]): StartupPlan[] {
  const problems = planned.flatMap(({ path, problems: found }) => found.map(p => ({ path, problem: p })));
  if (problems.length > 0) { throw startOrderError(problems); }
  return planned.map(({ path, settings, plan, workloadsBehind }) => startupPlanOf(path, settings, plan, workloadsBehind));
}

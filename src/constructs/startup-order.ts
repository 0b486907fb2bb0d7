import { JsonPatch } from 'cdk8s';
import { IConstruct } from 'constructs';
import { pathOf, indexApp } from './private/api-object';
import { Attachment } from './private/attachment';
import { theWorkloadIn, Workload } from './private/find-workload';
import { membersOf, WorkloadPlan, registryOf } from './private/registry';
import { CONSTRUCT, JSON_PATCH, CONTAINER_ORDER, STARTUP_ORDER_OPTIONS } from './private/structs';
import { ContainerOrder } from '../api/container-order';
import { Dependency } from '../api/dependency';
import { BOOLEAN, checkArguments, list, NAME } from '../api/private/kind';
import { startOrderError } from '../api/private/problem';
import { secondsOf } from '../api/private/seconds';
import { DEPENDENCY } from '../api/private/structs';
import { StartupOrderOptions } from '../api/startup-order-options';
import { StartupPlan } from '../api/startup-plan';
import { sortByDependencies } from '../pod/cross-workload-checks';
import { explain, explainAll } from '../report/explain';
import { formatPlans } from '../report/plan-json';
import { toStartupPlan } from '../report/to-startup-plan';

/** The property of an API object with its start orders, by the path to the pod spec. Only a List has several. */
const STARTUP_ORDERS = Symbol.for('cdk8s-startup-order.StartupOrders');

/**
 * The start order of the containers of one workload: the declarations, and the plan.
 *
 * It changes the manifest last, when cdk8s writes it. It works with cdk8s-plus for every Kubernetes version, generated
 * classes such as `KubeDeployment`, plain `ApiObject`s, YAML from `Include` and charts from `Helm`.
 *
 * @example
 * const storefront = new Include(chart, 'storefront', { url: 'storefront.yaml' });
 * const order = StartupOrder.of(storefront, { kubernetesVersion: '1.33' });
 * order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) });
 * order.addDependency('app', Dependency.on('proxy'));
 */
export class StartupOrder {
  /**
   * Returns the start order of the only workload in `construct`, or of the workload with the name `workload`. Every
   * call for the same workload returns the same object.
   *
   * @param construct a construct that contains a Pod, Deployment, StatefulSet, DaemonSet, ReplicaSet,
   *   ReplicationController, Job or CronJob
   * @param props options and containers; specify the options of a workload once
   */
  public static of(construct: IConstruct, props: StartupOrderOptions = {}): StartupOrder {
    checkArguments('StartupOrder.of', { construct: CONSTRUCT }, { construct });
    checkArguments(pathOf(construct), { props: STARTUP_ORDER_OPTIONS }, { props });
    return StartupOrder._attach(theWorkloadIn(construct, props), props);
  }

  /**
   * Returns the plans of all workloads in `scope` with a start order. A workload follows the workloads that it waits
   * for, which `PlannedDependency.workloads` names. Throws the errors of synth.
   *
   * @param scope an app, a chart, or any construct in one
   */
  public static planAll(scope: IConstruct): StartupPlan[] {
    checkArguments('StartupOrder.planAll', { scope: CONSTRUCT }, { scope });
    return plansOf(planIn(scope));
  }

  /**
   * Returns all plans of `planAll` as text for a terminal, with the dependencies between workloads. Throws the errors
   * of synth.
   *
   * @param scope an app, a chart, or any construct in one
   * @param detail whether to print the reason for each mechanism, the purpose of each written field, the shutdown, and
   *   the predicted times, too
   */
  public static explainAll(scope: IConstruct, detail: boolean = false): string {
    checkArguments('StartupOrder.explainAll', { detail: BOOLEAN }, { detail });
    return explainAll(StartupOrder.planAll(scope), { detail });
  }

  /**
   * Returns all plans of `planAll` as JSON. Write it to a file for the commands `explain`, `plot` and `report`, which
   * then also know what no manifest contains, such as `expectedReadyIn`. Throws the errors of synth.
   *
   * @param scope an app, a chart, or any construct in one
   */
  public static planAllAsJson(scope: IConstruct): string {
    return formatPlans(StartupOrder.planAll(scope));
  }

  /** @internal */
  public static _attach(workload: Workload, props: StartupOrderOptions): StartupOrder {
    const { podSpecPath: _path, workload: _name, containers = {}, sidecars, ...options } = props;
    const { apiObject, podSpecPath } = workload;
    const attached: Map<string, StartupOrder> = (apiObject as any)[STARTUP_ORDERS] ?? new Map();
    const order = attached.get(podSpecPath) ?? new StartupOrder(new Attachment(workload));
    if (attached.size === 0) {
      Object.defineProperty(apiObject, STARTUP_ORDERS, { value: attached, configurable: true });
    }
    attached.set(podSpecPath, order);
    order._attachment.configure(options);
    Object.entries(containers).forEach(([name, declared]) => order._declare(name, declared));
    if (sidecars) {
      order._attachment.declareSidecarsFirst(sidecars);
    }
    return order;
  }

  /** @internal */
  public readonly _attachment: Attachment;

  private constructor(attachment: Attachment) {
    this._attachment = attachment;
  }

  /**
   * Adds to the order of one container, like `containers` of `StartupOrder.of`. The order of calls does not matter, and
   * dependencies of several calls add up. Another value for any other property is an error (SO106), and so is a call
   * after synth (SO619).
   *
   * @param name the name of the container, which may be added to the workload later; synth reports an unknown name
   * @param order dependencies, ready check, role, times
   */
  public declare(name: string, order: ContainerOrder): void {
    const what = `declare('${name}')`;
    checkArguments(this._attachment.path, { name: NAME, [what]: CONTAINER_ORDER }, { name, [what]: order });
    this._declare(name, order);
  }

  /**
   * Adds dependencies to one container, like `declare` with `dependsOn`.
   *
   * @param dependent the name of the container that waits
   * @param dependencies what it waits for
   */
  public addDependency(dependent: string, ...dependencies: Dependency[]): void {
    const what = `addDependency('${dependent}').dependencies`;
    const kinds = { dependent: NAME, [what]: list(DEPENDENCY) };
    checkArguments(this._attachment.path, kinds, { dependent, [what]: dependencies });
    this._declare(dependent, { dependsOn: dependencies });
  }

  /** @internal */
  public _declare(
    name: string,
    { dependsOn = [], readyWhen, stopsWithin, expectedReadyIn, role }: ContainerOrder,
  ): void {
    // Also without dependencies, so that synth reports an unknown name.
    this._attachment.declare({
      name,
      role,
      readyWhen: readyWhen?._check,
      stopsWithinSeconds: secondsOf(stopsWithin),
      expectedReadySeconds: secondsOf(expectedReadyIn),
      dependsOn: dependsOn.map(d => d._declaration),
    });
  }

  /**
   * Changes the manifest after the order has been written, so that a patch can change an injected field. The patches of
   * the API object itself run before the order. The plan stays the same, and describes the manifest without these
   * patches. The added objects and the checks between workloads follow a patch of the namespace, the labels or the
   * service account. A `StartupOrderPolicy` still requires all that the order wrote. Without effect if the order is
   * disabled.
   *
   * A patch whose path is not in the manifest is an error of synth (SO617).
   *
   * @param ops JSON patches of RFC 6902; their paths begin at the manifest of the API object, as in
   *   `ApiObject.addJsonPatch`
   */
  public addJsonPatch(...ops: JsonPatch[]): void {
    checkArguments(this._attachment.path, { ops: list(JSON_PATCH) }, { ops });
    this._attachment.addJsonPatches(ops);
  }

  /**
   * Returns how the containers start, and why, as data. Throws the errors of synth.
   */
  public plan(): StartupPlan {
    return plansOf([this._attachment.computePlan()])[0];
  }

  /**
   * Returns the plan as text for a terminal: the start of each container with its reason, each dependency with
   * mechanism and guarantee, the injected fields, and the cost. Throws the errors of synth.
   *
   * @param detail whether to print the reason for each mechanism, the purpose of each written field, the shutdown, and
   *   the predicted times, too
   */
  public explain(detail: boolean = false): string {
    checkArguments(this._attachment.path, { detail: BOOLEAN }, { detail });
    return explain(this.plan(), { detail });
  }
}

/** Plans all workloads in the scope, in start order. */
function planIn(scope: IConstruct): WorkloadPlan[] {
  const members = membersOf(registryOf(scope));
  const index = indexApp(scope.node.root, members);
  const inScope = members.filter(m => m.apiObject.node.scopes.includes(scope));
  return sortByDependencies(inScope, index).map(m => m.computePlan(index));
}

/** Returns the plans, or throws an error with the problems of all workloads. */
function plansOf(planned: readonly WorkloadPlan[]): StartupPlan[] {
  const problems = planned.flatMap(p => p.problems);
  if (problems.length > 0) {
    throw startOrderError(problems);
  }
  return planned.map(({ path, settings, plan, listWorkloads }) => toStartupPlan(path, settings, plan, listWorkloads));
}

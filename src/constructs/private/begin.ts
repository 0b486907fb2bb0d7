import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { declareContainer } from './declare-container';
import { theWorkloadIn } from './workloads';
import { ContainerRole } from '../../model/container-role';
import { problem, startOrderError } from '../../model/private/problem';
import { OrderedContainerProps, OrderedPodSpecProps } from '../ordered-pod-props';
import { StartupOrder } from '../startup-order';

/** What cdk8s-plus calls a container without a name. */
const UNNAMED = 'main';

/**
 * Begins the start order of a cdk8s-plus workload that was just constructed. Containers are known by name and not by index: a user's
 * override of `addContainer` may add one in between.
 */
export function begin(workload: Construct, props: OrderedPodSpecProps): StartupOrder {
  const containers = props.containers ?? [];
  refuseTwins(workload, containers);
  const order = StartupOrder._attach(theWorkloadIn(workload.node.defaultChild!, undefined), props.startupOrder ?? {});
  containers.forEach(container => declare(order, container));
  return order;
}

export function addOrdered(workload: kplus.AbstractPod, order: StartupOrder, container: OrderedContainerProps): kplus.Container {
  const added = workload.addContainer(container);
  declare(order, container);
  return added;
}

/** Without the keys whose value is undefined: `{ restartPolicy: NEVER, ...props }` in cdk8s-plus' Job would take them for a choice. */
export function defined<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as T;
}

/** The properties of the Ordered class for those of the SidecarFirst class. */
export function sidecarFirst<T extends OrderedPodSpecProps & { readonly sidecars: OrderedContainerProps[] }>(props: T): T {
  return {
    ...props,
    containers: [...props.sidecars.map(s => ({ ...s, role: s.role ?? ContainerRole.SIDECAR })), ...props.containers ?? []],
  };
}

export function sidecarNames(props: { readonly sidecars: OrderedContainerProps[] }): string[] {
  return props.sidecars.map(s => s.name ?? UNNAMED);
}

function declare(order: StartupOrder, props: OrderedContainerProps): void {
  const name = props.name ?? UNNAMED;
  declareContainer(order, name, props);
  if (props.startup === undefined && (props.portNumber ?? props.port) !== undefined) { order._attachment.declareAutomaticStartupProbe(name); }
}

/** Two containers without a name are both 'main', which cdk8s-plus does not mind. What is declared for one would count for the other. */
function refuseTwins(workload: Construct, containers: readonly OrderedContainerProps[]): void {
  const names = containers.map(c => c.name ?? UNNAMED);
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin === undefined) { return; }
  const places = names.flatMap((name, i) => name === twin ? [`containers[${i}]`] : []);
  throw startOrderError([{ path: workload.node.path, problem: problem('SO103', { name: twin, places }) }]);
}

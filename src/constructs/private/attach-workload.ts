import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { theWorkloadIn } from './find-workload';
import { declareContainer } from './merge-declaration';
import { CONSTRUCT, ORDERED_CONTAINER, PLAIN_CONTAINER } from './structs';
import { ContainerRole } from '../../api/container-role';
import { checkArguments, required, Struct, throwAll } from '../../api/private/kind';
import { problem, startOrderError } from '../../api/private/problem';
import { OrderedContainerProps, OrderedPodSpecProps } from '../ordered-pod-props';
import { StartupOrder } from '../startup-order';

/** What cdk8s-plus calls a container without a name. */
const UNNAMED = 'main';

/**
 * Begins the start order of a cdk8s-plus workload that was just constructed. Containers are known by name and not by index: a user's
 * override of `addContainer` may add one in between.
 */
export function begin(workload: kplus.AbstractPod, props: OrderedPodSpecProps): StartupOrder {
  const containers = props.containers ?? [];
  refuseTwins(workload, containers);
  const order = StartupOrder._attach(theWorkloadIn(workload.node.defaultChild!, undefined), props.startupOrder ?? {});
  containers.forEach(container => declare(order, container));
  refuseOrder(workload);
  return order;
}

export function addOrdered(workload: kplus.AbstractPod, order: StartupOrder, container: OrderedContainerProps): kplus.Container {
  checkArguments(workload.node.path, { container: [container, required(ORDERED_CONTAINER)] });
  const plain = Object.entries(container).filter(([key]) => PLAIN_CONTAINER.keys.includes(key));
  const added = workload.addContainer(Object.fromEntries(plain) as unknown as kplus.ContainerProps);
  declare(order, container);
  return added;
}

/** The properties of a workload before cdk8s-plus reads them. A subclass may have properties of its own. */
export function checkedProps<T extends object>(scope: Construct, id: string, props: T, struct: Struct, isSubclass: boolean): T {
  checkArguments(`new ${struct.name.replace(/Props$/, '')}`, { scope: [scope, CONSTRUCT] });
  throwAll([scope.node.path, id].filter(part => part !== '').join('/'), struct.check(props, '', { ownKeys: isSubclass }));
  // Without the keys whose value is undefined: `{ restartPolicy: NEVER, ...props }` in the Job of cdk8s-plus would take them for a choice.
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as T;
}

/** The properties of the Ordered class for those of the SidecarFirst class. */
export function sidecarFirst<T extends OrderedPodSpecProps & { readonly sidecars: OrderedContainerProps[] }>({ sidecars, ...props }: T): Omit<T, 'sidecars'> {
  return {
    ...props,
    containers: [...sidecars.map(s => ({ ...s, role: s.role ?? ContainerRole.SIDECAR })), ...props.containers ?? []],
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

/** cdk8s-plus would drop `dependsOn` of a plain container. */
function refuseOrder(workload: kplus.AbstractPod): void {
  for (const method of ['addContainer', 'addInitContainer'] as const) {
    const add = workload[method].bind(workload);
    workload[method] = container => {
      checkArguments(workload.node.path, { container: [container, required(PLAIN_CONTAINER)] });
      return add(container);
    };
  }
}

/** Two containers without a name are both 'main', which cdk8s-plus does not mind. What is declared for one would count for the other. */
function refuseTwins(workload: Construct, containers: readonly OrderedContainerProps[]): void {
  const names = containers.map(c => c.name ?? UNNAMED);
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin === undefined) { return; }
  const places = names.flatMap((name, i) => name === twin ? [`containers[${i}]`] : []);
  throw startOrderError([{ path: workload.node.path, problem: problem('SO103', { name: twin, places }) }]);
}

import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { workloadsOf } from './find-workload';
import { problem } from './problems';
import { CONSTRUCT, PLAIN_CONTAINER } from './structs';
import { ContainerRole } from '../../api/enums';
import { withoutUndefined } from '../../api/private/collections';
import { checkArguments, Struct } from '../../api/private/kind';
import { errorAt, Problem } from '../../api/private/problem';
import { problem as podProblem } from '../../pod/problems';
import { OrderedContainerProps, OrderedPodProps } from '../ordered-props';
import { StartupOrder } from '../startup-order';

/** The name that cdk8s-plus gives a container without a name. */
const UNNAMED = 'main';

/**
 * Attaches the start order to a cdk8s-plus workload after its construction. Containers are identified by name and not
 * by index: an override of `addContainer` may add a container in between.
 */
export function attachWorkload(workload: kplus.AbstractPod, props: OrderedPodProps): StartupOrder {
  refuseDuplicateNames(workload, props);
  const order = StartupOrder._attach(workloadsOf(ApiObject.of(workload))[0], props.startupOrder ?? {});
  for (const container of allContainers(props)) {
    order._declare(getContainerName(container), container);
  }
  if (props.sidecars !== undefined) {
    order._attachment.declareSidecarsFirst(props.sidecars.map(getContainerName));
  }
  refuseOrderInPlainContainers(workload);
  return order;
}

/** Checks the properties of a workload before cdk8s-plus reads them. A subclass may have properties of its own. */
export function checkedProps<T extends object>(
  scope: Construct,
  id: string,
  props: T,
  struct: Struct,
  isSubclass: boolean,
): T {
  checkArguments(`new ${struct.name.replace(/Props$/, '')}`, { scope: CONSTRUCT }, { scope });
  const problems: Problem[] = [];
  struct.check(props, '', problems, { ownKeys: isSubclass });
  if (problems.length > 0) {
    throw errorAt(pathOfNew(scope, id), ...problems);
  }
  return props;
}

/** Returns the path of a construct that does not exist yet. */
function pathOfNew({ node }: Construct, id: string): string {
  return node.path === '' ? id : `${node.path}/${id}`;
}

/** Checks the properties, and returns the properties for cdk8s-plus. */
export function plusProps<T extends OrderedPodProps>(
  scope: Construct,
  id: string,
  props: T,
  struct: Struct,
  isSubclass: boolean,
): T {
  const {
    sidecars,
    orderedContainers,
    containers = [],
    ...others
  } = checkedProps(scope, id, props, struct, isSubclass);
  if (containers.length > 0) {
    const names = containers.map(container => getContainerName(container ?? {}));
    throw errorAt(pathOfNew(scope, id), problem('SO635', { names }));
  }
  // `{ restartPolicy: NEVER, ...props }` in the Job of cdk8s-plus would override its default with `undefined`.
  return withoutUndefined<object>({
    containers: (sidecars ?? orderedContainers) ? allContainers(props) : undefined,
    ...others,
  }) as T;
}

function allContainers(props: OrderedPodProps): OrderedContainerProps[] {
  const { sidecars = [], orderedContainers = [] } = props;
  return [...sidecars.map(s => ({ ...s, role: s.role ?? ContainerRole.SIDECAR })), ...orderedContainers];
}

function getContainerName({ name }: Pick<OrderedContainerProps, 'name'>): string {
  return name ?? UNNAMED;
}

/** cdk8s-plus would ignore `dependsOn` of a plain container. */
function refuseOrderInPlainContainers(workload: kplus.AbstractPod): void {
  for (const method of ['addContainer', 'addInitContainer'] as const) {
    const add = workload[method].bind(workload);
    workload[method] = container => {
      checkArguments(workload.node.path, { container: PLAIN_CONTAINER }, { container });
      return add(container);
    };
  }
}

/**
 * cdk8s-plus accepts two containers without a name and calls both 'main'. A declaration for one would apply to the
 * other.
 */
function refuseDuplicateNames(workload: Construct, props: OrderedPodProps): void {
  const { sidecars = [] } = props;
  const names = allContainers(props).map(getContainerName);
  const name = names.find((n, i) => names.indexOf(n) !== i);
  if (name === undefined) {
    return;
  }
  const all = names.map((_, i) =>
    i < sidecars.length ? `sidecars[${i}]` : `orderedContainers[${i - sidecars.length}]`,
  );
  throw errorAt(workload.node.path, podProblem('SO103', { name, places: all.filter((_, i) => names[i] === name) }));
}

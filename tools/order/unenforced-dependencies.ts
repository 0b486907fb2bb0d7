import { DeclaredOrder } from './declare-orders';
import { problem } from './problems';
import { ContainerDeclaration, DependencyDeclaration, PodDeclaration } from '../../src/api/private/declaration';
import { Guarantee, StartCondition } from '../../src/api/private/enums';
import { NO_LIMIT } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { describeCheck } from '../../src/pod/checks';
import { POD_IP } from '../../src/pod/checks/hosts';
import { fillPort } from '../../src/pod/known-port';
import { OrderedPair } from '../read/enforced-edges';
import { ContainerView } from '../read/pod-view';
import { PodReading } from '../read/read-pod';

/** From weak to strong. */
const GUARANTEES: readonly Guarantee[] = ['BEST_EFFORT', 'FAIL_CLOSED', 'EVERY_START'];

/** Returns the dependencies that the pod does not enforce, or enforces with a weaker guarantee. */
export function findUnenforced(pod: PodReading, { declaration, settings }: DeclaredOrder): Problem[] {
  const names = pod.containers.map(({ name }) => name);
  const named = declaration.containers.flatMap(c => [c.name, ...c.dependsOn.map(({ target }) => target.name)]);
  const problems: Problem[] = [];
  for (const { name: dependent, dependsOn } of listDependents(pod, declaration)) {
    for (const dependency of dependsOn) {
      const { target, required, guarantee: wanted = settings.guarantee } = dependency;
      if (target.kind === 'container' && !required && !names.includes(target.name)) {
        continue;
      }
      const declared = declaration.containers.find(({ name }) => name === target.name);
      const condition = dependency.condition ?? findDefaultCondition(declared);
      const check = condition === 'READY' && declared ? describeReadyCheck(pod, declared) : undefined;
      const found = listGuarantees(pod, dependent, { target, condition }, check);
      const reached = Math.max(...found.map(guarantee => GUARANTEES.indexOf(guarantee)));
      if (reached >= (wanted === undefined ? 0 : GUARANTEES.indexOf(wanted))) {
        continue;
      }
      const isUnnamed = reached < 0 && !named.includes(target.name);
      problems.push(
        problem('SO684', { dependent, dependency: target.name, reached: GUARANTEES[reached], wanted, isUnnamed }),
      );
    }
  }
  return problems;
}

type Dependent = Pick<ContainerDeclaration, 'name' | 'dependsOn'>;

/** Returns the declared dependencies, and those of `sidecarsFirst`. */
function listDependents(pod: PodReading, { containers, sidecarsFirst }: PodDeclaration): readonly Dependent[] {
  if (!sidecarsFirst) {
    return containers;
  }
  const declared = new Map(containers.map(container => [container.name, container]));
  const isTarget = (name: string) =>
    containers.some(c => c.dependsOn.some(({ target }) => target.kind === 'container' && target.name === name));
  const sidecars = pod.order.containers.filter(({ name, slot }) => {
    const role = declared.get(name)?.role;
    // The order may have made a native sidecar of a container that another container needs.
    return role === undefined ? slot === 'NATIVE_SIDECAR' && !isTarget(name) : role === 'SIDECAR';
  });
  const apps = pod.order.containers.filter(
    ({ name, slot }) => slot === 'CONTAINER' && declared.get(name)?.role !== 'SIDECAR',
  );
  const added = apps.map(({ name }): Dependent => {
    const given = declared.get(name)?.dependsOn ?? [];
    const others = sidecars.filter(s => !given.some(({ target }) => target.name === s.name));
    return {
      name,
      dependsOn: others.map(s => ({ target: { kind: 'container', name: s.name }, required: true })),
    };
  });
  return [...containers, ...added];
}

/** `undefined`: nothing but the manifest before its order tells whether the container must exit. */
function findDefaultCondition(declared: ContainerDeclaration | undefined): StartCondition | undefined {
  if (declared?.role === 'INIT') {
    return 'COMPLETED';
  }
  return declared?.role || declared?.readyWhen ? 'READY' : undefined;
}

/** `undefined`: no check is declared, or the image file contains it, which can change after the order. */
function describeReadyCheck(pod: PodReading, declared: ContainerDeclaration): string | undefined {
  const view = pod.containers.find(({ name }) => name === declared.name);
  const check = fillPort(declared, view?.json).declaration.readyWhen;
  return check && describeCheck(check, POD_IP);
}

/**
 * Returns the guarantees with which the manifest enforces a dependency; empty: nothing enforces it. `check`: the
 * declared ready check.
 */
function listGuarantees(
  { containers, order }: PodReading,
  dependent: string,
  { target: { kind, name }, condition }: Pick<DependencyDeclaration, 'target' | 'condition'>,
  check: string | undefined,
): Guarantee[] {
  if (kind === 'external') {
    return order.outside
      .filter(wait => wait.waitsFor === name && (wait.container === dependent || wait.holds.includes(dependent)))
      .map(({ guarantee }) => guarantee);
  }
  // A container with a gate gets a startup probe without a limit, which passes when the gate opens.
  const isOfGate = (c: ContainerView) => c.gate && c.json.startupProbe?.failureThreshold === NO_LIMIT;
  const hasStartupProbe = containers.some(c => c.name === name && c.json.startupProbe && !isOfGate(c));
  // Without a startup probe, a container that runs has started.
  const isStarted = condition === 'STARTED' && !hasStartupProbe;
  const wanted = isStarted ? 'RUNNING' : condition;
  return order.ordered
    .filter(pair => pair.first === name && pair.then === dependent && meets(findProven(pair, check), wanted))
    .map(({ guarantee }) => guarantee);
}

/**
 * A startup probe with another check does not prove that a sidecar is ready. A hook of the user, which ends before the
 * first probe, proves only that its container runs. The delay of a ready check can be such a hook.
 */
function findProven({ by, condition, waitsFor }: OrderedPair, check: string | undefined): StartCondition {
  const isOther =
    by === 'startupProbe'
      ? check !== undefined && waitsFor !== check
      : by === 'postStart' && condition === 'STARTED' && check !== `a delay of ${waitsFor}`;
  return isOther ? 'RUNNING' : condition;
}

/** Whether a dependency that holds until `enforced` holds until `declared`, too. */
function meets(enforced: StartCondition, declared: StartCondition | undefined): boolean {
  switch (declared) {
    case 'RUNNING':
      return true;
    case 'STARTED':
    case 'READY':
      return enforced === 'STARTED' || enforced === 'READY';
    case 'EXITED':
      return enforced === 'EXITED' || enforced === 'COMPLETED';
    case 'COMPLETED':
      return enforced === 'COMPLETED';
    case undefined:
      return enforced !== 'RUNNING';
  }
}

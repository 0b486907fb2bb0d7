/**
 * Plans an ordered shutdown. The kubelet ends all containers of `containers` at the same time, and native sidecars
 * after them, the last one first. So an order among regular containers needs a preStop hook, which delays the SIGTERM
 * of its container until the dependents have exited. A lock shows that: the kernel releases it at every end of a
 * container, so a container that has crashed or never started delays no other container.
 */
import { listMoves } from './advice/changes';
import { Edge, waitsForEnd } from './graph/edge';
import { findForeignHook } from './mechanisms/post-start/judge';
import { problem } from './problems';
import { groupBy, sum } from '../api/private/collections';
import { StopMechanism } from '../api/private/enums';
import { describeCommandRemedy, Problem } from '../api/private/problem';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { PreStopPlan } from '../pod/pod-plan';

/**
 * The shortest time that the kubelet gives a container: kubelet 1.27–1.37, kuberuntime_container.go
 * minimumGracePeriodInSeconds.
 */
const LEAST_SECONDS = 2;

export interface Shutdown {
  /** By edge, for each dependency that gets SIGTERM only after the dependent has exited. */
  readonly mechanisms: ReadonlyMap<Edge, StopMechanism>;
  /** The time until all containers have stopped; `undefined`: no container waits for another to stop. */
  readonly stopSeconds?: number;
  readonly preStops: ReadonlyMap<ContainerIntent, PreStopPlan>;
  /**
   * Containers whose end other containers wait for. A container with a known command takes its lock before the command,
   * otherwise in its postStart hook.
   */
  readonly lockingGates: ReadonlySet<ContainerIntent>;
  readonly lockingHooks: ReadonlySet<ContainerIntent>;
  readonly problems: readonly Problem[];
}

/**
 * `order`: the containers of the pod in start order. `lockObstacle`: the reason why no wait agent can tell that another
 * container has exited.
 */
export function planShutdown(
  edges: readonly Edge[],
  order: readonly ContainerIntent[],
  lockObstacle: string | undefined,
  intent: PodIntent,
): Shutdown {
  const isInit = (c: ContainerIntent) => c.slot === 'INIT';
  const asked = edges.filter(
    e =>
      (e.declared.orderedShutdown ?? intent.orderedShutdown) &&
      !waitsForEnd(e) &&
      !isInit(e.dependent) &&
      !isInit(e.dependency),
  );
  const byKubelet = (c: ContainerIntent) => c.slot === 'NATIVE_SIDECAR';
  const locked = asked.filter(e => !byKubelet(e.dependency));
  const lockedBy = groupBy(locked, e => e.dependency);
  const slow = asked.length === 0 ? [] : findSlowestChain(lockedBy, order);
  const problems = [
    ...locked.flatMap(e => findStopObstacle(e, lockObstacle, intent) ?? []),
    ...findBudgetProblems(slow, intent),
  ];
  const lockers = new Set(locked.map(e => e.dependent));
  return {
    mechanisms: new Map(asked.map(e => [e, byKubelet(e.dependency) ? 'SIDECAR_ORDER' : 'LIFE_LOCK'])),
    stopSeconds: slow.length === 0 ? undefined : sumSeconds(slow),
    preStops: new Map([...lockedBy].map(([dependency, on]) => [dependency, planPreStop(dependency, on)])),
    lockingGates: new Set([...lockers].filter(c => c.command !== undefined)),
    lockingHooks: new Set([...lockers].filter(c => c.command === undefined)),
    problems,
  };
}

function planPreStop({ preStop }: ContainerIntent, edges: readonly Edge[]): PreStopPlan {
  const after = edges.map(e => e.dependent.name);
  return {
    field: 'lifecycle.preStop',
    reason: `waits until ${after.join(', ')} ${after.length > 1 ? 'have' : 'has'} exited`,
    after,
    runThen: preStop?.exec?.command,
    sleepThen: preStop?.sleep?.seconds,
  };
}

/** Returns the reason why the dependency cannot wait for the dependent. */
function findStopObstacle(
  { dependent, dependency }: Edge,
  lockObstacle: string | undefined,
  intent: PodIntent,
): Problem | undefined {
  const refused = (why: string, remedy: string) =>
    problem('SO701', { dependent: dependent.name, dependency: dependency.name, why, remedy });
  if (lockObstacle) {
    return refused(
      `only the wait agent in its preStop hook could hold it, and the agent ${lockObstacle}`,
      listMoves(dependency, intent).join(' and '),
    );
  }
  const handler =
    dependency.preStop && Object.keys(dependency.preStop).find(kind => kind !== 'exec' && kind !== 'sleep');
  if (handler) {
    return refused(
      `the preStop hook of '${dependency.name}' is of kind ${handler}, and a container can have only one`,
      'write it as an exec hook (it then runs after the wait)',
    );
  }
  if (dependent.command !== undefined) {
    return undefined;
  }
  const unknown = `the command of '${dependent.name}' comes from its image, so`;
  const known = describeCommandRemedy([dependent]);
  if (intent.sharesProcesses) {
    return refused(
      `${unknown} a separate process would hold the lock, and it may outlive the container where containers ` +
        'share their processes (shareProcessNamespace, hostPID)',
      known,
    );
  }
  return findForeignHook(dependent)
    ? refused(`${unknown} its postStart hook would have to take the lock, and its own hook cannot be merged`, known)
    : undefined;
}

function findBudgetProblems(stops: readonly Stop[], { terminationGracePeriodSeconds: grace }: PodIntent): Problem[] {
  return sumSeconds(stops) > grace && stops.length > 1 ? [problem('SO702', { stops: [...stops], grace })] : [];
}

/**
 * Returns the slowest chain of containers that stop one after the other: app containers, dependents first, and then all
 * native sidecars. The preStop hook of an app container follows the stop of its dependents. The hook of a native
 * sidecar begins at once, and its SIGTERM follows in its turn.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go killContainer: the hook runs before `waitForTurn`.
 */
function findSlowestChain(
  lockedBy: ReadonlyMap<ContainerIntent, readonly Edge[]>,
  order: readonly ContainerIntent[],
): readonly Stop[] {
  const chains = new Map<ContainerIntent, readonly Stop[]>();
  let longest: readonly Stop[] = [];
  // Dependents come after their dependencies, so in reverse order the chains of the dependents are known.
  for (const container of [...order].reverse()) {
    if (container.slot !== 'CONTAINER') {
      continue;
    }
    const before = (lockedBy.get(container) ?? []).map(e => chains.get(e.dependent)!).reduce(pickLonger, []);
    const seconds = getHookSeconds(container) + getStopSeconds(container);
    const chain = [...before, { name: container.name, seconds }];
    chains.set(container, chain);
    longest = pickLonger(longest, chain);
  }
  for (const sidecar of order.filter(c => c.slot === 'NATIVE_SIDECAR').reverse()) {
    const seconds = Math.max(0, getHookSeconds(sidecar) - sumSeconds(longest)) + getStopSeconds(sidecar);
    longest = [...longest, { name: sidecar.name, seconds }];
  }
  return longest;
}

interface Stop {
  readonly name: string;
  readonly seconds: number;
}

/** Returns the time until all these containers have stopped, one after the other. */
function sumSeconds(stops: readonly Stop[]): number {
  return sum(stops.map(stop => stop.seconds));
}

function pickLonger(a: readonly Stop[], b: readonly Stop[]): readonly Stop[] {
  return sumSeconds(a) >= sumSeconds(b) ? a : b;
}

/** A shell or the program itself, with one time. */
const SLEEP_COMMAND = /^(?:(?:\/bin\/)?(?:ba|da|a)?sh -c )?(?:\S*\/)?sleep (\d+)s?$/;

/** Returns the time of a preStop hook of the user that sleeps; 0 for any other hook. */
function getHookSeconds({ preStop }: ContainerIntent): number {
  const [, seconds = 0] = SLEEP_COMMAND.exec((preStop?.exec?.command ?? []).join(' ')) ?? [];
  return preStop?.sleep?.seconds ?? Number(seconds);
}

/** Returns the time from SIGTERM to the end. */
export function getStopSeconds({ stopsWithinSeconds = LEAST_SECONDS }: ContainerIntent): number {
  return stopsWithinSeconds;
}

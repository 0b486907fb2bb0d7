import { Chart, Duration } from 'cdk8s';
import { AgentOptions, ContainerRole, Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { Behaviour, deletePod, exit, Expectation, Fault, follows, injected, podGone, start, Story, term } from '../../runner/story';

/** The dependencies of each container: `{ app: ['cache'], cache: [] }`. No container needs the first container. */
export type Needs = Readonly<Record<string, readonly string[]>>;

export const CHAIN: Needs = { app: ['cache'], cache: ['proxy'], proxy: [] };
export const FAN_IN: Needs = { app: ['proxy'], worker: ['proxy'], proxy: [] };
export const DIAMOND: Needs = { app: ['cache', 'queue'], cache: ['proxy'], queue: ['proxy'], proxy: [] };

/** The time of each container from SIGTERM to its exit. The times differ, so that no order happens by chance. */
const STOPS_IN: Readonly<Record<string, number>> = { app: 900, worker: 500, cache: 300, queue: 600, proxy: 100 };

/** The number of stops: enough for the times between them. */
export const TIMES_IN_FULL = 20;

export interface Stopping {
  readonly needs: Needs;
  /** The containers that are native sidecars. The others stay app containers. */
  readonly sidecars?: readonly string[];
  /** `false`: the same pod without a shutdown order. */
  readonly ordered?: boolean;
  /** The containers with a command in the manifest. */
  readonly command?: string[];
  readonly grace?: number;
  readonly agent?: AgentOptions;
}

export function stoppingPod(
  chart: Chart, kubernetesVersion: string, { needs, sidecars = [], ordered = true, command, grace = 30, agent }: Stopping,
): void {
  const names = Object.keys(needs);
  new OrderedPod(chart, 'pod', {
    startupOrder: { kubernetesVersion, orderedShutdown: ordered, guarantee: Guarantee.BEST_EFFORT, agent },
    terminationGracePeriod: Duration.seconds(grace),
    orderedContainers: names.map((name, i) => ({
      name,
      image: `shop/${name}:7`,
      command,
      role: sidecars.includes(name) ? ContainerRole.SIDECAR : ContainerRole.APP,
      readyWhen: ReadyCheck.tcpSocket(8001 + i),
      dependsOn: needs[name].map(n => Dependency.on(n)),
    })),
  });
}

export function stopping(needs: Needs, about: Readonly<Record<string, Behaviour>> = {}): Readonly<Record<string, Behaviour>> {
  return Object.fromEntries(Object.keys(needs).map((name, i) =>
    [name, { tcp: `${8001 + i}@0s`, stopIn: `${STOPS_IN[name]}ms`, ...about[name] }]));
}

/** The event after which all containers run. */
export function deleted(needs: Needs): Fault {
  return deletePod('app', { at: start(Object.keys(needs)[0]), afterMs: 2000 });
}

export const DELETION = injected('delete the pod of app');

/**
 * The time from the deletion of a pod to the first SIGTERM. The kubelet itself takes up to about 2 s on a busy node (1.27.4): it waits until its list of running containers,
 * which it renews each second, is newer than its last work on the pod. A hook that waits for a container in vain takes much longer, up to the grace period.
 */
export const FIRST_SIGTERM = { withinMs: 3000 };

/** Deletes the pod after all containers have started. The pod stops in reverse order. */
export function stopsInReverse(about: string, pod: Omit<Stopping, 'ordered'>): Story {
  return {
    about,
    timesInFull: TIMES_IN_FULL,
    stops: pod.needs,
    app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, pod); },
    containers: stopping(pod.needs),
    faults: [deleted(pod.needs)],
    expect: stopInOrder(pod.needs),
  };
}

/** Asserts that each container gets SIGTERM soon after the end of its dependents. */
function stopInOrder(needs: Needs): readonly Expectation[] {
  const edges = Object.entries(needs).flatMap(([dependent, dependencies]) => dependencies.map(dependency => ({ dependent, dependency })));
  return [
    ...edges.map(({ dependent, dependency }) => follows(term(dependency), exit(dependent), { withinMs: 4000 })),
    follows(term(Object.keys(needs)[0]), DELETION, FIRST_SIGTERM),
    follows(podGone(), DELETION, { withinMs: 15_000 }),
  ];
}

import { ApiObject, Chart, Duration } from 'cdk8s';
import { ContainerRole, Dependency, DependencyOptions, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { Behaviour, ready, startsAfter, Story } from '../../runner/story';

/** Six containers: c needs a, d needs b, e needs c and d. f needs no container, so it comes before the last container that others wait for. */
export const SIX = ['a', 'f', 'b', 'c', 'd', 'e'] as const;
export const NEEDS: Readonly<Record<string, readonly string[]>> = { a: [], b: [], c: ['a'], d: ['b'], e: ['c', 'd'], f: [] };
export const PORTS: Readonly<Record<string, number>> = { a: 8001, b: 8002, c: 8003, d: 8004, e: 8005, f: 8006 };
const READY_AFTER: Readonly<Record<string, string>> = { a: '3s', b: '1s', c: '1s', d: '1s', e: '0s', f: '0s' };

/** The behaviour and the expectations of the six, and the critical path: e can start 3 s + 1 s after a. */
export const six: Pick<Story, 'containers' | 'expect' | 'bench'> = {
  containers: behaviours(),
  expect: SIX.flatMap(name => NEEDS[name].map(n => startsAfter(name, ready(n)))),
  bench: { kind: 'makespan', of: SIX, last: 'e', criticalPathMs: 4000 },
};

export function behaviours(about: Behaviour = {}): Readonly<Record<string, Behaviour>> {
  return Object.fromEntries(SIX.map(name => [name, {
    tcp: `${PORTS[name]}@${READY_AFTER[name]}`,
    needs: NEEDS[name].map(n => `tcp:127.0.0.1:${PORTS[n]}`),
    ...about,
  }]));
}

export interface OrderedSix {
  readonly options: DependencyOptions;
  /** The command, for mechanisms that need a known command. */
  readonly command?: string[];
  /** Each container with a dependent is a native sidecar. */
  readonly role?: ContainerRole;
}

/** The six with the library, by one mechanism. */
export function orderedSix(chart: Chart, kubernetesVersion: string, { options, command, role }: OrderedSix): void {
  new OrderedPod(chart, 'pod', {
    startupOrder: { kubernetesVersion },
    terminationGracePeriod: Duration.seconds(1),
    orderedContainers: SIX.map(name => ({
      name,
      image: `shop/${name}:7`,
      command,
      role: ['e', 'f'].includes(name) ? undefined : role,
      readyWhen: ReadyCheck.tcpSocket(PORTS[name]),
      dependsOn: NEEDS[name].map(n => Dependency.on(n, options)),
    })),
  });
}

/** The six by hand, in the same order. */
export function sixByHand(chart: Chart, about: (name: string) => object = () => ({})): void {
  new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: { terminationGracePeriodSeconds: 1, containers: SIX.map(name => ({ name, image: `shop/${name}:7`, ...about(name) })) },
  });
}

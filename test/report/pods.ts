import { Chart, Duration, Testing } from 'cdk8s';
import {
  ContainerRole, Dependency, DependencyOptions, Guarantee, Mechanism, OrderedContainerProps, OrderedPod, ReadyCheck, StartupOrderOptions, StartupPlan,
} from '../../src';

/** A plan of containers in a few words: `planOf([{ name: 'db', ready: 2 }, { name: 'api', needs: ['db'] }])`. */
export interface Words {
  readonly name: string;
  /** Seconds until the container is ready; `undefined` if unspecified. */
  readonly ready?: number;
  readonly needs?: readonly (string | Dependency)[];
  readonly role?: ContainerRole;
  readonly command?: boolean;
  readonly more?: Partial<OrderedContainerProps>;
}

export function podOf(
  containers: readonly Words[], options: StartupOrderOptions = {}, edge: DependencyOptions = {}, chart: Chart = Testing.chart(),
): OrderedPod {
  return new OrderedPod(chart, 'pod', {
    startupOrder: { kubernetesVersion: '1.37', architecture: 'amd64', ...options },
    orderedContainers: containers.map(({ name, ready, needs = [], role, command, more }, i) => ({
      name,
      image: `shop/${name}:7`,
      role,
      command: command ? ['/app'] : undefined,
      readyWhen: role === ContainerRole.INIT ? undefined : ReadyCheck.tcpSocket(8000 + i),
      expectedReadyIn: ready === undefined ? undefined : Duration.millis(ready * 1000),
      dependsOn: needs.map(n => typeof n === 'string' ? Dependency.on(n, edge) : n),
      ...more,
    })),
  });
}

export function planOf(...args: Parameters<typeof podOf>): StartupPlan { return podOf(...args).startupOrder.plan(); }

export const MECHANISMS = [
  Mechanism.ENTRYPOINT_GATE, Mechanism.GUARDED_HOOK, Mechanism.POST_START, Mechanism.SIDECAR_PROBE, Mechanism.SIDECAR_WAIT_INIT,
];

/** The six containers that the conformance suite measures: c needs a, d needs b, e needs c and d; docs/contributing/measured.md. */
export function six(mechanism: Mechanism, options: StartupOrderOptions = {}): StartupPlan {
  const needs: Record<string, string[]> = { a: [], f: [], b: [], c: ['a'], d: ['b'], e: ['c', 'd'] };
  const ready: Record<string, number> = { a: 3, f: 0, b: 1, c: 1, d: 1, e: 0 };
  const asSidecars = mechanism === Mechanism.SIDECAR_PROBE || mechanism === Mechanism.SIDECAR_WAIT_INIT;
  return planOf(Object.keys(needs).map(name => ({
    name,
    ready: ready[name],
    needs: needs[name],
    command: mechanism === Mechanism.ENTRYPOINT_GATE,
    role: asSidecars && !['e', 'f'].includes(name) ? ContainerRole.SIDECAR : undefined,
  })), options, { mechanism, ...(mechanism === Mechanism.POST_START ? { guarantee: Guarantee.BEST_EFFORT } : {}) });
}

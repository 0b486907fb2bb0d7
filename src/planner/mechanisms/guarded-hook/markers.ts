import { Mechanism } from '../../../api/mechanism';
import { Check, leaves } from '../../../api/private/check';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { GuardPlan, WaitStep } from '../../../pod/pod-plan';
import { Edge, findCheck, groupByPlace } from '../../graph/edge';
import { findReachable } from '../../graph/transitive-closure';
import { translateCheck } from '../check-visibility';
import { Choices, selectEdges } from '../chosen-edge';
import { awaitGate, decideGateWait } from '../entrypoint-gate/condition';

/** A container whose agent writes marks for guards or gates. */
export interface Marker {
  readonly dependency: ContainerIntent;
  /**
   * In the order in which the conditions become true. `check`: the check before the mark; `undefined`: the mark needs
   * no check.
   */
  readonly marks: readonly { readonly condition: StartCondition; readonly check?: Check }[];
  /** The container has a gate. No mark is true before the gate has opened. */
  readonly gated: boolean;
}

/** A dependency with at least one guarded dependent. */
export interface GuardMarker extends Marker {
  readonly edges: readonly Edge[];
}

/** The containers that write marks for guards, and for gates, by container index. */
export interface Markers {
  readonly guarded: readonly (GuardMarker | undefined)[];
  readonly forGates: readonly (Marker | undefined)[];
  /** Containers that wait in gates. */
  readonly inGates: ReadonlySet<ContainerIntent>;
}

/**
 * Returns the containers that wait in a gate. Their command runs after the gate has opened, and the gate marks that.
 */
function findGatedContainers({ edges, externals }: Choices): Set<ContainerIntent> {
  return new Set(
    [...selectEdges(edges, Mechanism.ENTRYPOINT_GATE), ...selectEdges(externals, Mechanism.ENTRYPOINT_GATE)].map(
      e => e.dependent,
    ),
  );
}

const ORDER = [StartCondition.RUNNING, StartCondition.STARTED, StartCondition.READY];

export function findMarkers(choices: Choices, intent: PodIntent): Markers {
  const inGates = findGatedContainers(choices);
  const guards = groupByPlace(selectEdges(choices.edges, Mechanism.GUARDED_HOOK), e => e.dependency);
  const gates = groupByPlace(
    selectEdges(choices.edges, Mechanism.ENTRYPOINT_GATE).filter(e => decideGateWait(e, intent).sees === 'mark'),
    e => e.dependency,
  );
  // One agent writes the marks for guards and for gates to one file.
  const marked = (edges: readonly Edge[], place: number): Marker => {
    const all = [...(guards[place] ?? []), ...(gates[place] ?? [])];
    const markedEdges = ORDER.flatMap(condition => all.find(e => e.condition === condition) ?? []);
    const { dependency } = edges[0];
    return {
      dependency,
      marks: markedEdges.map(e => ({ condition: e.condition, check: findCheck(e) })),
      gated: inGates.has(dependency),
    };
  };
  return {
    guarded: guards.map((edges, place) => ({ ...marked(edges, place), edges })),
    forGates: gates.map(marked),
    inGates,
  };
}

/** Plans the guards of each dependent, by container index. */
export function planGuards(guarded: readonly (GuardMarker | undefined)[]): (readonly GuardPlan[] | undefined)[] {
  return groupGuards(guarded).map(edges =>
    edges.map(({ dependency: { name }, condition }) => ({
      field: 'env',
      reason: `the kubelet does not create it before ${name} is marked ${condition}`,
      dependency: name,
      condition,
    })),
  );
}

/** Returns the guarded edges of each dependent, by container index. */
export function groupGuards(guarded: readonly (GuardMarker | undefined)[]): Edge[][] {
  return groupByPlace(
    guarded.flatMap(g => g?.edges ?? []),
    e => e.dependent,
  );
}

/**
 * Returns the container and all containers that have run before it: the direct and indirect dependencies of its guards.
 */
export function findStartedBefore(
  container: ContainerIntent,
  guards: readonly (readonly Edge[] | undefined)[],
): Set<ContainerIntent> {
  return findReachable(container, ({ place }) => (guards[place] ?? []).map(g => g.dependency));
}

/** Returns the checks and marks of a container, for the agent in the container. */
export function listSteps({ dependency, marks, gated }: Marker): WaitStep[] {
  const { name } = dependency;
  return [
    ...(gated ? [awaitGate(dependency)] : []),
    ...marks.flatMap(({ condition, check }) => [
      ...(check ? [{ dependency: name, check }] : []),
      { dependency: name, marks: condition },
    ]),
  ];
}

/** Returns the steps before the first check. */
export function takeImmediateSteps(steps: readonly WaitStep[]): readonly WaitStep[] {
  const firstCheck = steps.findIndex(s => 'check' in s);
  return firstCheck === -1 ? steps : steps.slice(0, firstCheck);
}

/**
 * Whether the steps contain a check, and no delay beyond the budget of a hook: the delay would start again in the
 * probe.
 */
export function isWorthWaiting(steps: readonly WaitStep[], budgetSeconds: number): boolean {
  const checks = steps.flatMap(s => ('check' in s ? leaves(s.check) : []));
  return checks.length > 0 && checks.reduce((sum, c) => sum + (c.kind === 'delay' ? c.seconds : 0), 0) < budgetSeconds;
}

/**
 * Returns the steps for the agent in another container; `undefined`: that agent cannot make them. Only the container
 * itself knows that it runs.
 */
export function translateSteps(
  carrier: ContainerIntent,
  { dependency, marks, gated }: GuardMarker,
): WaitStep[] | undefined {
  if (marks.some(m => m.condition !== StartCondition.READY)) {
    return undefined;
  }
  const check = translateCheck(carrier, dependency, marks[0].check!);
  const { name } = dependency;
  return (
    check && [
      ...(gated ? [awaitGate(dependency)] : []),
      { dependency: name, check },
      { dependency: name, marks: StartCondition.READY },
    ]
  );
}

import { Check } from '../../../api/private/check';
import { groupBy } from '../../../api/private/collections';
import { StartCondition } from '../../../api/private/enums';
import { ContainerIntent } from '../../../pod/intent';
import { GatePlan, GuardPlan, isGated, WaitStep } from '../../../pod/pod-plan';
import { Edge, findCheck } from '../../graph/edge';
import { translateCheck } from '../check-visibility';
import { awaitGate } from '../entrypoint-gate/plan';
import { Choices, Chosen, findLongestTimeout, selectEdges } from '../mechanism';

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
  /** The checks and marks, for the agent in the container. */
  readonly steps: readonly WaitStep[];
  /** The edges whose dependent has a guard. */
  readonly guards: readonly Chosen<Edge>[];
  /** The longest timeout of these edges; `undefined`: none has a timeout. */
  readonly timeoutSeconds?: number;
  /** The edges whose dependent has a gate that reads the marks. */
  readonly gates: readonly Chosen<Edge>[];
  /** These gates ignore the marks while the container does not run. */
  readonly isLocked: boolean;
}

const ORDER: readonly StartCondition[] = ['RUNNING', 'STARTED', 'READY'];

/**
 * Finds the containers that write marks, in the order of the pod, and sets the wait of each edge with a guard. One
 * agent writes the marks for guards and gates.
 */
export function findMarkers({ edges }: Choices, gates: ReadonlyMap<ContainerIntent, GatePlan>): Marker[] {
  const reading = edges.filter(e => e.mechanism === 'GUARDED_HOOK' || e.wait?.check?.kind === 'mark');
  const markers: Marker[] = [];
  for (const [dependency, all] of groupBy(reading, e => e.dependency)) {
    const guards = selectEdges(all, 'GUARDED_HOOK');
    const read = selectEdges(all, 'ENTRYPOINT_GATE');
    const gated = isGated(gates.get(dependency));
    const marks = ORDER.flatMap(condition => all.find(e => e.condition === condition) ?? []).map(e => ({
      condition: e.condition,
      check: findCheck(e),
    }));
    const steps = listSteps(dependency, marks, gated);
    const timeoutSeconds = findLongestTimeout(guards);
    for (const edge of guards) {
      edge.wait = { waitsIn: dependency.name, timeoutSeconds };
    }
    const isLocked = read.some(({ wait }) => wait?.check?.kind === 'mark' && wait.check.isLocked);
    markers.push({ dependency, marks, gated, steps, guards, timeoutSeconds, gates: read, isLocked });
  }
  return markers.sort((a, b) => a.dependency.place - b.dependency.place);
}

/** Returns the guarded edges of each dependent. */
export function groupGuards(markers: readonly Marker[]): Map<ContainerIntent, Edge[]> {
  return groupBy(
    markers.flatMap(m => m.guards),
    e => e.dependent,
  );
}

export function planGuard({ dependency: { name }, condition }: Edge): GuardPlan {
  const reason = `the kubelet does not create it before ${name} is marked ${condition}`;
  return { field: 'env', reason, dependency: name, condition };
}

function listSteps(dependency: ContainerIntent, marks: Marker['marks'], gated: boolean): WaitStep[] {
  const { name } = dependency;
  const steps: WaitStep[] = gated ? [awaitGate(dependency)] : [];
  for (const { condition, check } of marks) {
    if (check) {
      steps.push({ dependency: name, check });
    }
    steps.push({ dependency: name, marks: condition });
  }
  return steps;
}

/**
 * Returns the steps for the agent in another container; empty: that agent cannot make them. Only the container itself
 * knows that it runs.
 */
export function translateSteps(carrier: ContainerIntent, { dependency, marks, gated }: Marker): WaitStep[] {
  if (marks.some(m => m.condition !== 'READY')) {
    return [];
  }
  const [{ condition, check }] = marks;
  const translated = translateCheck(carrier, dependency, check!);
  return translated ? listSteps(dependency, [{ condition, check: translated }], gated) : [];
}

/**
 * Whether a startup probe writes the marks. A readiness probe is better: the kubelet repeats it after its own restart,
 * and may not repeat a startup probe (kubernetes#142305); it also does not delay liveness probes. But a readiness probe
 * of the user stays.
 */
export function marksInStartupProbe({ hasReadinessProbe }: ContainerIntent): boolean {
  return hasReadinessProbe;
}

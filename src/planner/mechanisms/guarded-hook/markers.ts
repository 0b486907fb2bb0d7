import { Mechanism } from '../../../api/mechanism';
import { Check, leaves } from '../../../api/private/check';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { GuardPlan, WaitStep } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { findReachable } from '../../graph/transitive-closure';
import { findCheck } from '../agent-limits';
import { translateCheck } from '../check-visibility';
import { Choices, selectEdges } from '../chosen-edge';
import { awaitGate, decideGateWait } from '../entrypoint-gate/condition';

/** A container whose agent makes marks, which guards wait for, or gates. */
export interface Marker {
  readonly dependency: ContainerIntent;
  /** In the order in which they come true. `check`: what has to pass before; `undefined`: that its agent runs is enough. */
  readonly marks: readonly { readonly condition: StartCondition; readonly check?: Check }[];
  /** It waits in a gate of its own, and no mark is true before that gate has opened. */
  readonly gated: boolean;
}

/** One that guards wait for. */
export interface GuardMarker extends Marker {
  readonly edges: readonly Edge[];
}

/** By the place of the dependency: what guards wait for, and what gates do. */
export interface Markers {
  readonly guarded: readonly (GuardMarker | undefined)[];
  readonly forGates: readonly (Marker | undefined)[];
  /** Containers that wait in gates. */
  readonly inGates: ReadonlySet<ContainerIntent>;
}

/** Returns the containers that wait in a gate. Their command runs after the gate has opened, and the gate marks that. */
function findGatedContainers({ edges, externals }: Choices): Set<ContainerIntent> {
  return new Set([...selectEdges(edges, Mechanism.ENTRYPOINT_GATE), ...selectEdges(externals, Mechanism.ENTRYPOINT_GATE)].map(e => e.dependent));
}

const ORDER = [StartCondition.RUNNING, StartCondition.STARTED, StartCondition.READY];

export function findMarkers(choices: Choices, intent: PodIntent): Markers {
  const inGates = findGatedContainers(choices);
  const guards: Edge[][] = [];
  const gates: Edge[][] = [];
  for (const { edge, choice } of choices.edges) {
    if (choice.mechanism === Mechanism.GUARDED_HOOK) { (guards[edge.dependency.place] ??= []).push(edge); }
    if (choice.mechanism === Mechanism.ENTRYPOINT_GATE && decideGateWait(edge, intent).sees === 'mark') { (gates[edge.dependency.place] ??= []).push(edge); }
  }
  // One file, one agent: what it marks for the ones it marks for the others as well.
  const marked = (edges: readonly Edge[], place: number): Marker => {
    const all = [...guards[place] ?? [], ...gates[place] ?? []];
    const proofs = ORDER.flatMap(condition => all.find(e => e.condition === condition) ?? []);
    const { dependency } = edges[0];
    return { dependency, marks: proofs.map(e => ({ condition: e.condition, check: findCheck(e) })), gated: inGates.has(dependency) };
  };
  return { guarded: guards.map((edges, place) => ({ ...marked(edges, place), edges })), forGates: gates.map(marked), inGates };
}

/** Plans the guards of each dependent, by container index. */
export function planGuards(guarded: readonly (GuardMarker | undefined)[]): (readonly GuardPlan[] | undefined)[] {
  return groupGuards(guarded).map(edges => edges.map(({ dependency: { name }, condition }) =>
    ({ field: 'env', reason: `the kubelet does not create it before ${name} is marked ${condition}`, dependency: name, condition })));
}

/** By the place of a dependent, what its guards wait for. */
export function groupGuards(guarded: readonly (GuardMarker | undefined)[]): Edge[][] {
  const guards: Edge[][] = [];
  for (const g of guarded) {
    for (const edge of g?.edges ?? []) { (guards[edge.dependent.place] ??= []).push(edge); }
  }
  return guards;
}

/** Itself, and all that has run before this one can start: what its guards wait for, what theirs do, and so on. */
export function findStartedBefore(container: ContainerIntent, guards: readonly (readonly Edge[] | undefined)[]): Set<ContainerIntent> {
  return findReachable(container, ({ place }) => (guards[place] ?? []).map(g => g.dependency));
}

/** Its checks and marks, as its own agent makes them. */
export function listSteps({ dependency, marks, gated }: Marker): WaitStep[] {
  const { name } = dependency;
  return [
    ...(gated ? [awaitGate(dependency)] : []),
    ...marks.flatMap(({ condition, check }) => [...(check ? [{ dependency: name, check }] : []), { dependency: name, marks: condition }]),
  ];
}

/** Those of them that are there as soon as its agent runs. */
export function takeImmediateSteps(steps: readonly WaitStep[]): readonly WaitStep[] {
  const firstCheck = steps.findIndex(s => 'check' in s);
  return firstCheck === -1 ? steps : steps.slice(0, firstCheck);
}

/** There is something to wait for, and no delay that ends after the budget of a hook: it would begin again in the probe. */
export function isWorthWaiting(steps: readonly WaitStep[], budgetSeconds: number): boolean {
  const checks = steps.flatMap(s => 'check' in s ? leaves(s.check) : []);
  return checks.length > 0 && checks.reduce((sum, c) => sum + (c.kind === 'delay' ? c.seconds : 0), 0) < budgetSeconds;
}

/** The same as the agent of another container makes them; `undefined`: it cannot. That a container runs, nobody but itself can know. */
export function translateSteps(carrier: ContainerIntent, { dependency, marks, gated }: GuardMarker): WaitStep[] | undefined {
  if (marks.some(m => m.condition !== StartCondition.READY)) { return undefined; }
  const check = translateCheck(carrier, dependency, marks[0].check!);
  const { name } = dependency;
  return check && [...(gated ? [awaitGate(dependency)] : []), { dependency: name, check }, { dependency: name, marks: StartCondition.READY }];
}

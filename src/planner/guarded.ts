import { checkOf } from './agent-check';
import { ChosenEdge } from './choose';
import { Edge } from './resolve';
import { checkSeenFrom } from './visible';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent } from '../model/private/intent';
import { GuardDecision, WaitStep } from '../model/private/pod-plan';
import { StartCondition } from '../model/start-condition';

/** A container that guards wait for. */
export interface Guarded {
  readonly dependency: ContainerIntent;
  /** What they wait for, in the order in which it comes true. */
  readonly conditions: readonly StartCondition[];
  readonly edges: readonly Edge[];
}

const ORDER = [StartCondition.RUNNING, StartCondition.STARTED, StartCondition.READY];

/** By the place of the dependency. */
export function guardedOf(chosen: readonly ChosenEdge<Edge>[]): (Guarded | undefined)[] {
  const edgesOn: Edge[][] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism === Mechanism.GUARDED_HOOK) { (edgesOn[edge.dependency.place] ??= []).push(edge); }
  }
  return edgesOn.map(edges => {
    const conditions = new Set(edges.map(e => e.condition));
    return { dependency: edges[0].dependency, conditions: ORDER.filter(c => conditions.has(c)), edges };
  });
}

export function guardsOf(guarded: readonly (Guarded | undefined)[]): GuardDecision[] {
  return guarded.flatMap(g => (g?.edges ?? []).map(({ dependent, dependency, condition }) =>
    ({ container: dependent.name, dependency: dependency.name, condition })));
}

/** Its checks and marks, as its own agent makes them. */
export function stepsOf({ dependency, conditions, edges }: Guarded): WaitStep[] {
  return conditions.flatMap(condition => {
    const check = checkOf(edges.find(e => e.condition === condition)!);
    return [...(check ? [{ dependency: dependency.name, check }] : []), { dependency: dependency.name, marks: condition }];
  });
}

/** The same as the agent of another container makes them; `undefined`: it cannot. That a container runs, nobody but itself can know. */
export function stepsSeenFrom(carrier: ContainerIntent, guarded: Guarded): WaitStep[] | undefined {
  const { dependency, conditions } = guarded;
  if (conditions.some(c => c !== StartCondition.READY)) { return undefined; }
  const check = checkSeenFrom(carrier, dependency, checkOf(guarded.edges[0])!);
  return check && [{ dependency: dependency.name, check }, { dependency: dependency.name, marks: StartCondition.READY }];
}

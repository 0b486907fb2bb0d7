import { chooseAll, ChosenEdge } from './choose';
import { shortestCycles } from './cycles';
import { edgeDecisions, externalEdgeDecisions } from './edge-decisions';
import { hookOn, hookProblems } from './hooks';
import { orderList } from './list';
import { probesOf } from './probes';
import { Edge, resolve } from './resolve';
import { slotOf, slotProblems } from './slots';
import { Wait, waitsOf } from './waits';
import { warningsOf } from './warnings';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { HookDecision, PodPlan } from '../model/private/pod-plan';
import { Problem, problem } from '../model/private/problem';
import { ContainerSlot } from '../model/startup-plan';

export interface Planned {
  /** `undefined`: there are problems. */
  readonly plan?: PodPlan;
  readonly problems: readonly Problem[];
}

/** Decides everything about the start order of one pod, or says everything that is wrong with it. Pure; the intent is not changed. */
export function planPod(intent: PodIntent): Planned {
  const { edges, externals, problems: unresolved } = resolve(intent);
  const impossible = [...unresolved, ...cycleProblems(intent.containers, edges), ...slotProblems(intent, edges)];
  if (impossible.length > 0) { return { problems: impossible }; }

  const { chosen, problems: refused } = chooseAll(edges, intent);
  const { chosen: chosenOutside, problems: refusedOutside } = chooseAll(externals, intent);
  if (refused.length + refusedOutside.length > 0) { return { problems: [...refused, ...refusedOutside] }; }

  const waits = waitsOf(externals);
  const toProve = edgesToProve(chosen);
  const slots = intent.containers.map(c => slotOf(c, intent));
  const isInit = ({ place }: ContainerIntent) => slots[place].slot !== ContainerSlot.CONTAINER;
  const init = orderList(intent.containers.filter(isInit), waits, chosen, toProve);
  const app = orderList(intent.containers.filter(c => !isInit(c)), [], chosen, toProve);
  const hooked = [...init.hooked, ...app.hooked];
  const waitNames = new Set(waits.map(w => w.decision.name));
  const unmergeable = [
    ...hooked.flatMap(h => hookProblems(h.carrier)),
    ...intent.containers.filter(c => waitNames.has(c.name)).map(({ name }) => problem('SO502', { what: 'container', name })),
  ];
  if (unmergeable.length > 0) { return { problems: unmergeable }; }

  const hookFor: HookDecision[] = [];
  const hooks = hooked.map(h => {
    const hook = hookOn(h, intent.agentWithoutTools);
    for (const [{ dependency }] of h.toProve) { hookFor[dependency.place] = hook; }
    return hook;
  });
  const probes = probesOf(chosen, intent);
  const plan: Omit<PodPlan, 'warnings'> = {
    init: init.order.map(item => 'decision' in item ? { kind: 'wait', wait: item.decision }
      : { kind: 'container', name: item.name, native: slots[item.place].slot === ContainerSlot.NATIVE_SIDECAR }),
    app: app.order.map(c => c.name),
    containers: intent.containers.map(({ name, role, place }) => ({ name, role, slot: slots[place].slot, reason: slots[place].reason })),
    edges: [...edgeDecisions(chosen, hookFor, probes, intent), ...externalEdgeDecisions(chosenOutside, waits)],
    hooks,
    probes,
    installsAgent: hooks.some(h => h.usesInstalledAgent) || (!intent.agentWithoutTools && needInstalledAgent(waits)),
    defaultContainer: defaultContainer(app.order, edges),
    withoutStartupProbe: intent.containers.filter(c => c.startup?.automatic && isInit(c)).map(c => c.name),
  };
  return { plan: { ...plan, warnings: warningsOf(plan, intent, new Map([...init.heldBack, ...app.heldBack])) }, problems: [] };
}

function cycleProblems(containers: readonly ContainerIntent[], edges: readonly Edge[]): Problem[] {
  const dependencies = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) { dependencies[dependent.place].push(dependency.place); }
  return shortestCycles(containers.map(c => c.name), dependencies).map(cycle => problem('SO201', { cycle }));
}

/** By the place of each dependency that a hook has to prove, the edges that rely on it. */
function edgesToProve(chosen: readonly ChosenEdge<Edge>[]): Edge[][] {
  const toProve: Edge[][] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism === Mechanism.POST_START) { (toProve[edge.dependency.place] ??= []).push(edge); }
  }
  return toProve;
}

/** Installing costs an init container; a single wait in the agent's own image does without. */
function needInstalledAgent(waits: readonly Wait[]): boolean {
  return waits.length > 1 || waits.some(w => w.decision.image !== undefined);
}

/** `undefined`: the first is what kubectl takes anyway. */
function defaultContainer(order: readonly ContainerIntent[], edges: readonly Edge[]): string | undefined {
  const needed: boolean[] = [];
  for (const { dependency } of edges) { needed[dependency.place] = true; }
  const found = order.find(c => !needed[c.place]);
  return found === order[0] ? undefined : found?.name;
}

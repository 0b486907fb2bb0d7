import { choose, chooseExternal, Choice } from './choose';
import { shortestCycles } from './cycles';
import { hookOn, hookProblems } from './hooks';
import { checkOf } from './mechanisms/post-start';
import { Edge, ExternalEdge, resolve } from './resolve';
import { CanProve, Entry, schedule, Schedule } from './schedule';
import { slotOf, slotProblems } from './slots';
import { checkSeenFrom } from './visible';
import { waitsOf } from './waits';
import { warningsOf } from './warnings';
import { Guarantee } from '../model/guarantee';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { ContainerDecision, EdgeDecision, HookDecision, InitEntry, PodPlan, WaitDecision } from '../model/private/pod-plan';
import { Problem, problem } from '../model/private/problem';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot } from '../model/startup-plan';

type MutableEntry = Entry & { readonly after: string[]; readonly afterReady: string[] };

type ChosenEdge = Edge & { readonly choice: Choice };

export interface Planned {
  /** `undefined`: there are problems. */
  readonly plan?: PodPlan;
  readonly problems: readonly Problem[];
}

/** Decides everything about the start order of one pod, or says everything that is wrong with it. Pure; the intent is not changed. */
export function planPod(intent: PodIntent): Planned {
  const { edges, externals, problems: unresolved } = resolve(intent);
  const slots = new Map(intent.containers.map(c => [c.name, slotOf(c, intent)]));
  const impossible = [...unresolved, ...cycleProblems(intent, edges), ...slotProblems(intent, slots, edges)];
  if (impossible.length > 0) { return { problems: impossible }; }

  const around = { intent, slots };
  const choices = edges.map(edge => choose(edge, around));
  const externalChoices = externals.map(edge => chooseExternal(edge, around));
  const refused = [...choices, ...externalChoices].flatMap(c => c.problems);
  if (refused.length > 0) { return { problems: refused }; }

  const chosen = edges.map((edge, i): ChosenEdge => ({ ...edge, choice: choices[i].choice! }));
  const byName = new Map(intent.containers.map(c => [c.name, c]));
  const toProve = edgesToProve(chosen);
  const canProve = proverOf(byName, toProve);
  const waits = waitsOf(externals);
  const app = schedule(entries(intent, chosen, slots, c => c.slot === ContainerSlot.CONTAINER), canProve);
  const init = schedule([
    ...entries(intent, chosen, slots, c => c.slot !== ContainerSlot.CONTAINER, waits),
    ...waitEntries(waits, byName, slots, intent),
  ], canProve);

  const hooks = hooksOf([init, app], byName, toProve, intent.agentWithoutTools);
  const unmergeable = [
    ...hooks.flatMap(h => hookProblems(byName.get(h.carrier)!)),
    ...[...waits.keys()].filter(w => byName.has(w.name)).map(w => problem('SO502', { what: 'container', name: w.name })),
  ];
  if (unmergeable.length > 0) { return { problems: unmergeable }; }

  const plan: Omit<PodPlan, 'warnings'> = {
    init: init.order.map(name => initEntry(name, slots, waits)),
    app: app.order,
    containers: [...slots.values()],
    edges: edgeDecisions(intent, chosen, externals.map((edge, i) => ({ ...edge, choice: externalChoices[i].choice! })), hooks, waits),
    hooks,
    installsAgent: hooks.some(h => h.usesInstalledAgent) || (!intent.agentWithoutTools && needInstalledAgent([...waits.keys()])),
    defaultContainer: defaultContainer(app.order, edges),
    withoutStartupProbe: intent.containers.filter(c => c.startup?.automatic && slots.get(c.name)!.slot !== ContainerSlot.CONTAINER).map(c => c.name),
  };
  return { plan: { ...plan, warnings: warningsOf(plan, intent, new Map([...init.heldBack, ...app.heldBack])) }, problems: [] };
}

function cycleProblems(intent: PodIntent, edges: readonly Edge[]): Problem[] {
  const dependencies = new Map<string, string[]>(intent.containers.map(c => [c.name, []]));
  for (const edge of edges) { dependencies.get(edge.dependent.name)!.push(edge.dependency.name); }
  return shortestCycles([...dependencies.keys()], name => dependencies.get(name)!).map(cycle => problem('SO201', { cycle }));
}

/** The containers of one list, as the schedule wants them. */
function entries(
  intent: PodIntent, chosen: readonly ChosenEdge[], slots: ReadonlyMap<string, ContainerDecision>,
  isInList: (decision: ContainerDecision) => boolean, waits: ReadonlyMap<WaitDecision, readonly ExternalEdge[]> = new Map(),
): Entry[] {
  const found = new Map<string, MutableEntry>(intent.containers.flatMap((c, place) => isInList(slots.get(c.name)!)
    ? [[c.name, { name: c.name, place, after: [] as string[], afterReady: [] as string[], neededReadyBehind: false, last: false }] as const] : []));
  for (const { dependent, dependency, choice } of chosen) {
    const waiter = found.get(dependent.name);
    const awaited = found.get(dependency.name);
    if (!awaited) { continue; }
    if (!waiter) {
      if (choice.mechanism === Mechanism.POST_START) { found.set(dependency.name, { ...awaited, neededReadyBehind: true }); }
    } else {
      (choice.mechanism === Mechanism.POST_START ? waiter.afterReady : waiter.after).push(dependency.name);
    }
  }
  for (const [wait, edges] of waits) {
    for (const edge of edges) { found.get(edge.dependent.name)?.after.push(wait.name); }
  }
  return [...found.values()];
}

/** A wait stands right in front of the first that needs it; one that only app containers need stands last, when all else is under way. */
function waitEntries(
  waits: ReadonlyMap<WaitDecision, readonly ExternalEdge[]>, byName: ReadonlyMap<string, ContainerIntent>,
  slots: ReadonlyMap<string, ContainerDecision>, intent: PodIntent,
): Entry[] {
  const places = new Map([...byName.keys()].map((name, i) => [name, i]));
  return [...waits].map(([wait, edges], i) => {
    const inInit = edges.filter(e => slots.get(e.dependent.name)!.slot !== ContainerSlot.CONTAINER);
    const place = inInit.length > 0 ? Math.min(...inInit.map(e => places.get(e.dependent.name)!)) - 0.5 : intent.containers.length + i;
    return { name: wait.name, place, after: [], afterReady: [], neededReadyBehind: false, last: inInit.length === 0 };
  });
}

/** The dependencies that a hook has to prove, each with all edges that rely on it. */
function edgesToProve(chosen: readonly ChosenEdge[]): Map<string, Edge[]> {
  const toProve = new Map<string, Edge[]>();
  for (const edge of chosen) {
    if (edge.choice.mechanism !== Mechanism.POST_START) { continue; }
    const known = toProve.get(edge.dependency.name);
    if (known) { known.push(edge); } else { toProve.set(edge.dependency.name, [edge]); }
  }
  return toProve;
}

function proverOf(byName: ReadonlyMap<string, ContainerIntent>, toProve: ReadonlyMap<string, readonly Edge[]>): CanProve {
  return (carrierName, dependencyName) => {
    const carrier = byName.get(carrierName)!;
    return carrierName === dependencyName || (hookProblems(carrier).length === 0
      && toProve.get(dependencyName)!.every(edge => checkSeenFrom(carrier, edge.dependency, checkOf(edge)!) !== undefined));
  };
}

function hooksOf(
  lists: readonly Schedule[], byName: ReadonlyMap<string, ContainerIntent>, toProve: ReadonlyMap<string, readonly Edge[]>, ownShell: boolean,
): HookDecision[] {
  return lists.flatMap(list => list.order.filter(name => list.hooks.has(name))
    .map(carrier => hookOn(byName.get(carrier)!, list.hooks.get(carrier)!.map(name => toProve.get(name)!), ownShell)));
}

/** Installing costs an init container; a single wait in the agent's own image does without. */
function needInstalledAgent(waits: readonly WaitDecision[]): boolean {
  return waits.length > 1 || waits.some(w => w.image !== undefined);
}

function defaultContainer(order: readonly string[], edges: readonly Edge[]): string | undefined {
  const needed = new Set(edges.map(e => e.dependency.name));
  const name = order.find(n => !needed.has(n));
  return name === order[0] ? undefined : name;
}

function initEntry(name: string, slots: ReadonlyMap<string, ContainerDecision>, waits: ReadonlyMap<WaitDecision, unknown>): InitEntry {
  const decision = slots.get(name);
  return decision
    ? { kind: 'container', name, native: decision.slot === ContainerSlot.NATIVE_SIDECAR }
    : { kind: 'wait', wait: [...waits.keys()].find(w => w.name === name)! };
}

function edgeDecisions(
  intent: PodIntent, chosen: readonly ChosenEdge[], externals: readonly (ExternalEdge & { choice: Choice })[],
  hooks: readonly HookDecision[], waits: ReadonlyMap<WaitDecision, readonly ExternalEdge[]>,
): EdgeDecision[] {
  const hookFor = new Map(hooks.flatMap(h => h.waits.map(w => [w.dependency, h] as const)));
  const waitFor = new Map([...waits].flatMap(([wait, edges]) => edges.map(e => [e.declared, wait] as const)));
  return [
    ...chosen.map((edge): EdgeDecision => {
      const hook = edge.choice.mechanism === Mechanism.POST_START ? hookFor.get(edge.dependency.name) : undefined;
      return {
        dependent: edge.dependent.name,
        dependency: edge.dependency.name,
        external: false,
        condition: edge.condition,
        check: edge.condition === StartCondition.RUNNING ? undefined : checkOf(edge),
        ...edge.choice,
        accepted: (edge.declared.guarantee ?? intent.guarantee) === Guarantee.START_ORDER,
        waitsIn: hook?.carrier,
        timeoutSeconds: hook?.timeoutSeconds,
        onTimeout: hook?.timeoutSeconds === undefined ? undefined : hook.onTimeout,
      };
    }),
    ...externals.map((edge): EdgeDecision => {
      const wait = waitFor.get(edge.declared)!;
      return {
        dependent: edge.dependent.name,
        dependency: edge.target.name,
        external: true,
        condition: StartCondition.READY,
        check: edge.target.check,
        ...edge.choice,
        // It was asked for by name: OnTimeout.CONTINUE.
        accepted: true,
        waitsIn: wait.name,
        timeoutSeconds: wait.timeoutSeconds,
        onTimeout: wait.timeoutSeconds === undefined ? undefined : wait.onTimeout,
      };
    }),
  ];
}

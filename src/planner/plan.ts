import { agentOf, agentProblems } from './agent';
import { chooseAll } from './choose-mechanism';
import { SlotDecision, slotOf, slotProblems } from './container-slots';
import { shortestCycles } from './cycles';
import { edgeDecisions, externalEdgeDecisions } from './edge-decisions';
import { waitsOf } from './external-waits';
import { hooksForGates } from './gate-marker-hooks';
import { gatedOf, gatesOf } from './gates';
import { guardHooks, MarkingHook } from './hook-placement';
import { helpingOf } from './job-sidecars';
import { hooksOf, orderList, withWaits } from './list-order';
import { triggersOf } from './marker-probes';
import { Guarded, guardsOf, markedOf, waitingInGates } from './markers';
import { meshedOf } from './mesh';
import { movesOf } from './moves';
import { HookedContainer, hookOn, hookProblems } from './post-start-hooks';
import { Edge, resolve } from './resolve-edges';
import { restartsOf } from './restart-all';
import { probeGracesOf, stopsOf } from './shutdown';
import { probesOf } from './sidecar-probes';
import { sidecarWaitsOf } from './sidecar-waits';
import { warningsOf } from './warnings';
import { Mechanism } from '../api/mechanism';
import { Problem, problem } from '../api/private/problem';
import { ContainerSlot } from '../api/startup-plan';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { ContainerDecision, HookDecision, PodPlan } from '../pod/pod-plan';

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

  const waitNames = new Set<string>();
  const inGates = waitingInGates(chosen, chosenOutside);
  const markers = markedOf(chosen, inGates, intent);
  const { guarded } = markers;
  const slots = intent.containers.map(c => slotOf(c, intent));
  const isInit = ({ place }: ContainerIntent) => slots[place].slot !== ContainerSlot.CONTAINER;
  const init = orderList(intent.containers.filter(isInit), edges, () => true);
  const app = orderList(intent.containers.filter(c => !isInit(c)), edges, c => c.postStart !== undefined);
  const waits = waitsOf(chosenOutside.filter(c => c.choice.mechanism === Mechanism.INIT_CONTAINER).map(c => c.edge), init.order, waitNames, intent);
  const sidecarWaits = sidecarWaitsOf(init.order, chosen, waitNames);
  const initWithWaits = withWaits(init.order, waits, sidecarWaits);
  const hooksByList = [init, app].map(({ order }) => hooksOf(order, chosen, intent));
  const hooked = hooksByList.flatMap(h => h.hooked);
  const unmergeable = [
    ...hooked.flatMap(h => hookProblems(h.carrier)),
    ...intent.containers.filter(c => waitNames.has(c.name)).map(({ name }) => problem('SO502', { what: 'container', name })),
  ];
  if (unmergeable.length > 0) { return { problems: unmergeable }; }

  const started = [...init.order, ...app.order];
  const stopping = stopsOf(edges, started, intent);
  const helping = helpingOf(intent);
  const restarting = restartsOf(edges, intent);
  const meshed = meshedOf(intent);
  const later = [...stopping.problems, ...helping.problems, ...restarting.problems, ...meshed.problems];
  if (later.length > 0) { return { problems: later }; }

  const gated = gatedOf(chosen, chosenOutside, stopping.lockingGates, helping, intent);
  const lastInit = initWithWaits[initWithWaits.length - 1];
  const forGuards = guardHooks(guarded, { app: app.order, lastBefore: lastInit && 'place' in lastInit ? lastInit : undefined }, edges);
  const { hooks: allHooks, hookFor } = hookDecisions(hooked, hooksForGates(markers.forGates, forGuards), stopping.lockingHooks, inGates, intent);
  const hooks = forgettingHooks(allHooks, guarded, started);
  const triggers = triggersOf(guarded, gated, stopping.restartSeconds, intent);
  const probes = probesOf(chosen, intent);
  const waiting = { hookFor, probes, sidecarWaits: sidecarWaits.map(w => w.decision), guarded };
  const withoutStartupProbe = intent.containers
    .filter(c => c.startup?.automatic && (isInit(c) || guarded[c.place] || gated[c.place]?.awaited.length)).map(c => c.name);
  const gates = gatesOf(gated);
  const moved = movesOf([...init.moved, ...app.moved], started, edges);
  const agent = agentOf({ hooks, gates, triggers, preStops: stopping.preStops, waits: [...waits, ...sidecarWaits].map(w => w.decision) }, intent);
  const undeliverable = agentProblems(agent);
  if (undeliverable.length > 0) { return { problems: undeliverable }; }

  const plan: Omit<PodPlan, 'warnings'> = {
    init: initWithWaits.map(item => 'decision' in item ? { kind: 'wait', wait: { ...item.decision, forgets: guarded.flatMap(g => g?.dependency.name ?? []) } }
      : { kind: 'container', name: item.name, native: slots[item.place].slot === ContainerSlot.NATIVE_SIDECAR }),
    app: app.order.map(c => c.name),
    containers: intent.containers.map(c => ({ ...containerDecision(c, slots[c.place], withoutStartupProbe), moved: moved[c.place] })),
    edges: [...edgeDecisions(chosen, waiting, intent), ...externalEdgeDecisions(chosenOutside, waits), ...meshed.edges],
    mesh: meshed.mesh,
    hooks,
    probes,
    guards: guardsOf(guarded),
    gates,
    triggers,
    agent,
    usesState: markers.guarded.length + markers.forGates.length + gates.length + stopping.preStops.length > 0,
    defaultContainer: defaultContainer(app.order),
    restarts: restarting.restarts,
    stops: stopping.stops,
    preStops: stopping.preStops,
    probeGraces: probeGracesOf(stopping, triggers, withoutStartupProbe),
    stopSeconds: stopping.stopSeconds,
    withoutStartupProbe,
    serviceAccount: intent.serviceAccount,
    hasVolumes: intent.hasVolumes,
  };
  return { plan: withWarnings(plan, () => warningsOf(plan, intent, hooksByList.flatMap(h => h.heldBack))), problems: [] };
}

/** A synth writes no warnings: they are found when a report reads them. */
function withWarnings(plan: Omit<PodPlan, 'warnings'>, find: () => string[]): PodPlan {
  let found: string[] | undefined;
  return {
    ...plan,
    get warnings() { return found ??= find(); },
  };
}

function containerDecision(
  { name, role, alreadyNative, expectedReadySeconds, startup, postStart }: ContainerIntent,
  { slot, reason }: SlotDecision, withoutStartupProbe: readonly string[],
): ContainerDecision {
  const holds = slot === ContainerSlot.NATIVE_SIDECAR && startup && !withoutStartupProbe.includes(name);
  const startupProbeSeconds = holds ? startup.periodSeconds : undefined;
  return { name, role, slot, reason, expectedReadySeconds, startupProbeSeconds, alreadyNative, hasHook: postStart !== undefined };
}

function cycleProblems(containers: readonly ContainerIntent[], edges: readonly Edge[]): Problem[] {
  const dependencies = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) { dependencies[dependent.place].push(dependency.place); }
  return shortestCycles(containers.map(c => c.name), dependencies).map(cycle => problem('SO201', { cycle }));
}

/** One hook for each container that carries one, in start order; and by the place of each dependency that a hook proves, that hook. */
function hookDecisions(
  hooked: readonly HookedContainer[], forGuards: readonly MarkingHook[], locking: ReadonlySet<ContainerIntent>, inGates: ReadonlySet<ContainerIntent>,
  intent: PodIntent,
) {
  const guardOf: (MarkingHook | undefined)[] = [];
  for (const guard of forGuards) { guardOf[guard.carrier.place] = guard; }
  const proving = new Set(hooked.map(h => h.carrier));
  const others = new Set([...forGuards.map(g => g.carrier), ...locking].filter(carrier => !proving.has(carrier)));
  const all = [...hooked, ...[...others].map(carrier => ({ carrier, toProve: [] }))];
  const hookFor: HookDecision[] = [];
  const hooks = all.map(h => {
    const hook = hookOn(h, { marks: guardOf[h.carrier.place], locks: locking.has(h.carrier), inGates }, intent);
    for (const [{ dependency }] of h.toProve) { hookFor[dependency.place] = hook; }
    return hook;
  });
  return { hooks, hookFor };
}

/** Each hook removes the marks of an earlier sandbox that would open guards before the hook of the dependency removes them. */
function forgettingHooks(
  hooks: readonly HookDecision[], guarded: readonly (Guarded | undefined)[], started: readonly ContainerIntent[],
): HookDecision[] {
  const place = new Map(started.map((c, i) => [c.name, i]));
  const dependencies = guarded.flatMap(g => g?.dependency.name ?? []);
  return hooks.map(hook => !hook.usesAgent ? hook : { ...hook, forgets: dependencies.filter(name => place.get(name)! > place.get(hook.carrier)!) });
}

/** kubectl takes the first of `containers`, so the first as declared stays its choice. `undefined`: that is the first in start order as well. */
function defaultContainer(order: readonly ContainerIntent[]): string | undefined {
  const [declared = order[0]] = order.filter(c => !c.inInitContainers).sort((a, b) => a.place - b.place);
  return declared === order[0] ? undefined : declared.name;
}

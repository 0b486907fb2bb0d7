import { chooseAll, ChosenEdge } from './choose';
import { shortestCycles } from './cycles';
import { edgeDecisions, externalEdgeDecisions } from './edge-decisions';
import { hooksForGates } from './gate-hooks';
import { Gated, gatedOf, gatesOf } from './gates';
import { guardHooks, MarkingHook } from './guard-hooks';
import { guardsOf, markedOf, Markers, waitingInGates } from './guarded';
import { helpingOf } from './helpers';
import { HookedContainer, hookOn, hookProblems } from './hooks';
import { orderList, Proofs } from './list';
import { meshedOf } from './mesh';
import { probesOf } from './probes';
import { Edge, resolve } from './resolve';
import { restartsOf } from './restarts';
import { sidecarWaitsOf } from './sidecar-waits';
import { SlotDecision, slotOf, slotProblems } from './slots';
import { probeGracesOf, stopsOf } from './stops';
import { triggersOf } from './triggers';
import { waitsOf } from './waits';
import { warningsOf } from './warnings';
import { endFile, gateFile, markerFile } from '../agent/contract';
import { Mechanism } from '../model/mechanism';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { ContainerDecision, HookDecision, PodPlan, WaitDecision } from '../model/private/pod-plan';
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

  const waitNames = new Set<string>();
  const waits = waitsOf(chosenOutside.filter(c => c.choice.mechanism === Mechanism.INIT_CONTAINER).map(c => c.edge), waitNames, intent);
  const proofs = proofsOf(chosen);
  const inGates = waitingInGates(chosen, chosenOutside, intent);
  const markers = markedOf(chosen, inGates, intent);
  const { guarded } = markers;
  const slots = intent.containers.map(c => slotOf(c, intent));
  const isInit = ({ place }: ContainerIntent) => slots[place].slot !== ContainerSlot.CONTAINER;
  const initContainers = intent.containers.filter(isInit);
  const sidecarWaits = sidecarWaitsOf(initContainers, chosen, waitNames);
  const init = orderList(initContainers, [...waits, ...sidecarWaits], chosen, proofs, intent);
  const app = orderList(intent.containers.filter(c => !isInit(c)), [], chosen, proofs, intent);
  const hooked = [...init.hooked, ...app.hooked];
  const unmergeable = [
    ...hooked.flatMap(h => hookProblems(h.carrier)),
    ...intent.containers.filter(c => waitNames.has(c.name)).map(({ name }) => problem('SO502', { what: 'container', name })),
  ];
  if (unmergeable.length > 0) { return { problems: unmergeable }; }

  const started = [...init.order, ...app.order].filter(item => 'place' in item);
  const stopping = stopsOf(edges, started, intent);
  const helping = helpingOf(intent);
  const restarting = restartsOf(edges, intent);
  const meshed = meshedOf(intent);
  const later = [...stopping.problems, ...helping.problems, ...restarting.problems, ...meshed.problems];
  if (later.length > 0) { return { problems: later }; }

  const gated = gatedOf(chosen, chosenOutside, stopping.lockingGates, helping, intent);
  const marking = intent.agentSource === 'ownShell' ? [] : gated;
  const lastInit = init.order[init.order.length - 1];
  const forGuards = guardHooks(guarded, { app: app.order, lastBefore: lastInit && 'place' in lastInit ? lastInit : undefined }, edges);
  const { hooks, hookFor } = hooksOf(hooked, hooksForGates(markers.forGates, forGuards), stopping.lockingHooks, inGates, intent);
  const triggers = triggersOf(guarded, marking, stopping.restartSeconds, intent);
  const probes = probesOf(chosen, intent);
  const waiting = { hookFor, probes, sidecarWaits: sidecarWaits.map(w => w.decision), guarded };
  const withoutStartupProbe = intent.containers
    .filter(c => c.startup?.automatic && (isInit(c) || guarded[c.place] || gated[c.place]?.awaited.length)).map(c => c.name);
  const plan: Omit<PodPlan, 'warnings'> = {
    init: init.order.map(item => 'decision' in item ? { kind: 'wait', wait: item.decision }
      : { kind: 'container', name: item.name, native: slots[item.place].slot === ContainerSlot.NATIVE_SIDECAR }),
    app: app.order.map(c => c.name),
    containers: intent.containers.map(c => containerDecision(c, slots[c.place], withoutStartupProbe)),
    edges: [...edgeDecisions(chosen, waiting, intent), ...externalEdgeDecisions(chosenOutside, waits), ...meshed.edges],
    mesh: meshed.mesh,
    hooks,
    probes,
    guards: guardsOf(guarded),
    gates: gatesOf(gated, intent),
    triggers,
    markers: markersOf(markers, marking),
    agentVolume: agentVolume(intent, {
      used: guarded.length + marking.length + stopping.preStops.length > 0 || hooks.some(h => h.agent),
      waits: [...waits, ...sidecarWaits].map(w => w.decision),
    }),
    defaultContainer: defaultContainer(app.order, edges),
    restarts: restarting.restarts,
    stops: stopping.stops,
    preStops: stopping.preStops,
    probeGraces: probeGracesOf(stopping, triggers, withoutStartupProbe),
    stopSeconds: stopping.stopSeconds,
    withoutStartupProbe,
    serviceAccount: intent.serviceAccount,
    hasVolumes: intent.hasVolumes,
  };
  return { plan: { ...plan, warnings: warningsOf(plan, intent, new Map([...init.heldBack, ...app.heldBack])) }, problems: [] };
}

function containerDecision(
  { name, role, alreadyNative, expectedReadySeconds, startup, postStart }: ContainerIntent, { slot, reason }: SlotDecision, withoutStartupProbe: readonly string[],
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

function proofsOf(chosen: readonly ChosenEdge<Edge>[]): Proofs {
  const byHook: Edge[][] = [];
  const byGuard: Edge[][] = [];
  for (const { edge, choice: { mechanism } } of chosen) {
    const proofs = mechanism === Mechanism.POST_START ? byHook : mechanism === Mechanism.GUARDED_HOOK ? byGuard : undefined;
    if (proofs) { (proofs[edge.dependency.place] ??= []).push(edge); }
  }
  return { byHook, byGuard };
}

/** One hook for each container that carries one, in start order; and by the place of each dependency that a hook proves, that hook. */
function hooksOf(
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

function markersOf({ guarded, forGates }: Markers, gated: readonly (Gated | undefined)[]): string[] {
  return [...new Set([
    ...[...guarded, ...forGates].flatMap(m => m ? [markerFile(m.dependency.name)] : []),
    ...gated.flatMap(g => g?.awaited.length ? [gateFile(g.container.name)] : []),
    ...gated.flatMap(g => g?.marksEnd ? [endFile(g.container.name)] : []),
  ])];
}

/** `used`: by something else than waits. */
function agentVolume(
  { agentSource }: PodIntent, { used, waits }: { used: boolean; waits: readonly WaitDecision[] },
): PodPlan['agentVolume'] {
  if (agentSource === 'ownShell') { return undefined; }
  return used || needAgentVolume(waits, agentSource) ? agentSource : undefined;
}

/** In the agent's own image a wait has all it needs; where the agent is installed, that keeps the script from standing there twice. */
function needAgentVolume(waits: readonly WaitDecision[], source: PodPlan['agentVolume']): boolean {
  return waits.some(w => w.image !== undefined || w.tool) || (source === 'installed' && waits.length > 1);
}

/** `undefined`: the first is what kubectl takes anyway. */
function defaultContainer(order: readonly ContainerIntent[], edges: readonly Edge[]): string | undefined {
  const needed: boolean[] = [];
  for (const { dependency } of edges) { needed[dependency.place] = true; }
  const found = order.find(c => !needed[c.place]);
  return found === order[0] ? undefined : found?.name;
}

import { chooseMechanisms } from './choose-mechanism';
import { findSlotProblems } from './container-slots';
import { planContainers } from './containers';
import { Edge } from './edge';
import { planEdges } from './edge-plans';
import { planGates } from './gates';
import { planHooks } from './hooks';
import { planInitContainers } from './init-containers';
import { planJobSidecars } from './job-sidecars';
import { orderLists } from './list-order';
import { planMarkerProbes } from './marker-probes';
import { findMarkers } from './markers';
import { planMesh } from './mesh';
import { planAnnotations, planPodFields, planVolumes } from './pod-fields';
import { placeProofs } from './proofs';
import { resolveEdges } from './resolve-edges';
import { planRestarts } from './restart-all';
import { planShutdown } from './shutdown';
import { planReadyProbes } from './sidecar-probes';
import { draftWaits } from './wait-drafts';
import { findWarnings } from './warnings';
import { Problem, problem } from '../api/private/problem';
import { findShortestCycles } from '../pod/cycles';
import { PodIntent } from '../pod/intent';
import { PodPlan } from '../pod/pod-plan';

export interface PlanResult {
  /** `undefined`: there are problems. */
  readonly plan?: PodPlan;
  readonly problems: readonly Problem[];
}

/** Decides everything about the start order of one pod, or finds all problems of a stage. Does not change the intent. */
export function planPod(intent: PodIntent): PlanResult {
  const { edges, externals, problems: unresolved } = resolveEdges(intent);
  const impossible = [...unresolved, ...findCycles(edges, intent), ...findSlotProblems(intent, edges)];
  if (impossible.length > 0) { return { problems: impossible }; }

  const { choices, problems: refused } = chooseMechanisms(edges, externals, intent);
  if (refused.length > 0) { return { problems: refused }; }

  const order = orderLists(edges, intent);
  const waits = draftWaits(choices, order, intent);
  const proofs = placeProofs(choices, order, intent);
  const unmergeable = [...proofs.problems, ...waits.problems];
  if (unmergeable.length > 0) { return { problems: unmergeable }; }

  const shutdown = planShutdown(edges, order.all, intent);
  const jobs = planJobSidecars(intent);
  const restarts = planRestarts(edges, intent);
  const mesh = planMesh(intent);
  const unsupported = [...shutdown.problems, ...jobs.problems, ...restarts.problems, ...mesh.problems];
  if (unsupported.length > 0) { return { problems: unsupported }; }

  const markers = findMarkers(choices, intent);
  const gates = planGates(choices, shutdown.lockingGates, jobs, intent);
  const { hooks, hookFor } = planHooks({ proofs, markers, lockingHooks: shutdown.lockingHooks, order, waits, edges }, intent);
  const readyProbes = planReadyProbes(choices);
  const markerProbes = planMarkerProbes(markers, gates, shutdown.restartSeconds, intent);
  const containers = planContainers({ gates, markers, hooks, readyProbes, markerProbes, shutdown, restarts }, order, edges, intent);
  const { agent, initContainers, problems: undeliverable } = planInitContainers(waits, markers, containers, intent);
  if (undeliverable.length > 0) { return { problems: undeliverable }; }

  const plan = {
    initContainers,
    containers: order.app.map(c => containers[c.place]),
    volumes: planVolumes(containers, initContainers, agent),
    annotations: planAnnotations(order.app, intent),
    podFields: planPodFields(intent),
    edges: [...planEdges(choices, { hookFor, readyProbes, waits, markers }, intent), ...mesh.edges],
    stops: shutdown.stops,
    stopSeconds: shutdown.stopSeconds,
    mesh: mesh.mesh,
    agent,
    hasVolumes: intent.hasVolumes,
  };
  return { plan: withWarnings(plan, () => findWarnings(plan, intent, proofs.heldBack)), problems: [] };
}

/** Finds the warnings when a report reads them: a synth needs none. */
function withWarnings(plan: Omit<PodPlan, 'warnings'>, find: () => string[]): PodPlan {
  let found: string[] | undefined;
  return {
    ...plan,
    get warnings() { return found ??= find(); },
  };
}

function findCycles(edges: readonly Edge[], { containers }: PodIntent): Problem[] {
  const dependencies = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) { dependencies[dependent.place].push(dependency.place); }
  return findShortestCycles(containers.map(c => c.name), dependencies).map(cycle => problem('SO201', { cycle }));
}

import { planContainers } from './containers';
import { planEdges } from './edges';
import { Edge } from './graph/edge';
import { inferRoles } from './graph/infer-roles';
import { resolveEdges } from './graph/resolve-edges';
import { planHooks } from './hooks';
import { planInitContainers } from './init-containers';
import { planJobSidecars } from './job-sidecars';
import { chooseMechanisms } from './mechanisms/choose-mechanism';
import { PodIntent } from '../pod/intent';
import { PodPlan } from '../pod/pod-plan';
import { findMarkers } from './mechanisms/guarded-hook/markers';
import { findBypassedHooks } from './mechanisms/post-start/bypassed-hooks';
import { placeHookWaits } from './mechanisms/post-start/place-hook-waits';
import { planReadyProbes } from './mechanisms/sidecar-probe/plan';
import { planMesh } from './mesh';
import { planPodFields } from './pod-fields';
import { problem } from './problems';
import { planRestarts } from './restart-all';
import { findShortestCycles } from '../pod/cycles';
import { planGates } from './mechanisms/entrypoint-gate/plan';
import { findSlotProblems } from './schedule/container-slots';
import { orderLists } from './schedule/list-order';
import { planShutdown } from './shutdown';
import { draftWaits } from './wait-drafts';
import { findNotes, findWarnings } from './warnings';
import { Problem } from '../api/private/problem';

export interface PlanResult {
  /** `undefined`: there are problems. */
  readonly plan?: PodPlan;
  readonly problems: readonly Problem[];
}

/**
 * Decides everything about the start order of one pod, or finds all problems of a stage. Does not change the intent.
 */
export function planPod(declared: PodIntent): PlanResult {
  const resolved = resolveEdges(declared);
  const intent = inferRoles(resolved, declared);
  const { edges, externals, problems: unresolved } = intent === declared ? resolved : resolveEdges(intent);
  const impossible = [...unresolved, ...findCycles(edges, intent), ...findSlotProblems(intent, edges)];
  if (impossible.length > 0) {
    return { problems: impossible };
  }

  const { choices, problems: refused } = chooseMechanisms(edges, externals, intent);
  if (refused.length > 0) {
    return { problems: refused };
  }
  const bypassed = findBypassedHooks(choices, intent);
  if (bypassed.length > 0) {
    return { problems: bypassed };
  }

  const order = orderLists(edges, intent);
  const waits = draftWaits(choices, order, intent);
  const hookWaits = placeHookWaits(choices, order, intent);
  const unmergeable = [...hookWaits.problems, ...waits.problems];
  if (unmergeable.length > 0) {
    return { problems: unmergeable };
  }

  const shutdown = planShutdown(edges, order.all, intent);
  const jobs = planJobSidecars(intent);
  const restarts = planRestarts(edges, intent);
  const mesh = planMesh(intent);
  const unsupported = [...shutdown.problems, ...jobs.problems, ...restarts.problems, ...mesh.problems];
  if (unsupported.length > 0) {
    return { problems: unsupported };
  }

  const gates = planGates(choices, shutdown.lockingGates, jobs, intent);
  const markers = findMarkers(choices, intent);
  const { hooks, hookFor } = planHooks(hookWaits, markers, shutdown.lockingHooks, order, waits, edges, intent);
  const readyProbes = planReadyProbes(choices);
  const containers = planContainers({ gates, markers, hooks, readyProbes, shutdown, restarts }, order, choices, intent);
  const { agent, initContainers, problems: undeliverable } = planInitContainers(waits, markers, containers, intent);
  if (undeliverable.length > 0) {
    return { problems: undeliverable };
  }
  const plan = {
    initContainers,
    containers: order.app.map(c => containers[c.place]),
    ...planPodFields(order, containers, initContainers, agent, intent),
    edges: [...planEdges(choices, { hookFor, readyProbes, waits, markers }, shutdown, intent), ...mesh.edges],
    stopSeconds: shutdown.stopSeconds,
    mesh: mesh.mesh,
    agent,
    hasVolumes: intent.hasVolumes,
  };
  return {
    plan: withFindings(
      plan,
      () => findWarnings(plan, intent, hookWaits.heldBack),
      () => findNotes(plan, intent),
    ),
    problems: [],
  };
}

/** Finds warnings and notes when a report reads them: a synth needs none. */
function withFindings(
  plan: Omit<PodPlan, 'warnings' | 'notes'>,
  findWarningsOnce: () => string[],
  findNotesOnce: () => string[],
): PodPlan {
  let warnings: string[] | undefined;
  let notes: string[] | undefined;
  return {
    ...plan,
    get warnings() {
      return (warnings ??= findWarningsOnce());
    },
    get notes() {
      return (notes ??= findNotesOnce());
    },
  };
}

function findCycles(edges: readonly Edge[], { containers }: PodIntent): Problem[] {
  const dependencies = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) {
    dependencies[dependent.place].push(dependency.place);
  }
  return findShortestCycles(
    containers.map(c => c.name),
    dependencies,
  ).map(cycle => problem('SO201', { cycle }));
}

import { planAgent } from './agent';
import { Finding } from './conflict';
import { planContainers } from './containers';
import { planEdges } from './edges';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { ContainerPlan, PodPlan } from '../pod/pod-plan';
import { inferRoles } from './graph/infer-roles';
import { resolveEdges } from './graph/resolve-edges';
import { planJobSidecars } from './job-sidecars';
import { findChoiceProblems } from './mechanisms/choice-conflicts';
import { chooseMechanisms } from './mechanisms/choose-mechanism';
import { planGates } from './mechanisms/entrypoint-gate/plan';
import { placeMarkerHooks } from './mechanisms/guarded-hook/hook-placement';
import { findMarkers } from './mechanisms/guarded-hook/markers';
import { planWaits } from './mechanisms/init-container/plan';
import { findLockObstacle } from './mechanisms/mechanism';
import { placeHookWaits, planHooks } from './mechanisms/post-start/plan';
import { planReadyProbes } from './mechanisms/sidecar-probe';
import { planMesh } from './mesh';
import { planPodFields } from './pod-fields';
import { findSlotInManifest, findSlotProblems } from './schedule/container-slots';
import { orderLists } from './schedule/list-order';
import { planShutdown } from './shutdown';
import { planVolumes } from './volumes';

export type PlanResult =
  | { readonly plan: PodPlan; readonly problems: readonly [] }
  /** `intent`: with the roles of the planner. */
  | { readonly plan?: undefined; readonly problems: readonly Finding[]; readonly intent: PodIntent };

/**
 * Decides everything about the start order of one pod, or finds all problems of a stage. Does not change the intent.
 */
export function planPod(declared: PodIntent): PlanResult {
  const resolved = resolveEdges(declared);
  const intent = inferRoles(resolved, declared);
  const {
    edges: resolvedEdges,
    externals,
    problems: unresolved,
  } = intent === declared ? resolved : resolveEdges(intent);
  const impossible = [...unresolved, ...findSlotProblems(intent, resolvedEdges)];
  if (impossible.length > 0) {
    return { problems: impossible, intent };
  }

  const choices = chooseMechanisms(resolvedEdges, externals, intent);
  const refused = findChoiceProblems(choices);
  if (refused.length > 0) {
    return { problems: refused, intent };
  }
  const { edges } = choices;
  const order = orderLists(edges, intent);
  const lockObstacle = findLockObstacle(intent);
  const shutdown = planShutdown(edges, order.all, lockObstacle, intent);
  const jobs = planJobSidecars(intent, lockObstacle);
  const gates = planGates(choices, shutdown.lockingGates, jobs, intent);
  const markers = findMarkers(choices, gates);
  const guarded = markers.filter(m => m.guards.length > 0);
  const forgets = guarded.map(m => m.dependency.name);
  const entries = planWaits(choices, order.init, forgets, intent);
  const hookWaits = placeHookWaits(choices, order);
  if (hookWaits.problems.length > 0) {
    return { problems: hookWaits.problems, intent };
  }

  const mesh = planMesh(intent);
  const unsupported = shutdown.problems.concat(jobs.problems, mesh.problems);
  if (unsupported.length > 0) {
    return { problems: unsupported, intent };
  }

  const marking = placeMarkerHooks(markers, order.app, entries, edges);
  const hooks = planHooks(hookWaits, marking, shutdown.lockingHooks, guarded, gates, order, intent);
  const readyProbes = planReadyProbes(choices);
  const containers = planContainers({ gates, guarded, hooks, readyProbes, shutdown }, order, edges);
  const planned = intent.containers.map(c => containers.get(c)!);
  const { agent, problems: undeliverable } = planAgent(
    planned,
    entries.filter(e => 'kind' in e),
    intent,
  );
  if (undeliverable.length > 0) {
    return { problems: undeliverable, intent };
  }
  const volumes = planVolumes(containers, entries, order.app, forgets, agent, intent);
  const plan = {
    ...volumes,
    ...planPodFields(order, volumes, agent, intent),
    edges: planEdges(choices, shutdown.mechanisms, intent).concat(mesh.edges),
    stopSeconds: shutdown.stopSeconds,
    agent,
    hasVolumes: intent.hasVolumes,
    intent,
  };
  return { plan, problems: [] };
}

/** Returns the plan of a pod without declarations, which changes nothing. */
export function planUnorderedPod({ containers, hasVolumes }: PodIntent): PodPlan {
  const kept = (inInitContainers: boolean) =>
    containers.filter(c => c.inInitContainers === inInitContainers).map(keepContainer);
  return {
    initContainers: kept(true),
    containers: kept(false),
    volumes: [],
    annotations: [],
    podFields: [],
    edges: [],
    hasVolumes,
  };
}

function keepContainer(container: ContainerIntent): ContainerPlan {
  return {
    kind: 'container',
    name: container.name,
    container,
    slot: findSlotInManifest(container),
    guards: [],
    probeChanges: [],
    probesWithoutLimit: [],
    mounts: [],
  };
}

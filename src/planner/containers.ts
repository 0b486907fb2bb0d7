import { planMounts } from './agent';
import { Edge, findCheck } from './graph/edge';
import { changeProbe } from './mechanisms/entrypoint-gate/plan';
import { groupGuards, Marker, planGuard } from './mechanisms/guarded-hook/markers';
import { planMarkerReadinessProbe, planMarkerStartupProbe } from './mechanisms/guarded-hook/probes';
import { Restarts } from './restarts';
import { StartOrder, explainMoves } from './schedule/list-order';
import { Shutdown } from './shutdown';
import { ContainerRole } from '../api/container-role';
import { ContainerSlot } from '../api/private/container-slot';
import { quoteNames } from '../api/private/quote-names';
import { ContainerIntent, PodIntent } from '../pod/intent';
import {
  ContainerPlan,
  GatePlan,
  Injection,
  PostStartPlan,
  ProbeChange,
  ReadyProbePlan,
  RemovedProbe,
  StartupProbePlan,
} from '../pod/pod-plan';

/** The parts of the plan, by container. */
interface Parts {
  readonly gates: ReadonlyMap<ContainerIntent, GatePlan>;
  readonly markers: readonly Marker[];
  readonly hooks: ReadonlyMap<ContainerIntent, PostStartPlan>;
  readonly readyProbes: ReadonlyMap<ContainerIntent, ReadyProbePlan>;
  readonly shutdown: Shutdown;
  readonly restarts: Restarts;
}

const REMOVED: RemovedProbe = {
  kind: 'removed',
  field: 'startupProbe',
  reason: 'removed: cdk8s-plus adds it, and it would delay the start',
};
const IMAGE_ARGS_PLAN: Injection = {
  field: 'args',
  reason: 'the `cmd` of the image, which Kubernetes ignores because the manifest contains a `command`',
};
const RESTART_RULE_PLAN: Injection = {
  field: 'restartPolicyRules',
  reason: 'its end restarts all containers of the pod',
};

/** Joins the parts of each container. */
export function planContainers(
  { gates, markers, hooks, readyProbes, shutdown, restarts }: Parts,
  order: StartOrder,
  edges: readonly Edge[],
  intent: PodIntent,
): Map<ContainerIntent, ContainerPlan> {
  const guards = groupGuards(markers);
  const guarded = new Map(markers.filter(m => m.guards.length > 0).map(m => [m.dependency, m]));
  const moves = explainMoves(order, edges);
  const delays = findDelays(edges);
  const plans = new Map<ContainerIntent, ContainerPlan>();
  for (const container of intent.containers) {
    const { name, role, slot, startup } = container;
    const gate = gates.get(container);
    const marker = guarded.get(container);
    // A readiness probe that checks before it marks keeps the pod unready as well, and sooner.
    const isInTheWay = startup?.automatic && (slot !== ContainerSlot.CONTAINER || marker?.marks.some(m => m.check));
    const restartSeconds = shutdown.restartSeconds.get(container);
    const startupProbe =
      planMarkerStartupProbe(container, marker, gate, restartSeconds) ??
      readyProbes.get(container) ??
      (isInTheWay ? REMOVED : undefined);
    const readinessProbe = planMarkerReadinessProbe(marker);
    const parts = {
      kind: 'container' as const,
      name,
      role,
      slot,
      reason: explainSlot(container),
      moved: moves.get(container),
      expectedReadySeconds: container.expectedReadySeconds,
      delaySeconds: delays.get(container),
      startupProbeSeconds:
        slot === ContainerSlot.NATIVE_SIDECAR && !startup?.automatic ? startup?.periodSeconds : undefined,
      alreadyNative: container.alreadyNative,
      hasHook: container.postStart !== undefined,
      gate,
      imageArgs: gate?.imageCommand?.args ? IMAGE_ARGS_PLAN : undefined,
      guards: (guards.get(container) ?? []).map(planGuard),
      postStart: hooks.get(container),
      readinessProbe,
      startupProbe,
      preStop: shutdown.preStops.get(container),
      probeChanges: [...(gate?.probeChanges ?? []), ...planProbeGraces(container, restartSeconds, startupProbe)],
      restartsAll: restarts.restarting.has(container) ? RESTART_RULE_PLAN : undefined,
      mounts: [],
    };
    plans.set(container, Object.assign(parts, { mounts: planMounts(parts, intent.delivery) }));
  }
  return plans;
}

/** Returns the reason why a container is in another list than in the manifest; `undefined`: it is in the same list. */
export function explainSlot(container: ContainerIntent): string | undefined {
  const { role, slot, alreadyNative, inInitContainers, inferredFor, restartPolicy } = container;
  if (inferredFor) {
    return describeInference(inferredFor);
  }
  if (slot !== ContainerSlot.CONTAINER) {
    if (inInitContainers) {
      return undefined;
    }
    const without = role === ContainerRole.INIT && restartPolicy === 'Always' ? ' without its `restartPolicy`' : '';
    return `moved from \`containers\`${without}, as its role asks`;
  }
  if (role === ContainerRole.APP) {
    return inInitContainers ? 'moved from `initContainers`, as its role asks' : undefined;
  }
  return alreadyNative
    ? 'moved from `initContainers` without its `restartPolicy`, since not all nodes support native sidecars'
    : undefined;
}

function describeInference(dependents: readonly string[]): string {
  const need = dependents.length === 1 ? 'needs' : 'need';
  return `moved from \`containers\`, since ${quoteNames(dependents)} ${need} it (\`role: APP\` keeps it there)`;
}

/**
 * Limits the time of a restart because of a probe: the preStop hook would wait for dependents that do not stop. A grace
 * period of the user stays. `startupProbe`: the startup probe that the plan writes or removes.
 */
function planProbeGraces(
  container: ContainerIntent,
  seconds: number | undefined,
  startupProbe: StartupProbePlan | undefined,
): ProbeChange[] {
  if (seconds === undefined) {
    return [];
  }
  const { liveness, startup } = container;
  const reason = 'a restart because of this probe does not wait for dependents that keep running';
  return [
    ...(liveness && liveness.graceSeconds === undefined ? ['livenessProbe' as const] : []),
    ...(startup && startup.graceSeconds === undefined && !startupProbe ? ['startupProbe' as const] : []),
  ].map(probe => ({ ...changeProbe(probe, 'terminationGracePeriodSeconds', seconds), reason }));
}

/** Returns the ready check of each container that is a delay and that a dependent waits for. */
function findDelays(edges: readonly Edge[]): Map<ContainerIntent, number> {
  const delays = new Map<ContainerIntent, number>();
  for (const edge of edges) {
    const check = findCheck(edge);
    if (check?.kind === 'delay') {
      delays.set(edge.dependency, check.seconds);
    }
  }
  return delays;
}

import { Edge, findCheck } from './graph/edge';
import { groupGuards, Marker, planGuard } from './mechanisms/guarded-hook/markers';
import { planProbes } from './probes';
import { explainSlot } from './schedule/container-slots';
import { StartOrder } from './schedule/list-order';
import { Shutdown } from './shutdown';
import { leaves, sumDelays } from '../api/private/check';
import { ContainerSlot } from '../api/private/enums';
import { ContainerIntent } from '../pod/intent';
import { ContainerPlan, GatePlan, Injection, PostStartPlan, CheckProbePlan } from '../pod/pod-plan';

/** The parts of the plan, by container. */
interface Parts {
  readonly gates: ReadonlyMap<ContainerIntent, GatePlan>;
  readonly guarded: readonly Marker[];
  readonly hooks: ReadonlyMap<ContainerIntent, PostStartPlan>;
  readonly readyProbes: ReadonlyMap<ContainerIntent, CheckProbePlan>;
  readonly shutdown: Shutdown;
}

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
  { gates, guarded, hooks, readyProbes, shutdown }: Parts,
  { all, moved }: StartOrder,
  edges: readonly Edge[],
): Map<ContainerIntent, ContainerPlan> {
  const guards = groupGuards(guarded);
  const markers = new Map(guarded.map(m => [m.dependency, m]));
  const delays = findDelays(edges);
  const restarting = new Set(edges.filter(e => e.declared.restartAllContainers).map(e => e.dependency));
  const plans = new Map<ContainerIntent, ContainerPlan>();
  for (const container of all) {
    const { name, role, slot, startup } = container;
    const gate = gates.get(container);
    const { startupProbe, readinessProbe, probeChanges, probesWithoutLimit } = planProbes(container, {
      gate,
      marker: markers.get(container),
      readyProbe: readyProbes.get(container),
      restartSeconds: shutdown.restartSeconds.get(container),
    });
    plans.set(container, {
      kind: 'container',
      name,
      role,
      slot,
      reason: explainSlot(container),
      moved: moved.get(container),
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
      probeChanges,
      probesWithoutLimit,
      restartsAll: restarting.has(container) ? RESTART_RULE_PLAN : undefined,
      mounts: [],
    });
  }
  return plans;
}

/** Returns the seconds of the delays in the ready check of each container that a dependent waits for. */
function findDelays(edges: readonly Edge[]): Map<ContainerIntent, number> {
  const delays = new Map<ContainerIntent, number>();
  for (const edge of edges) {
    const check = findCheck(edge);
    const seconds = check ? sumDelays(leaves(check)) : 0;
    if (seconds > 0) {
      delays.set(edge.dependency, seconds);
    }
  }
  return delays;
}

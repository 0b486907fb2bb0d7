import { Edge } from './graph/edge';
import { groupGuards, Marker, planGuard } from './mechanisms/guarded-hook/markers';
import { planProbes } from './probes';
import { explainSlot } from './schedule/container-slots';
import { StartOrder } from './schedule/list-order';
import { getStopSeconds, Shutdown } from './shutdown';
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
  const restarting = new Set(edges.filter(e => e.declared.restartAllContainers).map(e => e.dependency));
  const plans = new Map<ContainerIntent, ContainerPlan>();
  for (const container of all) {
    const gate = gates.get(container);
    const preStop = shutdown.preStops.get(container);
    const { startupProbe, readinessProbe, probeChanges, probesWithoutLimit } = planProbes(container, {
      gate,
      marker: markers.get(container),
      readyProbe: readyProbes.get(container),
      // The dependents that its preStop hook waits for do not stop then.
      restartSeconds: preStop && getStopSeconds(container),
    });
    plans.set(container, {
      kind: 'container',
      name: container.name,
      container,
      slot: container.slot,
      reason: explainSlot(container),
      moved: moved.get(container),
      gate,
      imageArgs: gate?.imageCommand?.args ? IMAGE_ARGS_PLAN : undefined,
      guards: (guards.get(container) ?? []).map(planGuard),
      postStart: hooks.get(container),
      readinessProbe,
      startupProbe,
      preStop,
      probeChanges,
      probesWithoutLimit,
      restartsAll: restarting.has(container) ? RESTART_RULE_PLAN : undefined,
      mounts: [],
    });
  }
  return plans;
}

import { Edge, findCheck } from './graph/edge';
import { Hooks } from './hooks';
import { Choices } from './mechanisms/chosen-edge';
import { planGatedProbeChanges } from './mechanisms/entrypoint-gate/probes';
import { Markers, planGuards } from './mechanisms/guarded-hook/markers';
import { planMarkerProbes } from './mechanisms/guarded-hook/probes';
import { planMounts } from './mounts';
import { Restarts } from './restart-all';
import { explainSlot, findSlot } from './schedule/container-slots';
import { StartOrder } from './schedule/list-order';
import { explainMoves } from './schedule/moves';
import { planProbeGraces, Shutdown } from './shutdown';
import { ContainerSlot } from '../api/private/container-slot';
import { PodIntent } from '../pod/intent';
import { ContainerPlan, GatePlan, Injection, ReadyProbePlan, RemovedProbe } from '../pod/pod-plan';

/** The parts of the plan, by container index. */
interface Parts {
  readonly gates: readonly (GatePlan | undefined)[];
  readonly markers: Markers;
  readonly hooks: Hooks['hooks'];
  readonly readyProbes: readonly (ReadyProbePlan | undefined)[];
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

/** Joins the parts of each container, by container index. */
export function planContainers(
  { gates, markers, hooks, readyProbes, shutdown, restarts }: Parts,
  order: StartOrder,
  choices: Choices,
  intent: PodIntent,
): ContainerPlan[] {
  const edges = choices.edges.map(c => c.edge);
  const guards = planGuards(markers.guarded);
  const markerProbes = planMarkerProbes(markers, gates, shutdown.restartSeconds, intent);
  const moves = explainMoves(order, edges);
  const delays = findDelays(edges);
  return intent.containers.map((container): ContainerPlan => {
    const { name, place, role, startup } = container;
    const slot = findSlot(container, intent);
    const gate = gates[place];
    // A readiness probe that checks before it marks keeps the pod unready as well, and sooner.
    const isInTheWay =
      startup?.automatic && (slot !== ContainerSlot.CONTAINER || markers.guarded[place]?.marks.some(m => m.check));
    const startupProbe = markerProbes[place]?.startupProbe ?? readyProbes[place] ?? (isInTheWay ? REMOVED : undefined);
    const plan = {
      kind: 'container' as const,
      name,
      role,
      slot,
      reason: explainSlot(container, intent),
      moved: moves[place],
      expectedReadySeconds: container.expectedReadySeconds,
      delaySeconds: delays[place],
      startupProbeSeconds:
        slot === ContainerSlot.NATIVE_SIDECAR && !startup?.automatic ? startup?.periodSeconds : undefined,
      alreadyNative: container.alreadyNative,
      hasHook: container.postStart !== undefined,
      gate,
      imageArgs: gate?.imageCommand?.args ? IMAGE_ARGS_PLAN : undefined,
      guards: guards[place] ?? [],
      postStart: hooks[place],
      readinessProbe: markerProbes[place]?.readinessProbe,
      startupProbe,
      preStop: shutdown.preStops[place],
      probeChanges: [
        ...planGatedProbeChanges(container, gate?.awaited ?? []),
        ...planProbeGraces(shutdown, container, startupProbe),
      ],
      restartsAll: restarts.restarting.has(container) ? RESTART_RULE_PLAN : undefined,
    };
    return { ...plan, mounts: planMounts(plan, intent.delivery) };
  });
}

/** Returns the ready check of each container that is a delay and that a dependent waits for, by container index. */
function findDelays(edges: readonly Edge[]): (number | undefined)[] {
  const delays: number[] = [];
  for (const edge of edges) {
    const check = findCheck(edge);
    if (check?.kind === 'delay') {
      delays[edge.dependency.place] = check.seconds;
    }
  }
  return delays;
}

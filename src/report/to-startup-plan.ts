import { Duration } from 'cdk8s';
import { injectionsOf } from './injections';
import { AGENT_INSTALLER } from '../agent/contract';
import { ContainerRole } from '../api/container-role';
import { Mechanism } from '../api/mechanism';
import { InApp } from '../api/private/declaration';
import { AgentDelivery } from '../api/startup-order-options';
import { ContainerSlot, PlannedContainer, PlannedHook, StartupPlan } from '../api/startup-plan';
import { StopGuarantee } from '../api/stop-mechanism';
import { describeCheck } from '../pod/checks';
import { POD_IP } from '../pod/checks/hosts';
import { CheckSource } from '../pod/intent';
import { ContainerDecision, PodPlan } from '../pod/pod-plan';
import { describeWays } from '../pod/remedy';
import { OrderSettings } from '../pod/settings';

const SOURCES: Readonly<Record<CheckSource, string>> = {
  readyWhen: 'readyWhen',
  startupProbe: 'its startup probe',
  readinessProbe: 'its readiness probe',
  automaticStartupProbe: 'the startup probe that cdk8s-plus adds for portNumber',
};

/** With these a check is made by the kubelet, which asks the pod from outside. */
const BY_KUBELET: readonly Mechanism[] = [Mechanism.POSITION, Mechanism.SIDECAR_PROBE];

/** The plan as users see it: in start order, in words, with durations. `undefined`: the order is switched off. */
export function startupPlanOf(
  path: string, settings: OrderSettings, plan: PodPlan | undefined, workloadsBehind: (inApp: InApp) => string[] = () => [],
): StartupPlan {
  const { version, newerThanKnown } = settings.target;
  const frame = { path, kubernetesVersion: version };
  if (!plan) {
    const { disabledReason } = settings;
    return { ...frame, disabledReason, containers: [], dependencies: [], stops: [], injections: [], hasVolumes: false, warnings: [] };
  }

  const decided = new Map(plan.containers.map(c => [c.name, c]));
  const planned = (name: string): PlannedContainer => plannedContainer(decided.get(name)!, plan, false);
  const own: PlannedContainer[] = [
    ...(plan.agent?.delivery === AgentDelivery.INIT_CONTAINER ? [{
      name: AGENT_INSTALLER,
      role: ContainerRole.INIT,
      slot: ContainerSlot.INIT_CONTAINER,
      reason: 'copies the wait agent for the other containers',
      injected: true,
    }] : []),
    ...plan.init.map(entry => entry.kind === 'container' ? planned(entry.name) : {
      name: entry.wait.name,
      role: ContainerRole.INIT,
      slot: ContainerSlot.INIT_CONTAINER,
      reason: `waits for ${entry.wait.awaited.map(a => `${a.dependency}: ${describeCheck(a.check)}`).join('; ')}`,
      injected: true,
    }),
    ...plan.app.map(planned),
  ];
  const containers = withProxy(own, plan);
  const place = new Map(containers.map((c, i) => [c.name, i]));
  return {
    ...frame,
    containers,
    dependencies: [...plan.edges]
      .sort((a, b) => place.get(a.dependent)! - place.get(b.dependent)! || (a.dependency < b.dependency ? -1 : 1))
      .map(e => ({
        dependent: e.dependent,
        dependency: e.dependency,
        external: e.external,
        workloads: (e.inApp && nonEmpty(workloadsBehind(e.inApp))) || undefined,
        condition: e.condition,
        check: e.check && (BY_KUBELET.includes(e.mechanism) ? describeCheck(e.check, POD_IP) : describeCheck(e.check)),
        checkSource: e.checkSource && SOURCES[e.checkSource],
        mechanism: e.mechanism,
        guarantee: e.guarantee,
        waitsIn: e.waitsIn,
        timeout: e.timeoutSeconds === undefined ? undefined : Duration.seconds(e.timeoutSeconds),
        onTimeout: e.onTimeout,
        expectedReadyIn: e.expectedReadySeconds === undefined ? undefined : Duration.millis(e.expectedReadySeconds * 1000),
        ...(e.external && e.check?.kind === 'delay' ? { _delay: Duration.millis(e.check.seconds * 1000) } : {}),
        reason: e.reason,
        raisedBy: describeWays(e.ways()) || undefined,
      })),
    stops: [...plan.stops]
      .sort((a, b) => place.get(a.dependent)! - place.get(b.dependent)! || (a.dependency < b.dependency ? -1 : 1))
      .map(s => ({ ...s, guarantee: StopGuarantee.WITHIN_GRACE })),
    stopTime: plan.stopSeconds === undefined ? undefined : Duration.seconds(plan.stopSeconds),
    injections: injectionsOf(plan, containers.map(c => c.name)),
    hasVolumes: plan.hasVolumes,
    warnings: [
      ...(newerThanKnown === undefined ? [] : [`Kubernetes ${newerThanKnown} is newer than the newest known version: planned for ${version}`]),
      ...plan.warnings,
    ],
  };
}

function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

function plannedContainer(decision: ContainerDecision, plan: PodPlan, injected: boolean): PlannedContainer {
  const { expectedReadySeconds, startupProbeSeconds, alreadyNative, hasHook, ...decided } = decision;
  const { name, slot } = decided;
  const ofOurs = [...plan.probes, ...plan.triggers.filter(t => t.probe === 'startupProbe')].some(p => p.container === name)
    || plan.edges.some(e => e.mechanism === Mechanism.SIDECAR_PROBE && e.waitsIn === name);
  const delay = Math.max(0, ...plan.edges.flatMap(e => e.dependency === name && e.check?.kind === 'delay' ? [e.check.seconds] : []));
  const period = slot !== ContainerSlot.NATIVE_SIDECAR ? undefined : ofOurs ? 1 : startupProbeSeconds;
  return {
    ...decided,
    injected,
    expectedReadyIn: expectedReadySeconds === undefined ? undefined : Duration.millis(expectedReadySeconds * 1000),
    ...(delay > 0 ? { _delay: Duration.millis(delay * 1000) } : {}),
    postStart: hookOf(name, hasHook ?? false, plan),
    _alreadyNative: alreadyNative,
    startupProbePeriod: period === undefined ? undefined : Duration.seconds(period),
  };
}

/** That of a mesh is in no decision but those about its edges. */
function hookOf(container: string, hasHook: boolean, { hooks, edges, mesh }: PodPlan): PlannedHook | undefined {
  const hook = hooks.find(h => h.carrier === container);
  if (hook) {
    const awaited = hook.waits.flatMap(w => 'check' in w ? [w.dependency] : []);
    const seen = hook.waits.flatMap(w => 'seen' in w ? [w.dependency] : []);
    const timeout = hook.timeoutSeconds === undefined ? undefined : Duration.seconds(hook.timeoutSeconds);
    return { waitsFor: [...new Set(awaited)], looksAt: [...new Set(seen)], timeout, includesYours: hasHook };
  }
  const ofMesh = mesh?.proxy.name === container && edges.some(e => e.mechanism === Mechanism.POST_START && e.waitsIn === container);
  if (ofMesh) { return { waitsFor: [container], looksAt: [], includesYours: false }; }
  return hasHook ? { waitsFor: [], looksAt: [], includesYours: true } : undefined;
}

/** Where the mesh puts its proxy among the containers of the pod. */
function withProxy(containers: PlannedContainer[], plan: PodPlan): PlannedContainer[] {
  const { mesh } = plan;
  if (!mesh) { return containers; }
  const firstApp = containers.findIndex(c => c.slot === ContainerSlot.CONTAINER);
  const [begin, end] = mesh.proxy.slot === ContainerSlot.NATIVE_SIDECAR ? [0, firstApp] : [firstApp, containers.length];
  const at = mesh.place === 'first' ? begin : end;
  return [...containers.slice(0, at), plannedContainer(mesh.proxy, plan, true), ...containers.slice(at)];
}

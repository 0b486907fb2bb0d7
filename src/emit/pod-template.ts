import { agentMount, agentVolumes, stateMount } from './agent-volumes';
import { gatedCommand } from './entrypoint-gate';
import { guardOf } from './env-file-guard';
import { waitContainer } from './init-container';
import { installer } from './injected-container';
import { triggerProbe } from './marker-probe';
import { postStartHook } from './post-start';
import { preStopHook } from './pre-stop';
import { sorted } from './sorted';
import { startupProbe } from './startup-probe';
import { toolVolumes } from './tool-volumes';
import { AGENT_DIR, AGENT_INSTALLER, STATE_DIR } from '../agent/contract';
import { ContainerJson, EnvVarJson, HandlerJson, PodSpecJson, PodTemplateJson, ProbeJson, VolumeJson, VolumeMountJson } from '../api/private/pod-spec';
import { Problem, problem } from '../api/private/problem';
import { AgentDelivery } from '../api/startup-order-options';
import { isUnder } from '../pod/path-contains';
import { GateDecision, HookDecision, KeptProbeDecision, PodPlan, ProbeGraceDecision } from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Renders a plan into a pod template. Decides nothing, changes no argument, and gives the same JSON each time. */
export function emitPodTemplate(template: PodTemplateJson, plan: PodPlan, settings: AgentSettings): PodTemplateJson {
  const spec = emitPodSpec(template.spec, plan, settings);
  return sorted({ ...template, ...withAnnotations(template, plan), spec });
}

/** What is in the pod already and would collide with what is injected. */
export function collisions(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): Problem[] {
  const containers = [...spec.initContainers ?? [], ...spec.containers ?? []];
  const installs = installsAgent(plan);
  const injections = injectionsOf(plan);
  const volumes = addedVolumes(plan, settings).map(v => v.name);
  return [
    ...containers.filter(c => installs && c.name === AGENT_INSTALLER).map(() => problem('SO502', { what: 'container', name: AGENT_INSTALLER })),
    ...(spec.volumes ?? []).filter(v => volumes.includes(v.name)).map(v => problem('SO502', { what: 'volume', name: v.name })),
    ...containers.flatMap(c => (c.volumeMounts ?? []).filter(m => injections(c.name).mounts.some(ours => overlap(m.mountPath, ours.mountPath)))
      .map(m => problem('SO503', { name: c.name, path: m.mountPath }))),
    ...hiddenAgents(plan),
    ...containers.flatMap(c => injections(c.name).env.filter(ours => c.env?.some(e => e.name === ours.name))
      .map(ours => problem('SO505', { name: c.name, variable: ours.name }))),
  ];
}

/** A volume of a sidecar that an init container mounts to wait for the sidecar must not hide the agent or its state. */
function hiddenAgents(plan: PodPlan): Problem[] {
  return plan.init.flatMap(entry => entry.kind !== 'wait' ? [] : entry.wait.mounts
    .filter(m => overlap(m.path, AGENT_DIR) || (entry.wait.forgets.length > 0 && overlap(m.path, STATE_DIR)))
    .map(m => problem('SO503', { name: m.container, path: m.path })));
}

function addedVolumes(plan: PodPlan, settings: AgentSettings): VolumeJson[] {
  return [...agentVolumes(plan, settings), ...toolVolumes(plan)];
}

function overlap(a: string, b: string): boolean {
  return isUnder(a, b) || isUnder(b, a);
}

function emitPodSpec(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): PodSpecJson {
  const given = new Map([...(spec.initContainers ?? []).map(withoutRestartPolicy), ...spec.containers ?? []].map(c => [c.name, c]));
  const injections = injectionsOf(plan);
  const volumes = addedVolumes(plan, settings);
  const container = (name: string) => withInjections(given.get(name)!, injections(name));
  const initContainers = [
    ...(installsAgent(plan) ? [installer(plan, settings, spec)] : []),
    ...plan.init.map(entry => entry.kind === 'wait' ? waitContainer(entry.wait, plan, settings, spec)
      : entry.native ? sorted({ ...container(entry.name), restartPolicy: 'Always' }) : container(entry.name)),
  ];
  const { initContainers: _replaced, ...rest } = spec;
  return sorted({
    ...rest,
    containers: plan.app.map(container),
    ...(initContainers.length > 0 ? { initContainers } : {}),
    ...(plan.serviceAccount === undefined ? {} : {
      automountServiceAccountToken: plan.serviceAccount.automountsToken ?? false, serviceAccountName: plan.serviceAccount.name,
    }),
    ...(volumes.length > 0 ? { volumes: [...spec.volumes ?? [], ...volumes] } : {}),
  });
}

/** All that one container gets. */
interface Injections {
  readonly gate?: GateDecision;
  readonly hook?: HookDecision;
  readonly preStop?: HandlerJson;
  /** Its end restarts all containers of the pod. */
  readonly restartsAll: boolean;
  readonly probeGraces: readonly ProbeGraceDecision[];
  readonly probes: Pick<ContainerJson, 'startupProbe' | 'readinessProbe'>;
  readonly withoutStartupProbe: boolean;
  readonly mounts: readonly VolumeMountJson[];
  readonly env: readonly EnvVarJson[];
}

function injectionsOf(plan: PodPlan): (container: string) => Injections {
  const hooks = new Map(plan.hooks.map(h => [h.carrier, h]));
  const gates = new Map(plan.gates.map(g => [g.container, g]));
  const graces = new Map<string, ProbeGraceDecision[]>();
  for (const p of plan.probeGraces) { graces.set(p.container, [...graces.get(p.container) ?? [], p]); }
  const restarts = new Set(plan.restarts);
  const preStops = new Map(plan.preStops.map(p => [p.container, preStopHook(p)]));
  const probes = new Map(plan.probes.map(p => [p.container, p]));
  const triggers = new Map<string, Pick<ContainerJson, 'startupProbe' | 'readinessProbe'>>();
  for (const t of plan.triggers) {
    triggers.set(t.container, { ...triggers.get(t.container), [t.probe]: triggerProbe(t) });
  }
  const env = new Map<string, EnvVarJson[]>();
  for (const guard of plan.guards) {
    const known = env.get(guard.container);
    if (known) { known.push(guardOf(guard)); } else { env.set(guard.container, [guardOf(guard)]); }
  }
  const withoutStartupProbe = new Set(plan.withoutStartupProbe);
  return name => {
    const hook = hooks.get(name);
    const probe = probes.get(name);
    const trigger = triggers.get(name);
    const gate = gates.get(name);
    const preStop = preStops.get(name);
    const usesState = [trigger, preStop, hook && usesStateIn(hook), gate].some(Boolean);
    return {
      gate,
      hook,
      preStop,
      restartsAll: restarts.has(name),
      probeGraces: graces.get(name) ?? [],
      probes: { ...(probe ? { startupProbe: startupProbe(probe) } : {}), ...trigger },
      withoutStartupProbe: withoutStartupProbe.has(name),
      mounts: [...(usesState || hook?.usesAgent ? [agentMount()] : []), ...(usesState ? [stateMount()] : [])],
      env: env.get(name) ?? [],
    };
  };
}

/** The hook reads or writes files that the containers of the pod share. */
function usesStateIn({ resets, locks, forgets, waits }: HookDecision): boolean {
  return resets || locks || forgets.length > 0 || waits.some(w => 'check' in w && w.check.kind === 'mark');
}

function installsAgent({ agent }: PodPlan): boolean {
  return agent?.delivery === AgentDelivery.INIT_CONTAINER;
}

/** A probe takes the place of the probe that cdk8s-plus adds, or does what the probe of the user does, too. */
function withInjections(container: ContainerJson, injections: Injections): ContainerJson {
  const { gate, hook, preStop, restartsAll, probeGraces, probes, withoutStartupProbe, mounts, env } = injections;
  const { startupProbe: automatic, ...rest } = container;
  const given = withoutStartupProbe && automatic ? rest as ContainerJson : container;
  if (!gate && !hook && !restartsAll && env.length === 0 && mounts.length === 0 && Object.keys(probes).length === 0) { return given; }
  return sorted({
    ...given,
    ...(gate ? { command: gatedCommand(gate, given) } : {}),
    ...changedProbes(given, gate?.keptProbes ?? [], probeGraces),
    ...probes,
    ...(restartsAll ? RESTARTS_ALL : {}),
    ...(env.length > 0 ? { env: [...given.env ?? [], ...env] } : {}),
    ...(hook || preStop ? {
      lifecycle: sorted({
        ...given.lifecycle,
        ...(hook ? { postStart: postStartHook(hook) } : {}),
        ...(preStop ? { preStop } : {}),
      }),
    } : {}),
    ...(mounts.length > 0 ? { volumeMounts: [...given.volumeMounts ?? [], ...mounts] } : {}),
  });
}

function changedProbes(
  given: ContainerJson, kept: readonly KeptProbeDecision[], graces: readonly ProbeGraceDecision[],
): Pick<ContainerJson, 'startupProbe' | 'livenessProbe'> {
  const changed: { -readonly [probe in ProbeGraceDecision['probe']]?: ProbeJson } = {};
  const change = (probe: ProbeGraceDecision['probe'], fields: ProbeJson) => { changed[probe] = sorted({ ...given[probe], ...changed[probe], ...fields }); };
  for (const decision of kept) {
    const { probe, losesTime, ...fields } = decision;
    if (Object.values(fields).some(v => v !== undefined)) { change(probe, fields); }
  }
  for (const { probe, seconds } of graces) { change(probe, { terminationGracePeriodSeconds: seconds }); }
  return changed;
}

/** Not in an empty list: whatever the exit code is. A rule needs a policy beside it. */
const RESTARTS_ALL: Pick<ContainerJson, 'restartPolicy' | 'restartPolicyRules'> = {
  restartPolicy: 'Always',
  restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [] } }],
};

/** `Always` is what makes a native sidecar of an init container; it is written back where the plan keeps one. */
function withoutRestartPolicy(container: ContainerJson): ContainerJson {
  const { restartPolicy, ...rest } = container;
  return restartPolicy === 'Always' ? rest as ContainerJson : container;
}

function withAnnotations(template: PodTemplateJson, plan: PodPlan): Pick<PodTemplateJson, 'metadata'> {
  const given = template.metadata?.annotations ?? {};
  const ours = { ...(DEFAULT_CONTAINER in given ? {} : defaultContainer(plan)), ...plan.mesh?.annotations };
  return Object.keys(ours).length === 0 ? {} : { metadata: sorted({ ...template.metadata, annotations: sorted({ ...given, ...ours }) }) };
}

/** kubectl logs and exec take the first container when nothing names another; since dependencies come first, that is rarely the one meant. */
function defaultContainer(plan: PodPlan): Readonly<Record<string, string>> {
  return plan.defaultContainer === undefined ? {} : { [DEFAULT_CONTAINER]: plan.defaultContainer };
}

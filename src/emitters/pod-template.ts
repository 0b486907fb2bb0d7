import { waitContainer } from './init-container';
import { hookCommand } from './post-start';
import { startupProbe } from './startup-probe';
import { agentMount, agentVolume, installer, sorted } from './wait-agent';
import { AGENT_DIR, AGENT_INSTALLER, AGENT_VOLUME } from '../agent/contract';
import { HookDecision, PodPlan, ProbeDecision } from '../model/private/pod-plan';
import { ContainerJson, PodSpecJson, PodTemplateJson } from '../model/private/pod-spec';
import { Problem, problem } from '../model/private/problem';
import { AgentSettings } from '../model/private/settings';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Renders a plan into a pod template. Decides nothing, changes no argument, and gives the same JSON each time. */
export function emitPodTemplate(template: PodTemplateJson, plan: PodPlan, settings: AgentSettings): PodTemplateJson {
  const spec = emitPodSpec(template.spec, plan, settings);
  return sorted({ ...template, ...withDefaultContainer(template, plan), spec });
}

/** What is in the pod already and would collide with what is injected. */
export function collisions(spec: PodSpecJson, plan: PodPlan): Problem[] {
  if (!plan.installsAgent) { return []; }
  const containers = [...spec.initContainers ?? [], ...spec.containers ?? []];
  const mounting = new Set(plan.hooks.filter(h => h.usesInstalledAgent).map(h => h.carrier));
  return [
    ...containers.filter(c => c.name === AGENT_INSTALLER).map(() => problem('SO502', { what: 'container', name: AGENT_INSTALLER })),
    ...(spec.volumes ?? []).filter(v => v.name === AGENT_VOLUME).map(() => problem('SO502', { what: 'volume', name: AGENT_VOLUME })),
    ...containers.filter(c => mounting.has(c.name)).flatMap(c => (c.volumeMounts ?? [])
      .filter(m => `${m.mountPath}/`.replace(/\/+/g, '/').startsWith(`${AGENT_DIR}/`) || `${AGENT_DIR}/`.startsWith(`${m.mountPath}/`.replace(/\/+/g, '/')))
      .map(m => problem('SO503', { name: c.name, path: m.mountPath }))),
  ];
}

function emitPodSpec(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): PodSpecJson {
  const given = new Map([...(spec.initContainers ?? []).map(withoutRestartPolicy), ...spec.containers ?? []].map(c => [c.name, c]));
  const hooks = new Map(plan.hooks.map(h => [h.carrier, h]));
  const probes = new Map(plan.probes.map(p => [p.container, p]));
  const withoutProbe = new Set(plan.withoutStartupProbe);
  const container = (name: string) => emitContainer(withStartupProbe(given.get(name)!, probes.get(name), withoutProbe.has(name)), hooks.get(name));
  const initContainers = [
    ...(plan.installsAgent ? [installer(settings, spec)] : []),
    ...plan.init.map(entry => entry.kind === 'wait' ? waitContainer(entry.wait, plan.installsAgent, settings, spec)
      : entry.native ? sorted({ ...container(entry.name), restartPolicy: 'Always' }) : container(entry.name)),
  ];
  const { initContainers: _replaced, ...rest } = spec;
  return sorted({
    ...rest,
    containers: plan.app.map(container),
    ...(initContainers.length > 0 ? { initContainers } : {}),
    ...(plan.installsAgent ? { volumes: [...spec.volumes ?? [], agentVolume()] } : {}),
  });
}

/** What the probe takes the place of can only be one that cdk8s-plus has added. */
function withStartupProbe(given: ContainerJson, probe: ProbeDecision | undefined, without: boolean): ContainerJson {
  if (probe) { return sorted({ ...given, startupProbe: startupProbe(probe) }); }
  const { startupProbe: _automatic, ...rest } = given;
  return without ? rest as ContainerJson : given;
}

function emitContainer(container: ContainerJson, hook: HookDecision | undefined): ContainerJson {
  if (!hook) { return container; }
  return sorted({
    ...container,
    lifecycle: sorted({ ...container.lifecycle, postStart: { exec: { command: hookCommand(hook) } } }),
    ...(hook.usesInstalledAgent ? { volumeMounts: [...container.volumeMounts ?? [], agentMount()] } : {}),
  });
}

/** `Always` is what makes a native sidecar of an init container; it is written back where the plan keeps one. */
function withoutRestartPolicy(container: ContainerJson): ContainerJson {
  const { restartPolicy, ...rest } = container;
  return restartPolicy === 'Always' ? rest as ContainerJson : container;
}

/** kubectl logs and exec take the first container when nothing names another; since dependencies come first, that is rarely the one meant. */
function withDefaultContainer(template: PodTemplateJson, plan: PodPlan): Pick<PodTemplateJson, 'metadata'> {
  const annotations = template.metadata?.annotations ?? {};
  if (plan.defaultContainer === undefined || DEFAULT_CONTAINER in annotations) { return {}; }
  return { metadata: sorted({ ...template.metadata, annotations: sorted({ ...annotations, [DEFAULT_CONTAINER]: plan.defaultContainer }) }) };
}

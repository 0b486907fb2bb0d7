import { waitContainer } from './init-container';
import { hookCommand, isBlockingCommandAlone } from './post-start';
import { agentMount, agentVolume, installer, sorted } from './wait-agent';
import { AGENT_DIR, AGENT_INSTALLER, AGENT_VOLUME } from '../agent/contract';
import { HookDecision, PodPlan } from '../model/private/pod-plan';
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
export function collisions(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): Problem[] {
  if (!needsAgent(plan, settings)) { return []; }
  const containers = [...spec.initContainers ?? [], ...spec.containers ?? []];
  const mounting = new Set(plan.hooks.filter(h => mountsAgent(h, settings)).map(h => h.carrier));
  return [
    ...containers.filter(c => c.name === AGENT_INSTALLER).map(() => problem('SO502', { what: 'container', name: AGENT_INSTALLER })),
    ...(spec.volumes ?? []).filter(v => v.name === AGENT_VOLUME).map(() => problem('SO502', { what: 'volume', name: AGENT_VOLUME })),
    ...containers.filter(c => mounting.has(c.name)).flatMap(c => (c.volumeMounts ?? [])
      .filter(m => m.mountPath.replace(/\/+$/, '') === AGENT_DIR || m.mountPath.startsWith(`${AGENT_DIR}/`))
      .map(m => problem('SO503', { name: c.name, path: m.mountPath }))),
  ];
}

function emitPodSpec(spec: PodSpecJson, plan: PodPlan, settings: AgentSettings): PodSpecJson {
  const given = new Map([...(spec.initContainers ?? []).map(withoutRestartPolicy), ...spec.containers ?? []].map(c => [c.name, c]));
  const hooks = new Map(plan.hooks.map(h => [h.carrier, h]));
  const withoutProbe = new Set(plan.withoutStartupProbe);
  const container = (name: string) => emitContainer(given.get(name)!, hooks.get(name), withoutProbe.has(name), settings);
  const installed = needsAgent(plan, settings);
  const initContainers = [
    ...(installed ? [installer(settings, spec)] : []),
    ...plan.init.map(entry => entry.kind === 'wait' ? waitContainer(entry.wait, installed, settings, spec)
      : entry.native ? sorted({ ...container(entry.name), restartPolicy: 'Always' }) : container(entry.name)),
  ];
  const { initContainers: _replaced, ...rest } = spec;
  return sorted({
    ...rest,
    containers: plan.app.map(container),
    ...(initContainers.length > 0 ? { initContainers } : {}),
    ...(installed ? { volumes: [...spec.volumes ?? [], agentVolume()] } : {}),
  });
}

function emitContainer(given: ContainerJson, hook: HookDecision | undefined, withoutStartupProbe: boolean, settings: AgentSettings): ContainerJson {
  const { startupProbe: _automatic, ...rest } = given;
  const container = withoutStartupProbe ? rest as ContainerJson : given;
  if (!hook) { return container; }
  return sorted({
    ...container,
    lifecycle: sorted({ ...container.lifecycle, postStart: { exec: { command: hookCommand(hook, settings) } } }),
    ...(mountsAgent(hook, settings) ? { volumeMounts: [...container.volumeMounts ?? [], agentMount()] } : {}),
  });
}

/** `Always` is what makes a native sidecar of an init container; it is written back where the plan keeps one. */
function withoutRestartPolicy(container: ContainerJson): ContainerJson {
  const { restartPolicy, ...rest } = container;
  return restartPolicy === 'Always' ? rest as ContainerJson : container;
}

/** Installing costs an init container; a single wait in the agent's own image does without. */
function needsAgent(plan: PodPlan, settings: AgentSettings): boolean {
  const waits = plan.init.flatMap(e => e.kind === 'wait' ? [e.wait] : []);
  return plan.hooks.some(h => mountsAgent(h, settings))
    || (!settings.ownShell && (waits.length > 1 || waits.some(w => w.image !== undefined)));
}

function mountsAgent(hook: HookDecision, settings: AgentSettings): boolean {
  return !settings.ownShell && !isBlockingCommandAlone(hook);
}

/** kubectl logs and exec take the first container when nothing names another; since dependencies come first, that is rarely the one meant. */
function withDefaultContainer(template: PodTemplateJson, plan: PodPlan): Pick<PodTemplateJson, 'metadata'> {
  const annotations = template.metadata?.annotations ?? {};
  const needed = new Set(plan.edges.filter(e => !e.external).map(e => e.dependency));
  const name = plan.app.find(n => !needed.has(n));
  if (plan.app.length < 2 || name === undefined || name === plan.app[0] || DEFAULT_CONTAINER in annotations) { return {}; }
  return { metadata: sorted({ ...template.metadata, annotations: sorted({ ...annotations, [DEFAULT_CONTAINER]: name }) }) };
}

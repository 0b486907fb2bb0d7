import { ComposeService, ServiceHook } from './compose-model';
import { sortEntries } from '../../src/api/private/collections';
import { ContainerJson, HandlerJson } from '../../src/api/private/pod-spec';
import { escapeVariables } from '../../src/pod/checks/commands';

/** A field of the model that the manifests cannot contain. */
export interface LostField {
  /** As in `services.web.post_start`. */
  readonly field: string;
  readonly why: string;
  readonly remedy: string;
}

/** The hooks of a service in the words of Kubernetes. */
interface MappedHooks {
  readonly lifecycle: { postStart?: HandlerJson; preStop?: HandlerJson };
  /** One init container for each `pre_start` hook, in this order. */
  readonly initContainers: readonly ContainerJson[];
  readonly lost: readonly LostField[];
}

/**
 * Maps `post_start` and `pre_stop` to the lifecycle handlers of a container that has none, and `pre_start` to init
 * containers. A hook with a field that Kubernetes lacks is lost.
 */
export function mapHooks(service: ComposeService, container: ContainerJson): MappedHooks {
  const lifecycle: MappedHooks['lifecycle'] = {};
  const lost: LostField[] = [];
  const mapHandler = (hooks: readonly ServiceHook[], field: string, handler: 'postStart' | 'preStop') => {
    if (hooks.length === 0 || container.lifecycle?.[handler]) {
      return;
    }
    const [unknown] = hooks.flatMap(hook => hook.others);
    if (hooks.length === 1 && unknown === undefined) {
      lifecycle[handler] = { exec: { command: hooks[0].command ?? [] } };
      return;
    }
    const others = unknown === undefined ? 'further commands' : `\`${unknown}\``;
    const why = `Kubernetes has one ${handler} command, without ${others}`;
    const remedy = `write \`lifecycle.${handler}\` to the container of the manifests`;
    lost.push({ field: `services.${service.name}.${field}`, why, remedy });
  };
  mapHandler(service.postStart, 'post_start', 'postStart');
  mapHandler(service.preStop, 'pre_stop', 'preStop');
  const initContainers: ContainerJson[] = [];
  for (const [i, hook] of service.preStart.entries()) {
    let created: ContainerJson = { ...omitRunningFields(container), name: `${container.name}-pre-start-${i}` };
    if (hook.command) {
      created = { ...created, args: hook.command.map(escapeVariables) };
    }
    if (hook.entrypoint) {
      created = { ...created, command: hook.entrypoint.map(escapeVariables) };
    }
    for (const field of hook.others) {
      const changed = setField(created, field, hook);
      if (!changed) {
        const remedy = 'write an init container with this command to the manifests';
        lost.push({ field: `services.${service.name}.pre_start`, why: `\`${field}\` cannot be mapped`, remedy });
        return { lifecycle, initContainers: [], lost };
      }
      created = changed;
    }
    initContainers.push(created);
  }
  return { lifecycle, initContainers, lost };
}

/** Returns the container without the fields that an init container cannot have. */
function omitRunningFields({ lifecycle: _lifecycle, ports: _ports, ...container }: ContainerJson): ContainerJson {
  const { livenessProbe: _live, readinessProbe: _ready, startupProbe: _start, ...kept } = container;
  return kept;
}

/** Returns the container with the field of a hook; `undefined`: Kubernetes has no such value. */
function setField(container: ContainerJson, field: string, hook: ServiceHook): ContainerJson | undefined {
  if (field === 'image') {
    return { ...container, image: hook.image };
  }
  if (field === 'working_dir') {
    return { ...container, workingDir: hook.working_dir };
  }
  if (field === 'environment') {
    const given = sortEntries(hook.environment ?? {});
    const added = given.flatMap(([name, value]) => (value === null ? [] : [{ name, value: escapeVariables(value) }]));
    const kept = container.env?.filter(({ name }) => given.every(([other]) => other !== name)) ?? [];
    return { ...container, env: [...kept, ...added] };
  }
  if (field !== 'user' || !/^(?:\d+|root)$/.test(hook.user ?? '')) {
    return undefined;
  }
  const runAsUser = hook.user === 'root' ? 0 : Number(hook.user);
  return { ...container, securityContext: { ...container.securityContext, runAsUser } };
}

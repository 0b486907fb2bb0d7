import { ComposeService, ServiceHook } from './compose-model';
import { sortEntries } from '../../src/api/private/collections';
import { ContainerJson, HandlerJson } from '../../src/api/private/pod-spec';
import { escapeVariables } from '../../src/pod/checks/commands';
import { fitName } from '../order/fit-name';
import { textsOf } from '../read/coerce-json';

/** A field of the model that the manifests cannot contain. */
export interface LostField {
  /** As in `services.web.post_start`. */
  readonly field: string;
  readonly why: string;
  readonly remedy: string;
}

const HANDLERS = [
  ['post_start', 'postStart'],
  ['pre_stop', 'preStop'],
] as const;

/** A name of a container is a DNS label. */
const LONGEST_CONTAINER_NAME = 63;

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
  for (const [field, handler] of HANDLERS) {
    const hooks = service[handler];
    if (hooks.length === 0 || container.lifecycle?.[handler]) {
      continue;
    }
    const [unknown] = hooks.flatMap(hook => hook.others);
    if (hooks.length === 1 && unknown === undefined) {
      lifecycle[handler] = { exec: { command: hooks[0].command ?? [] } };
      continue;
    }
    const others = unknown === undefined ? 'further commands' : `\`${unknown}\``;
    const why = `Kubernetes has one ${handler} command, without ${others}`;
    const remedy = `write \`lifecycle.${handler}\` to the container of the manifests`;
    lost.push({ field: `services.${service.name}.${field}`, why, remedy });
  }
  const initContainers: ContainerJson[] = [];
  for (const [i, hook] of service.preStart.entries()) {
    const name = fitName(`${container.name}-pre-start-${i}`, LONGEST_CONTAINER_NAME);
    let created: ContainerJson = { ...omitRunningFields(container), name };
    const commands = (['command', 'entrypoint'] as const).filter(field => hook[field]);
    for (const field of [...commands, ...hook.others]) {
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
  switch (field) {
    case 'command':
      return { ...container, args: hook.command!.map(escapeVariables) };
    case 'entrypoint':
      return { ...container, command: hook.entrypoint!.map(escapeVariables) };
    case 'image':
      return { ...container, image: hook.image };
    case 'working_dir':
      return { ...container, workingDir: hook.working_dir };
    case 'environment': {
      const { environment = {} } = hook;
      const kept = container.env?.filter(({ name }) => !Object.hasOwn(environment, name)) ?? [];
      const added = sortEntries(textsOf(environment)).map(([name, value]) => ({ name, value: escapeVariables(value) }));
      return { ...container, env: [...kept, ...added] };
    }
    case 'user': {
      const user = hook.user === 'root' ? '0' : (hook.user ?? '');
      const securityContext = { ...container.securityContext, runAsUser: Number(user) };
      return /^\d+$/.test(user) ? { ...container, securityContext } : undefined;
    }
    default:
      return undefined;
  }
}

import { ComposeService, ServiceHook } from './compose-model';
import { ContainerJson, HandlerJson } from '../../src/api/private/pod-spec';

/** A field of the model that the manifests cannot contain. */
export interface LostField {
  /** As in `services.web.post_start`. */
  readonly field: string;
  readonly why: string;
  readonly remedy: string;
}

/** The hooks of a service in the words of Kubernetes. */
export interface MappedHooks {
  readonly lifecycle: { postStart?: HandlerJson; preStop?: HandlerJson };
  /** One init container for each `pre_start` hook, in this order. */
  readonly initContainers: ContainerJson[];
  readonly lost: LostField[];
}

/**
 * Maps `post_start` and `pre_stop` to the lifecycle handlers of a container that has none, and `pre_start` to init
 * containers. A hook with a field that Kubernetes lacks is lost.
 */
export function mapHooks(service: ComposeService, container: ContainerJson): MappedHooks {
  const mapped: MappedHooks = { lifecycle: {}, initContainers: [], lost: [] };
  const mapHandler = (hooks: readonly ServiceHook[], field: string, handler: 'postStart' | 'preStop') => {
    if (hooks.length === 0 || container.lifecycle?.[handler]) { return; }
    const [{ command = [], others }] = hooks;
    const [unknown] = Object.keys(others);
    if (hooks.length === 1 && unknown === undefined) {
      mapped.lifecycle[handler] = { exec: { command } };
      return;
    }
    mapped.lost.push({
      field: `services.${service.name}.${field}`,
      why: `Kubernetes has one ${handler} command, without ${unknown === undefined ? 'further commands' : `\`${unknown}\``}`,
      remedy: `write \`lifecycle.${handler}\` to the container of the manifests`,
    });
  };
  mapHandler(service.postStart, 'post_start', 'postStart');
  mapHandler(service.preStop, 'pre_stop', 'preStop');
  for (const [i, hook] of service.preStart.entries()) {
    const { created, unknown } = createInitContainer(hook, `${container.name}-pre-start-${i}`, container);
    mapped.initContainers.push(created);
    if (unknown === undefined) { continue; }
    const why = `\`${unknown}\` cannot be mapped`;
    const remedy = 'write an init container with this command to the manifests';
    mapped.lost.push({ field: `services.${service.name}.pre_start`, why, remedy });
    return { ...mapped, initContainers: [] };
  }
  return mapped;
}

/** Returns the container of the service with the fields of the hook, and the first field that a container cannot have. */
function createInitContainer({ command, entrypoint, others }: ServiceHook, name: string, container: ContainerJson) {
  const { ports: _ports, lifecycle: _lifecycle, livenessProbe: _liveness, readinessProbe: _readiness, ...inherited } = container;
  let created: ContainerJson = { ...inherited, name };
  if (command) { created = { ...created, args: command }; }
  if (entrypoint) { created = { ...created, command: entrypoint }; }
  let unknown: string | undefined;
  for (const [field, value] of Object.entries(others)) {
    const [, user] = /^(\d+|root)$/.exec(String(value.json)) ?? [];
    if (field === 'image') {
      created = { ...created, image: value.text() };
    } else if (field === 'working_dir') {
      created = { ...created, workingDir: value.text() };
    } else if (field === 'environment') {
      const env = value.entries().map(([key, text]) => ({ name: key, value: text.optional(given => given.text()) }));
      const kept = created.env?.filter(({ name: own }) => env.every(variable => variable.name !== own)) ?? [];
      created = { ...created, env: [...kept, ...env] };
    } else if (field === 'user' && user !== undefined) {
      const runAsUser = user === 'root' ? 0 : Number(user);
      created = { ...created, securityContext: { ...created.securityContext, runAsUser } };
    } else {
      unknown ??= field;
    }
  }
  return { created, unknown };
}

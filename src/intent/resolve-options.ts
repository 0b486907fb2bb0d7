import { correctionsOf } from './resolve-capabilities';
import { DEFAULT_IMAGE, DEFAULT_IMAGE_BUSYBOX } from '../agent/contract';
import { MeshNodes } from '../meshes/mesh-module';
import { resolveMesh } from '../meshes/meshes';
import { DEFAULT_VERSION, NEWEST_MINOR, OLDEST_MINOR, Target, targetOf } from '../model/private/capabilities';
import { Problem, problem } from '../model/private/problem';
import { AgentSettings, OrderSettings } from '../model/private/settings';
import { AgentDelivery, AgentOptions, AgentShell, StartupOrderOptions } from '../model/startup-order-options';

/** kubernetes 1.27–1.37, apimachinery/pkg/util/validation/validation.go IsValidUserID. */
const MAX_USER = 2 ** 31 - 1;

/** What the construct context says, for whatever has no option of its own. Anything can stand there. */
export interface OrderContext {
  readonly kubernetesVersion?: unknown;
  readonly capabilities?: unknown;
}

/** Fills in the defaults. With problems, the settings are those of the defaults and good for nothing but finding more problems. */
export function resolveOptions(options: StartupOrderOptions, context: OrderContext = {}): { settings: OrderSettings; problems: Problem[] } {
  const version = options.kubernetesVersion ?? context.kubernetesVersion ?? DEFAULT_VERSION;
  const { corrections, problems: misread } = correctionsOf(options.capabilities, context.capabilities);
  const target = targetOf(String(version), corrections);
  const meshed = options.mesh && target ? resolveMesh(options.mesh._declaration, nodesOf(target)) : { mesh: undefined, problems: [] };
  const disabled = options.enabled === false;
  return {
    settings: {
      target: target ?? targetOf(DEFAULT_VERSION, corrections)!,
      agent: agentSettings(options.agent ?? {}),
      mechanism: options.mechanism,
      guarantee: options.guarantee,
      orderedShutdown: options.orderedShutdown ?? false,
      mesh: meshed.mesh,
      disabledReason: disabled ? options.reason ?? '' : undefined,
    },
    problems: [
      ...(target ? [] : [problem('SO604', { given: String(version), oldest: `1.${OLDEST_MINOR}`, newest: `1.${NEWEST_MINOR}` })]),
      ...misread,
      ...(disabled && !options.reason ? [problem('SO608', { given: '`enabled: false`' })] : []),
      ...(!disabled && options.reason
        ? [problem('SO606', { given: '`reason` and an order that is switched on', remedy: 'write `enabled: false` too, or leave the reason out' })] : []),
      ...agentProblems(options.agent ?? {}),
      ...meshed.problems,
      ...(target ? deliveryProblems(options.agent ?? {}, target) : []),
    ],
  };
}

function nodesOf({ version, capabilities: { nativeSidecars } }: Target): MeshNodes {
  return { minor: Number(version.split('.')[1]), nativeSidecars };
}

function agentSettings(agent: AgentOptions): AgentSettings {
  const registry = agent.registry ? agent.registry.replace(/\/+$/, '') : undefined;
  return {
    image: agent.image ?? (registry === undefined ? DEFAULT_IMAGE : `${registry}/${DEFAULT_IMAGE}`),
    registry,
    busybox: agent.path ?? DEFAULT_IMAGE_BUSYBOX,
    source: agent.shell === AgentShell.IMAGE ? 'ownShell' : agent.delivery === AgentDelivery.IMAGE_VOLUME ? 'imageVolume' : 'installed',
    resources: agent.resources,
    omitResources: agent.omitResources ?? false,
    runAsUser: agent.runAsUser,
    omitRunAsUser: agent.omitRunAsUser ?? false,
  };
}

function deliveryProblems({ delivery, shell }: AgentOptions, { version, capabilities }: Target): Problem[] {
  if (delivery === undefined) { return []; }
  if (shell === AgentShell.IMAGE) {
    const remedy = "the container's own shell runs the script and nothing is delivered: leave one of them out";
    return [problem('SO606', { given: '`agent.shell: AgentShell.IMAGE` and `agent.delivery`', remedy })];
  }
  return delivery === AgentDelivery.IMAGE_VOLUME && !capabilities.imageVolumes ? [problem('SO610', { version })] : [];
}

function agentProblems(agent: AgentOptions): Problem[] {
  const contradiction = (given: string, remedy: string) => problem('SO606', { given, remedy });
  const impossible = (what: string, given: string, wanted: string) => problem('SO302', { where: 'the wait agent', what, given, wanted });
  return [
    ...(agent.image !== undefined && agent.registry !== undefined
      ? [contradiction('`agent.image` and `agent.registry`', 'the registry belongs into the image reference: leave `agent.registry` out')] : []),
    ...(agent.resources && agent.omitResources
      ? [contradiction('`agent.resources` and `agent.omitResources`', 'leave one of them out')] : []),
    ...(agent.runAsUser !== undefined && agent.omitRunAsUser
      ? [contradiction('`agent.runAsUser` and `agent.omitRunAsUser`', 'leave one of them out')] : []),
    ...(agent.runAsUser !== undefined && !(Number.isInteger(agent.runAsUser) && agent.runAsUser > 0 && agent.runAsUser <= MAX_USER)
      ? [impossible('runAsUser', `${agent.runAsUser}`, `a user id from 1 to ${MAX_USER}: the injected containers run as non-root`)] : []),
    ...(agent.path !== undefined && !/^\/([^/\0]+\/)*busybox[^/\0]*$/.test(agent.path)
      ? [impossible('path', `'${agent.path}'`, "an absolute path to a file whose name begins with 'busybox', which is how busybox knows what to do")] : []),
    ...(agent.image !== undefined && !/^[^\s]+$/.test(agent.image)
      ? [impossible('image', `'${agent.image}'`, 'an image reference')] : []),
    ...(agent.registry !== undefined && !/^[^\s/]+(\/[^\s/]+)*\/?$/.test(agent.registry)
      ? [impossible('registry', `'${agent.registry}'`, "a registry with an optional path, without 'https://'")] : []),
  ];
}

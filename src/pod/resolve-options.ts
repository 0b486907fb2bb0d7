import { DEFAULT_VERSION, Target, resolveTarget } from './capabilities';
import { readCorrections } from './resolve-capabilities';
import { AgentSettings, OrderSettings } from './settings';
import { ARCHITECTURES, hasBinary } from '../agent/binaries';
import { DEFAULT_IMAGE } from '../agent/contract';
import { MeshNodes } from './meshes/mesh-product';
import { resolveMesh } from './meshes/resolve-mesh';
import { NEWEST_MINOR, OLDEST_MINOR } from '../api/private/kubernetes-versions';
import { Problem, problem } from '../api/private/problem';
import { AgentDelivery, AgentOptions, StartupOrderOptions } from '../api/startup-order-options';

/** kubernetes 1.27–1.37, apimachinery/pkg/util/validation/validation.go IsValidUserID. */
const MAX_USER = 2 ** 31 - 1;

/** The values of the construct context, for options that are not set. They can be of any type. */
export interface OrderContext {
  readonly kubernetesVersion?: unknown;
  readonly architecture?: unknown;
  readonly capabilities?: unknown;
}

/** Fills in the defaults. With problems, the settings only serve to find more problems. */
export function resolveOptions(options: StartupOrderOptions, context: OrderContext = {}): { settings: OrderSettings; problems: Problem[] } {
  const version = options.kubernetesVersion ?? context.kubernetesVersion ?? DEFAULT_VERSION;
  const { corrections, problems: misread } = readCorrections(options.capabilities, context.capabilities);
  const target = resolveTarget(String(version), corrections);
  const meshed = options.mesh && target ? resolveMesh(options.mesh._declaration, describeNodes(target)) : { mesh: undefined, problems: [] };
  const disabled = options.enabled === false;
  const architecture = resolveArchitecture(options, context);
  return {
    settings: {
      target: target ?? resolveTarget(DEFAULT_VERSION, corrections)!,
      architecture,
      agent: resolveAgent(options.agent ?? {}),
      mechanism: options.mechanism,
      guarantee: options.guarantee,
      orderedShutdown: options.orderedShutdown ?? false,
      mesh: meshed.mesh,
      disabledReason: disabled ? options.reason ?? '' : undefined,
    },
    problems: [
      ...(target ? [] : [problem('SO604', { given: String(version), oldest: `1.${OLDEST_MINOR}`, newest: `1.${NEWEST_MINOR}` })]),
      ...misread,
      ...(architecture ? validateArchitecture(architecture, options.agent ?? {}) : []),
      ...(disabled && !options.reason ? [problem('SO608', { given: '`enabled: false`' })] : []),
      ...(!disabled && options.reason
        ? [problem('SO606', { given: '`reason` and an order that is switched on', remedy: 'write `enabled: false` too, or leave the reason out' })] : []),
      ...validateAgent(options.agent ?? {}),
      ...meshed.problems,
      ...(target ? validateDelivery(options.agent ?? {}, target) : []),
    ],
  };
}

function describeNodes({ version, capabilities: { nativeSidecars } }: Target): MeshNodes {
  return { minor: Number(version.split('.')[1]), nativeSidecars };
}

function resolveAgent(agent: AgentOptions): AgentSettings {
  const registry = agent.registry ? agent.registry.replace(/\/+$/, '') : undefined;
  return {
    image: agent.image ?? (registry === undefined ? DEFAULT_IMAGE : `${registry}/${DEFAULT_IMAGE}`),
    registry,
    delivery: agent.delivery,
    configMap: agent.configMap,
    resources: agent.resources,
    omitResources: agent.omitResources ?? false,
    runAsUser: agent.runAsUser,
    omitRunAsUser: agent.omitRunAsUser ?? false,
  };
}

/** The option takes precedence over the context. */
function resolveArchitecture({ architecture: option }: StartupOrderOptions, { architecture: context }: OrderContext): OrderSettings['architecture'] {
  if (option !== undefined) { return { name: option, source: '`startupOrder.architecture`' }; }
  return context === undefined ? undefined : { name: String(context), source: "the context 'cdk8s-startup-order:architecture'" };
}

/** The image of the user may contain an agent for any architecture. */
function validateArchitecture({ name, source }: NonNullable<OrderSettings['architecture']>, { delivery }: AgentOptions): Problem[] {
  return hasBinary(name) || delivery === AgentDelivery.IMAGE_VOLUME ? [] : [problem('SO612', { where: source, given: name, known: Object.keys(ARCHITECTURES) })];
}

function validateDelivery({ delivery, image, configMap }: AgentOptions, { version, capabilities }: Target): Problem[] {
  if (delivery !== AgentDelivery.IMAGE_VOLUME) { return []; }
  return [
    ...(capabilities.imageVolumes ? [] : [problem('SO610', { version })]),
    ...(image === undefined ? [problem('SO613', {})] : []),
    ...(configMap === undefined ? [] : [problem('SO606', { given: '`agent.configMap` and `agent.delivery: AgentDelivery.IMAGE_VOLUME`', remedy: 'leave one of them out' })]),
  ];
}

function validateAgent(agent: AgentOptions): Problem[] {
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
    ...(agent.configMap !== undefined && !/^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/.test(agent.configMap)
      ? [impossible('configMap', `'${agent.configMap}'`, 'the name of a ConfigMap')] : []),
    ...(agent.image !== undefined && !/^[^\s]+$/.test(agent.image)
      ? [impossible('image', `'${agent.image}'`, 'an image reference')] : []),
    ...(agent.registry !== undefined && !/^[^\s/]+(\/[^\s/]+)*\/?$/.test(agent.registry)
      ? [impossible('registry', `'${agent.registry}'`, "a registry with an optional path, without 'https://'")] : []),
  ];
}

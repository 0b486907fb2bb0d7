import { DEFAULT_VERSION, Target, resolveTarget, CAPABILITIES, Capabilities } from './capabilities';
import { applyRules, DNS_LABEL, formRule, Rule } from './checks/check-module';
import { usesBinaries, validateArchitecture } from './delivery';
import { CONTEXT } from './own-names';
import { problem } from './problems';
import { readQuantity } from './qos-class';
import { AgentSettings, AgentValues, OrderSettings } from './settings';
import { sha256 } from './sha256';
import { WARNINGS } from './warnings';
import { DEFAULT_IMAGE } from '../agent/contract';
import { resolveMesh } from './meshes/resolve-mesh';
import { when, withoutUndefined } from '../api/private/collections';
import { AGENT_DELIVERIES, AgentDelivery } from '../api/private/enums';
import { isObject } from '../api/private/json-object';
import { shown } from '../api/private/kind';
import { OLDEST_MINOR } from '../api/private/kubernetes-versions';
import { MeshDeclaration } from '../api/private/mesh';
import { Problem } from '../api/private/problem';
import { ResourcesJson, resourcesOf } from '../api/private/resources';
import { StartupOrderOptions } from '../api/startup-order-options';
import { ImageFileReading } from '../images/image-file';

/** The values of the construct context, for options that are not set. They can be of any type. */
export interface OrderContext {
  readonly kubernetesVersion?: unknown;
  readonly architecture?: unknown;
  readonly capabilities?: unknown;
  readonly agentDelivery?: unknown;
  readonly images?: ImageFileReading;
  /** The chart of the workload. */
  readonly owner?: string;
}

/** `StartupOrderOptions` as plain data. */
export interface OptionValues extends Omit<StartupOrderOptions, 'agent' | 'mesh' | 'acceptedWarnings' | 'containers'> {
  readonly acceptedWarnings?: readonly string[];
  readonly agent?: AgentValues;
  readonly mesh?: MeshDeclaration;
}

/** The places that specify the architecture, for errors and plans. */
export interface ArchitectureSources {
  readonly option: string;
  readonly context: string;
}

const CONSTRUCTS: ArchitectureSources = {
  option: '`startupOrder.architecture`',
  context: `the context '${CONTEXT.architecture}'`,
};

/** Fills in the defaults. With problems, the settings only serve to find more problems. */
export function resolveOptions(
  options: StartupOrderOptions,
  context: OrderContext = {},
): { settings: OrderSettings; problems: Problem[] } {
  const { agent, mesh } = options;
  const values = Object.assign({}, options, {
    agent: agent && {
      ...agent,
      delivery: agent.delivery as AgentDelivery | undefined,
      resources: agent.resources && resourcesOf(agent.resources),
    },
    mesh: mesh as MeshDeclaration | undefined,
  });
  return resolveOptionValues(values, context, CONSTRUCTS);
}

/** Fills in the defaults, as `resolveOptions` does. */
export function resolveOptionValues(
  options: OptionValues,
  context: OrderContext,
  sources: ArchitectureSources,
): { settings: OrderSettings; problems: Problem[] } {
  const stated = options.kubernetesVersion ?? context.kubernetesVersion;
  const version = stated ?? DEFAULT_VERSION;
  const { corrections, problems: misread } = readCorrections(options.capabilities, context.capabilities);
  const target = resolveTarget(String(version), corrections);
  const meshed = options.mesh && target && resolveMesh(options.mesh, { ...target, ...target.capabilities });
  const architecture = resolveArchitecture(options, context, sources);
  const deliveryInContext = AGENT_DELIVERIES.find(delivery => delivery === context.agentDelivery);
  const agent = { ...options.agent, delivery: options.agent?.delivery ?? deliveryInContext };
  return {
    settings: {
      target: target ?? resolveTarget(DEFAULT_VERSION, corrections)!,
      statedVersion: stated === undefined ? undefined : target?.given,
      architecture,
      agent: resolveAgent(agent, context.owner),
      mechanism: options.mechanism,
      guarantee: options.guarantee,
      acceptedWarnings: options.acceptedWarnings ?? [],
      orderedShutdown: options.orderedShutdown ?? false,
      images: context.images?.file,
      mesh: meshed?.mesh,
      disabledReason: options.disabledReason,
    },
    problems: [
      ...when(!target, problem('SO604', { given: String(version), oldest: `1.${OLDEST_MINOR}` })),
      ...misread,
      ...validateWarnings(options.acceptedWarnings),
      ...(architecture && usesBinaries(agent.delivery)
        ? validateArchitecture(architecture.name, architecture.source)
        : []),
      ...when(options.disabledReason?.trim() === '', problem('SO608', {})),
      ...validateAgent(agent, context),
      ...(meshed?.problems ?? []),
      ...(context.images?.problems ?? []),
      ...(target ? validateDelivery(agent, target) : []),
    ],
  };
}

const KNOWN_WARNINGS = Object.keys(WARNINGS);

function validateWarnings(accepted: readonly string[] = []): Problem[] {
  return accepted
    .filter(code => !KNOWN_WARNINGS.includes(code))
    .map(given => problem('SO623', { given, known: KNOWN_WARNINGS }));
}

function resolveAgent(agent: AgentValues, owner: string | undefined): AgentSettings {
  const registry = agent.registry ? agent.registry.replace(/\/+$/, '') : undefined;
  return {
    ...agent,
    image: agent.image ?? (registry === undefined ? DEFAULT_IMAGE : `${registry}/${DEFAULT_IMAGE}`),
    registry,
    owner: nameOwner(owner),
    omitRunAsUser: agent.omitRunAsUser ?? false,
  };
}

/**
 * Returns the end of the names of the ConfigMaps that belong to one chart or release: its own name if it fits,
 * otherwise a hash. `undefined`: it has no name.
 *
 * Each owner has a ConfigMap of its own: Helm and Kustomize refuse an object with two owners, and a tool that prunes
 * deletes it with the first owner.
 */
export function nameOwner(owner: string | undefined): string | undefined {
  if (!owner) {
    return undefined;
  }
  return DNS_LABEL.test(owner) ? owner : sha256(owner).slice(0, 8);
}

/** The option takes precedence over the context. */
function resolveArchitecture(
  { architecture: option }: OptionValues,
  { architecture: context }: OrderContext,
  sources: ArchitectureSources,
): OrderSettings['architecture'] {
  if (option !== undefined) {
    return { name: option, source: sources.option };
  }
  return context === undefined ? undefined : { name: String(context), source: sources.context };
}

function validateDelivery({ delivery, image, configMap }: AgentValues, target: Target): Problem[] {
  const problems: Problem[] = [];
  if (delivery !== 'IMAGE_VOLUME') {
    return problems;
  }
  if (!target.capabilities.imageVolumes) {
    const ofVersion = {
      nodes: `Kubernetes ${target.version}, or \`capabilities\``,
      remedy: 'set `kubernetesVersion` to 1.35 or newer',
    };
    const { imageVolumes } = target.lacks;
    problems.push(problem('SO610', imageVolumes.denied ? imageVolumes : ofVersion));
  }
  if (image === undefined) {
    problems.push(problem('SO613', {}));
  }
  if (configMap !== undefined) {
    const given = '`agent.configMap` and IMAGE_VOLUME as `agent.delivery`';
    problems.push(problem('SO606', { given, remedy: 'remove one of the two' }));
  }
  return problems;
}

/** A path without `$` and spaces, which shells, the kubelet and people read as something else, and without `..`. */
const PATH = /^(?:\/(?!\.\.?(?:\/|$))[A-Za-z0-9._+@-]+)+$/;

/** Finds a path of the agent in the images that is missing, has no effect, or is impossible. */
function validatePath({ delivery, path, image, configMap }: AgentValues): Problem[] {
  const remedy = 'write the absolute path of the agent in the images, such as /usr/local/bin/wait';
  const refuse = (why: string, what: string) => [problem('SO621', { why, remedy: what })];
  if (delivery !== 'IN_IMAGE') {
    return path === undefined
      ? []
      : refuse('`agent.path` has no effect without IN_IMAGE as `agent.delivery`', 'write both, or remove `agent.path`');
  }
  if (path === undefined) {
    return refuse('`agent.delivery` is IN_IMAGE, but `agent.path` is not set', remedy);
  }
  if (!PATH.test(path)) {
    return refuse(`\`agent.path\` is ${shown(path)}`, remedy);
  }
  if (image === undefined && configMap === undefined) {
    return [];
  }
  const other = image === undefined ? 'configMap' : 'image';
  return refuse(
    `\`agent.${other}\` has no effect with IN_IMAGE as \`agent.delivery\`: the images of the pod contain the agent`,
    `remove \`agent.${other}\``,
  );
}

function validateAgent(agent: AgentValues, { agentDelivery }: OrderContext): Problem[] {
  const rules: Rule[] = [
    [
      agent.delivery !== undefined || agentDelivery === undefined,
      `the context '${CONTEXT.agentDelivery}'`,
      shown(agentDelivery),
      AGENT_DELIVERIES.join(', '),
    ],
    formRule(agent.configMap, /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/, 'configMap', 'the name of a ConfigMap'),
    formRule(agent.image, /^\S+$/, 'image', 'an image reference'),
    formRule(
      agent.registry,
      /^[^\s/]+(\/[^\s/]+)*\/?$/,
      'registry',
      "a registry with an optional path, without 'https://'",
    ),
    ...requestRules(agent.resources),
  ];
  const broken = applyRules(rules, 'the wait agent');
  return [
    ...validatePath(agent),
    ...when(
      agent.image !== undefined && agent.registry !== undefined,
      problem('SO606', {
        given: '`agent.image` and `agent.registry`',
        remedy: 'write the registry in the image reference, and remove `agent.registry`',
      }),
    ),
    ...broken.map(found => ({ ...found, subject: { in: 'options' as const, field: 'agent' } })),
  ];
}

/** The API server refuses a request above its limit. */
function requestRules({ requests, limits }: Partial<ResourcesJson> = {}): Rule[] {
  const rules: Rule[] = [];
  for (const [what, request] of Object.entries(requests ?? {})) {
    const limit = limits?.[what];
    const exceeds = limit !== undefined && readQuantity(request) > readQuantity(limit);
    rules.push([!exceeds, `the ${what} request in \`resources\``, `${request}`, `at most the limit, ${limit}`]);
  }
  return rules;
}

/**
 * Returns the capabilities that the options or the context override. For each capability, the option takes precedence
 * over the context. The values of the context are untyped, and so is the option in plain JavaScript.
 */
function readCorrections(
  option: unknown,
  context: unknown,
): { corrections: Partial<Capabilities>; problems: Problem[] } {
  const corrections: Partial<Capabilities> = {};
  const problems: Problem[] = [];
  const sources = { [`the context '${CONTEXT.capabilities}'`]: context, '`capabilities`': option };
  for (const [where, given = {}] of Object.entries(sources)) {
    const stated = isObject(given) ? withoutUndefined(given) : given;
    const wrong = validateCapabilities(stated, where);
    problems.push(...wrong);
    Object.assign(corrections, wrong.length > 0 ? {} : stated);
  }
  return { corrections, problems };
}

function validateCapabilities(stated: unknown, where: string): Problem[] {
  if (!isObject(stated)) {
    return applyRules([[false, 'the value', quoteValue(stated), 'an object such as { envFiles: false }']], where);
  }
  const known = Object.keys(CAPABILITIES);
  return Object.entries(stated).flatMap(([name, value]) =>
    known.includes(name)
      ? applyRules([[typeof value === 'boolean', name, quoteValue(value), 'true or false']], where)
      : [problem('SO609', { where, name, known })],
  );
}

/** Returns a text that distinguishes 'true' from true. */
function quoteValue(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../src/api/enums';
import { Check } from '../src/api/private/check';
import { ContainerDeclaration, DependencyDeclaration, PodDeclaration } from '../src/api/private/declaration';
import { AGENT_DELIVERIES, AgentDelivery, ContainerSlot, ON_TIMEOUT, OnTimeout } from '../src/api/private/enums';
import { ContainerJson, HandlerJson, PodSpecJson, PodTemplateJson, ProbeJson } from '../src/api/private/pod-spec';
import { Problem } from '../src/api/private/problem';
import { Protocol } from '../src/api/protocol';
import { AgentOptions, StartupOrderOptions } from '../src/api/startup-order-options';
import { orderPod } from '../src/engine/order-pod';
import { explainFindings } from '../src/planner/advice/explain-conflicts';
import { planPod as plannedOrConflicts } from '../src/planner/plan';
import { selectAgentCheck, chooseSlot } from '../src/pod/build-intent';
import { Capabilities, resolveTarget } from '../src/pod/capabilities';
import { Delivery } from '../src/pod/delivery';
import { ContainerIntent, PodIntent } from '../src/pod/intent';
import {
  ContainerPlan, EdgePlan, Injection, listContainers, listWaits, PodPlan, PostStartPlan, WaitContainerPlan, WaitStep,
} from '../src/pod/pod-plan';
import { resolveOptions } from '../src/pod/resolve-options';
import { decideRestarts, restartsAll } from '../src/pod/restarts';
import { findFindings, Findings } from '../src/report/findings';

// The words of declarations and plans, so that a test imports its language from one file.
export { AGENT_DELIVERIES, ContainerRole, Guarantee, Mechanism, Protocol, StartCondition };
export { findFindings, listContainers, listWaits, orderPod, resolveOptions, resolveTarget };
export type { AgentOptions, Check, ContainerDeclaration, ContainerIntent, ContainerJson, DependencyDeclaration, EdgePlan, HandlerJson };
export type { Delivery, PodDeclaration, PodIntent, PodPlan, PodSpecJson, PodTemplateJson, ProbeJson, Problem, StartupOrderOptions };
export type { AgentDelivery, ContainerSlot, OnTimeout, WaitContainerPlan, WaitStep };
export const { APP, INIT, SIDECAR } = ContainerRole;
export const { RUNNING, STARTED, READY, COMPLETED, EXITED } = StartCondition;
export const [FAIL, CONTINUE] = ON_TIMEOUT;
export const { BEST_EFFORT, FAIL_CLOSED, EVERY_START } = Guarantee;
export const { POSITION, SIDECAR_PROBE, INIT_CONTAINER, SIDECAR_WAIT_INIT, ENTRYPOINT_GATE, GUARDED_HOOK, POST_START } = Mechanism;
export type Options = Partial<DependencyDeclaration>;
export type About = Partial<PodIntent>;

/** The properties of one container; all other properties have plain defaults. */
export interface ContainerWords {
  readonly ready?: Check;
  /** The source of the ready check; with `startupProbe` the container also has that probe. */
  readonly source?: 'readyWhen' | 'startupProbe' | 'readinessProbe';
  readonly startup?: Check;
  readonly startupPeriod?: number;
  readonly automatic?: boolean;
  readonly ports?: readonly number[];
  readonly namedPorts?: ContainerIntent['namedPorts'];
  readonly hostPorts?: ContainerIntent['hostPorts'];
  readonly native?: boolean;
  /** The manifest contains the command. */
  readonly command?: boolean;
  readonly readiness?: boolean;
  /** The check of the liveness probe. */
  readonly liveness?: Check;
  readonly livenessDelay?: number;
  readonly readinessDelay?: number;
  readonly forbidden?: readonly string[];
  readonly forbiddenOnSidecar?: readonly string[];
  readonly postStart?: HandlerJson;
  readonly restartPolicy?: ContainerIntent['restartPolicy'];
  readonly restartRules?: ContainerIntent['restartRules'];
  readonly preStop?: HandlerJson;
  readonly stopsWithin?: number;
  /** The grace period of the liveness probe. */
  readonly livenessGrace?: number;
  /** The mount path by volume. */
  readonly mounts?: Readonly<Record<string, string>>;
  readonly user?: number;
  readonly stopSignal?: string;
  /** `false`: the planner infers the role. */
  readonly roleStated?: boolean;
}

export type Need = string | DependencyDeclaration;

type Rest = [needs: readonly Need[], words?: ContainerWords] | [words?: ContainerWords];

/** Each method adds a container and returns its name, for dependencies on it. */
export interface PodBuilder {
  app(name: string, ...rest: Rest): string;
  sidecar(name: string, ...rest: Rest): string;
  init(name: string, ...rest: Rest): string;
}

/** The planner's input: `pod(p => { const db = p.app('db', { ready: tcp(5432) }); p.app('api', [db]); })`. */
export function pod(build: (p: PodBuilder) => void, about: Partial<PodIntent> = {}): PodIntent {
  const { capabilities = { ...NEWEST.capabilities, envFiles: false }, restartPolicy = 'Always', ...others } = about;
  const containers: ContainerIntent[] = [];
  const adder = (role: ContainerRole) => (name: string, ...rest: Rest) => {
    const [needs, words = {}] = Array.isArray(rest[0]) ? rest as [readonly Need[], ContainerWords?] : [[], rest[0] as ContainerWords | undefined];
    containers.push(containerIntent(name, containers.length, role, capabilities, restartPolicy, needs, words));
    return name;
  };
  build({ app: adder(ContainerRole.APP), sidecar: adder(ContainerRole.SIDECAR), init: adder(ContainerRole.INIT) });
  return {
    containers,
    capabilities,
    lacks: LACKS,
    kubeletBugs: [],
    kubeletExceptions: [],
    annotations: {},
    restartPolicy,
    restartsAllContainers: restartsAll(containers, capabilities),
    windows: false,
    usesNodeDns: false,
    hostNetwork: false,
    hasVolumes: true,
    terminationGracePeriodSeconds: 30,
    deadlines: [],
    exitCodeRules: [],
    acceptedWarnings: [],
    delivery: { delivery: 'CONFIG_MAP', stated: false, reason: '`startupOrder.architecture` states the architecture amd64', architectures: ['amd64'], boundBy: 'the node selector of the pod' },
    mayLoseBestEffort: false,
    lacksSidecars: false,
    orderedShutdown: false,
    sharesProcesses: false,
    ...others,
  };
}

/** A pod with guards. By default a pod has no guards, so that each test shows one feature. */
export const NEWEST = { capabilities: resolveTarget('1.37', {})!.capabilities };

export const LACKS = resolveTarget('1.37', {})!.lacks;
/** With `nativeSidecars: false`, which the user states. */
export const DENYING = { lacks: resolveTarget('1.37', { nativeSidecars: false })!.lacks };

/** The oldest version, without any capability. */
export const OLD = { capabilities: resolveTarget('1.27', {})!.capabilities };

/**
 * Containers, each with its own port as ready check, and with the role APP or the role before its name:
 * `graph({ 'init migrate': 'db', 'sidecar db': '', 'api': 'db', 'web': 'db api' })`. `words` adds properties by name; `on` is for all needs of the container.
 */
export function graph(
  needs: Readonly<Record<string, string>>, about: About = {}, words: Readonly<Record<string, ContainerWords & { on?: Options }>> = {},
): PodIntent {
  return pod(p => Object.entries(needs).forEach(([key, dependencies], i) => {
    const [name, role = 'app'] = key.split(' ').reverse();
    const { on: options, ...more } = words[name] ?? {};
    p[role as Role](name, dependencies.split(' ').filter(n => n).map(n => on(n, options)), { ...role === 'init' ? {} : { ready: tcp(1000 + i) }, ...more });
  }), about);
}

export type Role = keyof PodBuilder;

/** 'app' needs 'dep', a container of this role. */
export function one(role: Role, words: ContainerWords, options: Options = {}, about: About = {}, app: ContainerWords = {}): PodIntent {
  return pod(p => { p[role]('dep', words); p.app('app', [on('dep', options)], app); }, about);
}

function containerIntent(
  name: string, place: number, role: ContainerRole, capabilities: Capabilities,
  ofPod: PodIntent['restartPolicy'], needs: readonly Need[], words: ContainerWords,
): ContainerIntent {
  const period = words.startupPeriod ?? 1;
  const slot = chooseSlot(role, capabilities);
  const policies = { restartPolicy: words.restartPolicy, restartRules: words.restartRules ?? [] };
  const startup = words.startup ?? (words.source === 'startupProbe' ? words.ready : undefined);
  return {
    name,
    place,
    role,
    slot,
    roleStated: words.roleStated ?? true,
    inInitContainers: role === ContainerRole.INIT || (words.native ?? false),
    alreadyNative: words.native ?? false,
    ready: words.ready && { check: words.ready, source: words.automatic && words.source === 'startupProbe' ? 'automaticStartupProbe' : words.source ?? 'readyWhen' },
    startup: startup && {
      check: startup,
      agentCheck: selectAgentCheck(startup),
      periodSeconds: period,
      failureThreshold: 3,
      limitSeconds: 3 * period,
      automatic: words.automatic ?? false,
    },
    dependsOn: needs.map(n => typeof n === 'string' ? on(n) : n),
    postStart: words.postStart,
    preStop: words.preStop,
    stopsWithinSeconds: words.stopsWithin,
    hasHealthcheck: false,
    command: words.command ? { from: 'manifest' } : undefined,
    hasReadinessProbe: words.readiness ?? words.source === 'readinessProbe',
    readinessDelaySeconds: words.readinessDelay ?? 0,
    liveness: words.liveness && {
      check: selectAgentCheck(words.liveness), delaySeconds: words.livenessDelay ?? 0, graceSeconds: words.livenessGrace,
    },
    fieldsForbiddenOnInit: words.forbidden ?? [],
    fieldsForbiddenOnSidecar: words.forbiddenOnSidecar ?? [],
    ...policies,
    restarts: decideRestarts(slot, policies, { capabilities, restartPolicy: ofPod }),
    image: `example/${name}`,
    ports: words.ports ?? [],
    namedPorts: words.namedPorts ?? [],
    hostPorts: words.hostPorts,
    user: words.user,
    stopSignal: words.stopSignal,
    mounts: Object.entries(words.mounts ?? {}).map(([volume, path]) => ({ volume, path, partial: false })),
  };
}

/** Returns the pod with another `restartPolicy` of one container. */
export function withRestartPolicy(intent: PodIntent, name: string, restartPolicy: ContainerIntent['restartPolicy']): PodIntent {
  const change = (c: ContainerIntent) => ({ ...c, restartPolicy, restarts: decideRestarts(c.slot, { ...c, restartPolicy }, intent) });
  return { ...intent, containers: intent.containers.map(c => c.name === name ? change(c) : c) };
}

export function on(name: string, options: Partial<DependencyDeclaration> = {}): DependencyDeclaration {
  return { target: { kind: 'container', name }, required: true, ...options };
}

/** A dependency on something outside the pod. */
export function outside(name: string, options: Partial<DependencyDeclaration> & { check?: Check; image?: string } = {}): DependencyDeclaration {
  const { check = { kind: 'tcpSocket', host: `${name}.example`, port: 443 }, image, ...edge } = options;
  return { target: { kind: 'external', name, check, image }, required: true, ...edge };
}

export const tcp = (port: number): Check => ({ kind: 'tcpSocket', port });
export const READY_ON_1 = { ready: tcp(1) };
export const http = (port: number): Check => ({ kind: 'httpGet', scheme: 'http', port, path: '/' });
export const command = (...words: string[]): Check => ({ kind: 'command', command: words });
export const blocking = (...words: string[]): Check => ({ kind: 'blockingCommand', command: words });
export const file = (path: string): Check => ({ kind: 'file', path });
export const grpc = (port: number): Check => ({ kind: 'grpc', port });
export const delay = (seconds: number): Check => ({ kind: 'delay', seconds });
export const allOf = (...checks: Check[]): Check => ({ kind: 'allOf', checks });

/** Returns the plan of a pod, or its problems for the user. */
export function planPod(intent: PodIntent) {
  const planned = plannedOrConflicts(intent);
  return planned.plan ? planned : { plan: undefined, problems: explainFindings(planned.problems, planned.intent) };
}

export function remediesOf({ edges: [edge], intent }: PodPlan): readonly string[] { return edge.findRemedies(intent!); }

/** Returns the plan of a pod without problems. */
export function plan(intent: PodIntent): PodPlan & Findings {
  const planned = planPod(intent);
  if (!planned.plan) { throw new Error(said(planned.problems).join('\n')); }
  const found = planned.plan;
  return {
    ...found,
    // Tests name the texts of warnings.
    get warnings() { return findFindings(found).warnings.map(warning => warning.replace(/ \[SW\d+\]$/, '')); },
    get notes() { return findFindings(found).notes; },
  };
}

/** Returns the problems of a pod. */
export function refusals(intent: PodIntent): string[] { return said(planPod(intent).problems); }

export function said(problems: readonly Problem[]): string[] { return problems.map(p => `${p.code}: ${p.text}`); }

/** Returns the containers in start order, init containers and waits included. */
export function names({ initContainers, containers }: PodPlan): string[] { return [...initContainers, ...containers].map(c => c.name); }

/** Returns the containers in start order, each with the dependencies of its hook, in the notation of the measurements: 'f', 'a', 'b[a+b]'. */
export function withHooks(planned: PodPlan): string[] {
  const waits = new Map(listHooks(planned).map(h => [h.container, `[${h.waits.flatMap(w => 'check' in w ? w.dependency : []).join('+')}]`]));
  return names(planned).map(name => `${name}${waits.get(name) ?? ''}`);
}

export function hookOf(planned: PodPlan, container: string): PostStartPlan {
  return listContainers(planned).find(c => c.name === container)!.postStart!;
}

/** A part of the plan without its field and reason, with the name of its container. */
type Part<T> = { readonly container: string } & Omit<T, 'field' | 'reason' | 'kind'>;

/** Returns a part of each container, in start order. */
function listParts<T extends Injection>(planned: PodPlan, partsOf: (decided: ContainerPlan) => readonly (T | undefined)[]): Part<T>[] {
  return listContainers(planned).flatMap(c => partsOf(c).flatMap((part): Part<T>[] => {
    if (part === undefined) { return []; }
    const { field, reason, kind, ...rest } = part as T & { kind?: string };
    return [{ container: c.name, ...rest as Omit<T, 'field' | 'reason' | 'kind'> }];
  }));
}

export const listHooks = (planned: PodPlan) => listParts(planned, c => [c.postStart]);
export const listGates = (planned: PodPlan) => listParts(planned, c => [c.gate]);
export const listGuards = (planned: PodPlan) => listParts(planned, c => c.guards);
export const listPreStops = (planned: PodPlan) => listParts(planned, c => [c.preStop]);
export const listProbeChanges = (planned: PodPlan) => listParts(planned, c => c.probeChanges);
export const listReadyProbes = (planned: PodPlan) => listParts(planned, c => [c.startupProbe?.kind === 'readyCheck' ? c.startupProbe : undefined]);
export const listGateProbes = (planned: PodPlan) => listParts(planned, c => [c.startupProbe?.kind === 'gateCheck' ? c.startupProbe : undefined]);
export const listMarkerProbes = (planned: PodPlan) => [
  ...listParts(planned, c => [c.readinessProbe]).map(p => ({ ...p, probe: 'readinessProbe' })),
  ...listParts(planned, c => [c.startupProbe?.kind === 'marker' ? c.startupProbe : undefined]).map(p => ({ ...p, probe: 'startupProbe' })),
];
export const listRemovedProbes = (planned: PodPlan) => listContainers(planned).filter(c => c.startupProbe?.kind === 'removed').map(c => c.name);
export const hasStateVolume = (planned: PodPlan) => planned.volumes.some(v => v.kind === 'state');
export const defaultContainer = (planned: PodPlan) => planned.annotations.find(a => a.key === 'kubectl.kubernetes.io/default-container')?.value;

/** Returns the mechanism and the guarantee of one dependency: 'POST_START BEST_EFFORT'. */
export function kept(planned: PodPlan, dependent = 'app', dependency = 'dep'): string {
  const edge = planned.edges.find(e => e.dependent === dependent && e.dependency === dependency)!;
  return `${edge.mechanism} ${edge.guarantee}`;
}

/** A declaration about containers of a manifest, by name. */
export function declared(containers: Readonly<Record<string, Partial<ContainerDeclaration>>>, sidecarsFirst = false): PodDeclaration {
  return { containers: Object.entries(containers).map(([name, words]) => ({ name, dependsOn: [], ...words })), sidecarsFirst };
}

/** Keeps a container that others need in `containers`, so that the wait agent enforces the order. */
export const REGULAR = { role: ContainerRole.APP };

export const AGENT_MOUNT = { mountPath: '/startup-order', name: 'startup-order-agent', readOnly: true };
export const STATE_MOUNT = { mountPath: '/startup-order-state', name: 'startup-order-state' };

export function box(name: string, more: Partial<ContainerJson> = {}): ContainerJson { return { image: `example/${name}`, name, ...more }; }

/** Settings with a known architecture, unless the options contain `architecture: undefined`: most tests are not about the delivery of the agent. */
const KNOWN = { architecture: 'amd64' };

/** Returns the ordered manifest of a pod. */
export function ordered(spec: PodSpecJson, declaration: PodDeclaration, options: StartupOrderOptions = {}): PodTemplateJson {
  return orderedTemplate({ spec }, declaration, options);
}

export function orderedTemplate(template: PodTemplateJson, declaration: PodDeclaration, options: StartupOrderOptions = {}): PodTemplateJson {
  const { settings, problems: wrongOptions } = resolveOptions({ ...KNOWN, ...options });
  const result = orderPod(template, declaration, settings);
  expect(said([...wrongOptions, ...result.problems])).toEqual([]);
  return result.template!;
}

/** Returns the problems of a manifest and its declarations. */
export function objections(spec: PodSpecJson, declaration: PodDeclaration, options: StartupOrderOptions = {}): string[] {
  const { settings, problems } = resolveOptions({ ...KNOWN, ...options });
  return said([...problems, ...orderPod({ spec }, declaration, settings).problems]);
}

export function containerOf({ initContainers = [], containers = [] }: PodSpecJson, name: string): ContainerJson {
  return [...initContainers, ...containers].find(c => c.name === name)!;
}

/** Returns the CPU time, which depends less on the load of the machine than the clock. */
export function cpuMilliseconds(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

import { all, Cel, containsWords, quote } from './cel';
import { guardVariable } from '../agent/contract';
import { getOrCreate, when } from '../api/private/collections';
import { StartCondition } from '../api/private/enums';
import { ContainerJson, HandlerJson, listContainersOf, PodTemplateJson } from '../api/private/pod-spec';
import { ContainerPlan, EdgePlan, InitEntry, PodPlan } from '../pod/pod-plan';

/** A part of a pod that enforces a dependency. */
export interface Requirement {
  /** The container with the part. */
  readonly container: string;
  /** The part as the end of a sentence: "…, but {missing}". */
  readonly missing: string;
  /** Whether the pod `object` contains the part. */
  readonly holds: Cel;
}

/** The requirements of one dependency of a container. */
export interface EdgeRequirements {
  readonly dependent: string;
  readonly dependency: string;
  readonly condition: StartCondition;
  readonly requirements: readonly Requirement[];
}

/**
 * Returns what a pod must contain so that each dependency of the plan is still enforced. `template`: the pod template
 * that the plan wrote.
 *
 * The requirements name only relative positions and single fields. Other containers at any position, other fields, and
 * words around a command are allowed: the agent still runs before the command if a webhook adds its own program before
 * the agent.
 */
export function findRequirements(plan: PodPlan, template: PodTemplateJson): EdgeRequirements[] {
  const pod = new PlannedPod(plan, template);
  return plan.edges.map(edge => {
    const { dependent, dependency, condition } = edge;
    return { dependent, dependency, condition, requirements: withoutDuplicates(pod.listRequirements(edge)) };
  });
}

/** A container of the plan, and what the plan wrote. */
interface Written {
  readonly name: string;
  readonly entry: InitEntry;
  readonly json: ContainerJson;
  readonly inInit: boolean;
  /** The position among all containers, init containers first. */
  readonly place: number;
}

/** A pod template together with its plan. */
class PlannedPod {
  private readonly byName: ReadonlyMap<string, Written>;
  private readonly installer: Written | undefined;
  private readonly hooksThatWaitFor = new Map<string, readonly string[]>();

  constructor(
    private readonly plan: PodPlan,
    { spec }: PodTemplateJson,
  ) {
    const json = new Map(listContainersOf(spec).map(c => [c.name, c]));
    const entries = [...plan.initContainers, ...plan.containers];
    this.byName = new Map(
      entries.map((entry, place) => [
        entry.name,
        { name: entry.name, entry, json: json.get(entry.name)!, inInit: place < plan.initContainers.length, place },
      ]),
    );
    this.installer = [...this.byName.values()].find(({ entry }) => entry.kind === 'installer');
  }

  public listRequirements(edge: EdgePlan): Requirement[] {
    const dependent = this.find(edge.dependent);
    const dependency = edge.external ? undefined : this.find(edge.dependency);
    const waits = [undefined, edge.dependent, edge.dependency].includes(edge.waitsIn)
      ? undefined
      : this.find(edge.waitsIn!);
    const containers = [dependency, waits, dependent].filter((c): c is Written => c !== undefined);
    return [
      // First, because a container in the wrong list has none of its fields.
      ...containers.map(requireListed),
      ...(dependency ? this.listDependencyFields(edge, dependency) : []),
      ...(waits ? this.listWaitFields(waits) : []),
      ...this.listDependentFields(edge, dependent),
      ...this.listPositions(edge, containers),
    ];
  }

  /** The fields by which a container reports its state, or holds later containers. */
  private listDependencyFields(edge: EdgePlan, container: Written): Requirement[] {
    const { slot, postStart, startupProbe, readinessProbe, gate, preStop, restartsAll } = planOf(container);
    const holdsByPosition = edge.mechanism === 'POSITION' && edge.condition !== 'RUNNING';
    const hook = postStart !== undefined || (holdsByPosition && edge.condition === 'STARTED');
    const planned = startupProbe?.kind === 'readyCheck' || startupProbe?.kind === 'marker';
    const startup = planned || (holdsByPosition && slot === 'NATIVE_SIDECAR');
    const fields = [
      ...when(hook, ...requireHook(container, 'postStart')),
      ...when(startup, ...requireProbe(container, 'startupProbe')),
      ...when(readinessProbe, ...requireProbe(container, 'readinessProbe')),
      ...when(gate?.locks || gate?.marksEnd, requireGate(container)),
      ...when(edge.stopMechanism && preStop, ...requireHook(container, 'preStop')),
      ...when(restartsAll, requireRestartRule(container)),
    ];
    return [
      ...listRestartPolicy(container),
      ...fields,
      ...when(postStart?.locksMarks, requireSeparateProcesses(container)),
      ...(fields.length > 0 ? this.listAgentParts(container) : []),
    ];
  }

  private listDependentFields(edge: EdgePlan, container: Written): Requirement[] {
    return [
      ...listRestartPolicy(container),
      ...this.listWaitingFields(edge, container),
      ...(edge.stopMechanism === 'LIFE_LOCK' ? this.listLockFields(container) : []),
    ];
  }

  /** The lock that shows the preStop hook of the dependency that the dependent still runs: of a gate, or of a hook. */
  private listLockFields(container: Written): Requirement[] {
    const locking = planOf(container).gate?.locks
      ? [requireGate(container)]
      : [...requireHook(container, 'postStart'), requireSeparateProcesses(container)];
    return [...locking, ...this.listAgentParts(container)];
  }

  private listWaitingFields({ mechanism, dependency }: EdgePlan, container: Written): Requirement[] {
    switch (mechanism) {
      case 'ENTRYPOINT_GATE':
        return [requireGate(container), ...this.listAgentParts(container)];
      case 'GUARDED_HOOK':
        return planOf(container)
          .guards.filter(guard => guard.dependency === dependency)
          .map(guard => requireGuard(container, guard.condition, dependency));
      default:
        return [];
    }
  }

  /**
   * The fields of a container that waits for another container: an init container of the plan, or a container with a
   * hook.
   */
  private listWaitFields(container: Written): Requirement[] {
    const waiting =
      container.entry.kind === 'container' ? requireHook(container, 'postStart') : requireCommand(container, 'wait');
    return [...waiting, ...this.listAgentParts(container)];
  }

  /**
   * The positions by which the kubelet starts these containers one after the other. A gate keeps the order at any
   * position in `containers`, but before hooks that wait for it.
   */
  private listPositions({ mechanism, dependent }: EdgePlan, containers: readonly Written[]): Requirement[] {
    const isGate = mechanism === 'ENTRYPOINT_GATE';
    return containers.slice(1).flatMap((later, i) => {
      const earlier = containers[i];
      const held =
        !earlier.inInit && isGate ? this.listHooksThatWaitFor(dependent).map(name => this.find(name)) : [later];
      return held
        .filter(({ inInit, place }) => inInit === earlier.inInit && place > earlier.place)
        .map(container => requireBefore(earlier, container));
    });
  }

  /**
   * The containers whose hooks wait until this container is ready. The kubelet starts no later container meanwhile, so
   * what the gate waits for must come before these hooks.
   */
  private listHooksThatWaitFor(name: string): readonly string[] {
    return getOrCreate(this.hooksThatWaitFor, name, () => {
      const carriers = new Set<string>();
      for (const edge of this.plan.edges.filter(e => !e.external && e.dependency === name)) {
        if (edge.mechanism === 'POST_START') {
          carriers.add(edge.waitsIn ?? name);
        }
        if (edge.mechanism === 'ENTRYPOINT_GATE') {
          this.listHooksThatWaitFor(edge.dependent).forEach(carrier => carriers.add(carrier));
        }
      }
      return [...carriers];
    });
  }

  /** The mounts of the agent, and the init container that copies it. */
  private listAgentParts(container: Written): Requirement[] {
    const own = requireMounts(container);
    const { installer } = this;
    if (own.length === 0 || installer === undefined) {
      return own;
    }
    return [
      ...own,
      requireListed(installer),
      ...requireCommand(installer, 'copy the agent'),
      ...requireMounts(installer),
      ...when(container.inInit, requireBefore(installer, container)),
    ];
  }

  private find(name: string): Written {
    return this.byName.get(name)!;
  }
}

/** A dependent is a container of the manifest, and so is a dependency in the pod. */
function planOf({ entry }: Written): ContainerPlan {
  return entry as ContainerPlan;
}

/** Whether the list of the container contains it with these fields. */
function requireField({ name, inInit }: Written, missing: string, ...conditions: readonly Cel[]): Requirement {
  return {
    container: name,
    missing,
    holds: `${listOf(inInit)}.exists(c, ${all([`c.name == ${quote(name)}`, ...conditions])})`,
  };
}

/** The next containers wait until an init container has exited. They do not wait for the exit of a native sidecar. */
function listRestartPolicy(container: Written): Requirement[] {
  const { name, entry, inInit } = container;
  if (!inInit) {
    return [];
  }
  return entry.kind === 'container' && entry.slot === 'NATIVE_SIDECAR'
    ? [
        requireField(
          container,
          `'${name}' has no restartPolicy: Always`,
          'has(c.restartPolicy) && c.restartPolicy == "Always"',
        ),
      ]
    : [
        requireField(
          container,
          `'${name}' has restartPolicy: Always`,
          '(!has(c.restartPolicy) || c.restartPolicy != "Always")',
        ),
      ];
}

/** The words of the agent before the command. */
function requireGate(container: Written): Requirement {
  const {
    name,
    json: { command = [] },
  } = container;
  const words = command.slice(0, command.indexOf('--') + 1);
  return requireField(container, `the command of '${name}' does not contain its gate`, runs(words));
}

function requireGuard(container: Written, condition: StartCondition, dependency: string): Requirement {
  const {
    name,
    json: { env = [] },
  } = container;
  const variable = guardVariable(dependency, condition);
  const { fileKeyRef } = env.find(e => e.name === variable)!.valueFrom as any;
  const same = all([
    `e.name == ${quote(variable)}`,
    'has(e.valueFrom)',
    'has(e.valueFrom.fileKeyRef)',
    ...['path', 'key', 'volumeName'].map(field => `e.valueFrom.fileKeyRef.${field} == ${quote(fileKeyRef[field])}`),
    '!e.valueFrom.fileKeyRef.?optional.orValue(false)',
  ]);
  return requireField(container, `'${name}' has no variable ${variable}`, `has(c.env) && c.env.exists(e, ${same})`);
}

/** The command and the restart policy of an init container that the plan adds. `task`: 'wait'. */
function requireCommand(container: Written, task: string): Requirement[] {
  const { name, json } = container;
  return [
    requireField(container, `the command of '${name}' does not ${task}`, runs(json.command!)),
    ...listRestartPolicy(container),
  ];
}

/**
 * Returns whether a container runs these words. Some webhooks make their own program the command, and move the command
 * into `args` (Bank-Vaults, pod.go mutateContainers).
 */
function runs(words: readonly string[]): Cel {
  return `has(c.command) && ${containsWords('(c.command + c.?args.orValue([]))', words)}`;
}

function requireListed(container: Written): Requirement {
  return requireField(container, `'${container.name}' is not in ${listName(container.inInit)}`);
}

function requireBefore(earlier: Written, later: Written): Requirement {
  const names = `${listOf(earlier.inInit)}.map(c, c.name)`;
  return {
    container: later.name,
    missing: `'${earlier.name}' is not before '${later.name}' in ${listName(earlier.inInit)}`,
    holds: `${names}.indexOf(${quote(earlier.name)}) < ${names}.indexOf(${quote(later.name)})`,
  };
}

/**
 * A process that a hook leaves in its container holds the lock. In shared processes it outlives the container, and the
 * lock shows a container that is down.
 */
function requireSeparateProcesses({ name }: Written): Requirement {
  const shares = ['shareProcessNamespace', 'hostPID'].map(field => `object.spec.?${field}.orValue(false)`);
  return {
    container: name,
    missing:
      `the containers share their processes (shareProcessNamespace, hostPID), so the lock of ` +
      `'${name}' outlives it`,
    holds: `!(${shares.join(' || ')})`,
  };
}

function listName(inInit: boolean): string {
  return inInit ? 'initContainers' : 'containers';
}

function listOf(inInit: boolean): Cel {
  return inInit ? 'object.spec.?initContainers.orValue([])' : 'object.spec.containers';
}

/** Returns nothing for a hook that the container does not have. */
function requireHook(container: Written, hook: 'postStart' | 'preStop'): Requirement[] {
  const handler = container.json.lifecycle?.[hook];
  if (!handler) {
    return [];
  }
  const field = `c.lifecycle.${hook}`;
  const different = handler.exec ? 'different' : 'of another kind';
  return [
    requireField(
      container,
      `the ${hook} hook of '${container.name}' is missing or ${different}`,
      `has(c.lifecycle) && has(${field}) && ${matchHandler(field, handler)}`,
    ),
  ];
}

/**
 * Compares the command of a probe. Another probe only has to stay a request: a mesh redirects it to its proxy, and
 * makes every request an HTTP request (Istio, `rewriteAppHTTPProbers`).
 */
function requireProbe(container: Written, probe: 'startupProbe' | 'readinessProbe'): Requirement[] {
  const handler = container.json[probe];
  if (!handler) {
    return [];
  }
  const field = `c.${probe}`;
  const different = handler.exec ? 'different' : 'runs a command';
  const same = handler.exec ? matchHandler(field, handler) : `!has(${field}.exec)`;
  return [
    requireField(
      container,
      `the ${probe} of '${container.name}' is missing or ${different}`,
      `has(${field}) && ${same}`,
    ),
  ];
}

/**
 * Compares the command of a handler. Of other handlers only the kind stays the same: a mesh redirects the requests to
 * its proxy.
 */
function matchHandler(field: Cel, { exec, ...others }: HandlerJson): Cel {
  if (exec) {
    return (
      `has(${field}.exec) && has(${field}.exec.command) && ` +
      `${containsWords(`${field}.exec.command`, exec.command ?? [])}`
    );
  }
  return `has(${field}.${['httpGet', 'tcpSocket', 'sleep'].find(kind => kind in others)})`;
}

function requireRestartRule(container: Written): Requirement {
  return requireField(
    container,
    `'${container.name}' has no rule RestartAllContainers`,
    'has(c.restartPolicyRules) && c.restartPolicyRules.exists(r, r.action == "RestartAllContainers")',
  );
}

function requireMounts(container: Written): Requirement[] {
  return container.entry.mounts.map(({ volume, path }) => {
    const same = all([`m.name == ${quote(volume)}`, `m.mountPath == ${quote(path)}`]);
    return requireField(
      container,
      `'${container.name}' does not mount ${path}`,
      `has(c.volumeMounts) && c.volumeMounts.exists(m, ${same})`,
    );
  });
}

/** Identifies a part among all parts of a pod. */
export function identify({ container, missing }: Requirement): string {
  return `${container}: ${missing}`;
}

function withoutDuplicates(requirements: readonly Requirement[]): Requirement[] {
  return [...new Map(requirements.map(r => [identify(r), r])).values()];
}

import { all, Cel, containsWords, quote } from './cel';
import { Mechanism } from '../api/mechanism';
import { ContainerSlot } from '../api/private/container-slot';
import { ContainerJson, HandlerJson, PodTemplateJson } from '../api/private/pod-spec';
import { StartCondition } from '../api/start-condition';
import { StopMechanism } from '../api/stop-mechanism';
import { ContainerPlan, EdgePlan, InstallerPlan, MountPlan, PodPlan, WaitContainerPlan } from '../pod/pod-plan';

/** A part of a pod that enforces a dependency. */
export interface Requirement {
  /** The container with the part. */
  readonly container: string;
  /** The part as the end of a sentence: "…, but {missing}". */
  readonly missing: string;
  /** Whether the pod `object` contains the part. */
  readonly holds: Cel;
}

/** A condition of the fields of a container. */
interface FieldRequirement {
  readonly container: string;
  readonly missing: string;
  /** Whether the container `c` has the fields. */
  readonly condition: Cel;
}

/** The requirements of one dependency of a container. */
export interface EdgeRequirements {
  readonly dependent: string;
  readonly dependency: string;
  readonly condition: StartCondition;
  readonly requirements: readonly Requirement[];
}

/**
 * Returns what a pod must contain so that each dependency of the plan is still enforced. `template`: the pod template that the plan wrote.
 *
 * The requirements name only relative positions and single fields. Other containers at any position, other fields, and words around a command are
 * allowed: the agent still runs before the command if a webhook adds its own program before the agent.
 */
export function findRequirements(plan: PodPlan, template: PodTemplateJson): EdgeRequirements[] {
  const pod = new PlannedPod(plan, template);
  return plan.edges.map(edge => {
    const { dependent, dependency, condition } = edge;
    return { dependent, dependency, condition, requirements: withoutDuplicates(pod.listRequirements(edge)) };
  });
}

type Entry = ContainerPlan | WaitContainerPlan | InstallerPlan;

/** A pod template together with its plan. */
class PlannedPod {
  private readonly initContainers: ReadonlyMap<string, Entry>;
  private readonly containers: ReadonlyMap<string, Entry>;
  private readonly written: ReadonlyMap<string, ContainerJson>;
  private readonly installer: InstallerPlan | undefined;
  private readonly hooksThatWaitFor = new Map<string, readonly string[]>();

  constructor(private readonly plan: PodPlan, { spec }: PodTemplateJson) {
    this.initContainers = new Map(plan.initContainers.map(entry => [entry.name, entry]));
    this.containers = new Map(plan.containers.map(entry => [entry.name, entry]));
    this.written = new Map([...spec.initContainers ?? [], ...spec.containers ?? []].map(c => [c.name, c]));
    this.installer = plan.initContainers.find(entry => entry.kind === 'installer');
  }

  public listRequirements(edge: EdgePlan): Requirement[] {
    const dependent = this.find(edge.dependent);
    const dependency = edge.external ? undefined : this.find(edge.dependency);
    const waits = [undefined, edge.dependent, edge.dependency].includes(edge.waitsIn) ? undefined : this.find(edge.waitsIn!);
    const entries = [dependency, waits, dependent].filter((entry): entry is Entry => entry !== undefined);
    const fields = [
      ...dependency ? this.listDependencyFields(edge, dependency) : [],
      ...waits ? this.listWaitFields(waits) : [],
      ...this.listDependentFields(edge, dependent),
    ];
    return [
      // First, because a container in the wrong list has none of its fields.
      ...entries.map(({ name }) => requireListed(name, this.initContainers.has(name))),
      ...fields.map(part => 'holds' in part ? part : this.findIn(part)),
      ...this.listPositions(edge, entries),
    ];
  }

  private findIn({ container, missing, condition }: FieldRequirement): Requirement {
    const list = listOf(this.initContainers.has(container));
    return { container, missing, holds: `${list}.exists(c, ${all([`c.name == ${quote(container)}`, condition])})` };
  }

  /** The fields by which a container reports its state, or holds later containers. */
  private listDependencyFields(edge: EdgePlan, entry: Entry): (Requirement | FieldRequirement)[] {
    if (entry.kind !== 'container') { return []; }
    const { name, slot, postStart, startupProbe, readinessProbe, gate, preStop, restartsAll } = entry;
    const { lifecycle, startupProbe: probe } = this.written.get(name)!;
    const holdsByPosition = edge.mechanism === Mechanism.POSITION && edge.condition !== StartCondition.RUNNING;
    const hook = postStart !== undefined || (holdsByPosition && edge.condition === StartCondition.STARTED);
    const planned = startupProbe?.kind === 'readyCheck' || startupProbe?.kind === 'marker';
    const startup = planned || (holdsByPosition && slot === ContainerSlot.NATIVE_SIDECAR);
    const fields = [
      ...hook && lifecycle?.postStart ? [requireHook(name, 'postStart', lifecycle.postStart)] : [],
      ...startup && probe ? [requireProbe(name, 'startupProbe', probe)] : [],
      ...readinessProbe ? [requireProbe(name, 'readinessProbe', this.written.get(name)!.readinessProbe!)] : [],
      ...gate && (gate.locks || gate.marksEnd) ? [this.requireGate(name)] : [],
      ...edge.stopMechanism && preStop && lifecycle?.preStop ? [requireHook(name, 'preStop', lifecycle.preStop)] : [],
      ...restartsAll ? [requireRestartRule(name)] : [],
    ];
    const separate = postStart?.locksMarks ? [requireSeparateProcesses(name)] : [];
    return [...this.listRestartPolicy(entry), ...fields, ...separate, ...fields.length > 0 ? this.listAgentParts(entry) : []];
  }

  private listDependentFields(edge: EdgePlan, entry: Entry): (Requirement | FieldRequirement)[] {
    if (entry.kind !== 'container') { return []; }
    const lock = edge.stopMechanism === StopMechanism.LIFE_LOCK ? this.listLockFields(entry) : [];
    return [...this.listRestartPolicy(entry), ...this.listWaitingFields(edge, entry), ...lock];
  }

  /** The lock that shows the preStop hook of the dependency that the dependent still runs. */
  private listLockFields(entry: ContainerPlan): (Requirement | FieldRequirement)[] {
    const { name, gate, postStart } = entry;
    const lock = gate?.locks ? [this.requireGate(name)]
      : postStart?.locks ? [requireHook(name, 'postStart', this.written.get(name)!.lifecycle!.postStart!), requireSeparateProcesses(name)] : [];
    return [...lock, ...this.listAgentParts(entry)];
  }

  private listWaitingFields({ mechanism, dependency }: EdgePlan, entry: ContainerPlan): (Requirement | FieldRequirement)[] {
    switch (mechanism) {
      case Mechanism.ENTRYPOINT_GATE:
        return [this.requireGate(entry.name), ...this.listAgentParts(entry)];
      case Mechanism.GUARDED_HOOK:
        return entry.guards.filter(guard => guard.dependency === dependency).map(guard => this.requireGuard(entry.name, guard.condition, dependency));
      default: return [];
    }
  }

  /** The fields of a container that waits for another container: an init container of the plan, or a container with a hook. */
  private listWaitFields(entry: Entry): (Requirement | FieldRequirement)[] {
    const { name } = entry;
    const { command, lifecycle } = this.written.get(name)!;
    if (entry.kind === 'container') {
      return lifecycle?.postStart ? [requireHook(name, 'postStart', lifecycle.postStart), ...this.listAgentParts(entry)] : [];
    }
    return [requireField(name, `the command of '${name}' does not wait`, runs(command!)), requireOrdinary(name), ...this.listAgentParts(entry)];
  }

  private listRestartPolicy({ name, slot }: ContainerPlan): (Requirement | FieldRequirement)[] {
    switch (slot) {
      case ContainerSlot.NATIVE_SIDECAR:
        return [requireField(name, `'${name}' has no restartPolicy: Always`, 'has(c.restartPolicy) && c.restartPolicy == "Always"')];
      case ContainerSlot.INIT:
        return [requireOrdinary(name)];
      case ContainerSlot.CONTAINER: return [];
    }
  }

  /** The positions by which the kubelet starts these containers one after the other. A gate keeps the order at any position in `containers`, but before hooks that wait for it. */
  private listPositions({ mechanism, dependent }: EdgePlan, entries: readonly Entry[]): Requirement[] {
    const isGate = mechanism === Mechanism.ENTRYPOINT_GATE;
    return entries.slice(1).flatMap((later, i) => {
      const earlier = entries[i].name;
      const inInit = this.initContainers.has(earlier);
      const names = !inInit && isGate ? this.listHooksThatWaitFor(dependent) : [later.name];
      return names.filter(name => inInit === this.initContainers.has(name) && this.precedes(earlier, name))
        .map(name => requireBefore(earlier, name, inInit));
    });
  }

  /** The containers whose hooks wait until this container is ready. The kubelet starts no later container meanwhile, so what the gate waits for must come before these hooks. */
  private listHooksThatWaitFor(name: string): readonly string[] {
    const known = this.hooksThatWaitFor.get(name);
    if (known) { return known; }
    const carriers = new Set<string>();
    for (const edge of this.plan.edges.filter(e => !e.external && e.dependency === name)) {
      if (edge.mechanism === Mechanism.POST_START) { carriers.add(edge.waitsIn ?? name); }
      if (edge.mechanism === Mechanism.ENTRYPOINT_GATE) { this.listHooksThatWaitFor(edge.dependent).forEach(carrier => carriers.add(carrier)); }
    }
    this.hooksThatWaitFor.set(name, [...carriers]);
    return [...carriers];
  }

  private precedes(earlier: string, later: string): boolean {
    const names = [...this.initContainers.keys(), ...this.containers.keys()];
    return names.indexOf(earlier) < names.indexOf(later);
  }

  /** The mounts of the agent, and the init container that copies it. */
  private listAgentParts({ name, mounts }: Entry): (Requirement | FieldRequirement)[] {
    const own = mounts.map(mount => requireMount(name, mount));
    return mounts.length === 0 || this.installer === undefined ? own : [...own, ...this.listInstallerParts(this.installer, name)];
  }

  private listInstallerParts({ name, mounts }: InstallerPlan, user: string): (Requirement | FieldRequirement)[] {
    return [
      requireListed(name, true),
      requireField(name, `the command of '${name}' does not copy the agent`, runs(this.written.get(name)!.command!)),
      requireOrdinary(name),
      ...mounts.map(mount => requireMount(name, mount)),
      ...this.initContainers.has(user) ? [requireBefore(name, user, true)] : [],
    ];
  }

  /** The words of the agent before the command. */
  private requireGate(name: string): FieldRequirement {
    const { command = [] } = this.written.get(name)!;
    const words = command.slice(0, command.indexOf('--') + 1);
    return requireField(name, `the command of '${name}' does not contain its gate`, runs(words));
  }

  private requireGuard(name: string, condition: StartCondition, dependency: string): FieldRequirement {
    const { env = [] } = this.written.get(name)!;
    const reads = (e: any) => e.valueFrom?.fileKeyRef?.path === dependency && e.valueFrom.fileKeyRef.key === condition;
    const { name: variable, valueFrom } = env.find(reads) as any;
    const { path, key, volumeName } = valueFrom.fileKeyRef;
    const same = all([`e.name == ${quote(variable)}`, 'has(e.valueFrom)', 'has(e.valueFrom.fileKeyRef)', ...Object.entries({ path, key, volumeName })
      .map(([field, value]) => `e.valueFrom.fileKeyRef.${field} == ${quote(value as string)}`), '!e.valueFrom.fileKeyRef.?optional.orValue(false)']);
    return requireField(name, `'${name}' has no variable ${variable}`, `has(c.env) && c.env.exists(e, ${same})`);
  }

  private find(name: string): Entry {
    return this.initContainers.get(name) ?? this.containers.get(name)!;
  }
}

function requireField(container: string, missing: string, condition: Cel): FieldRequirement {
  return { container, missing, condition };
}

/** The next containers wait until an ordinary init container has exited. */
function requireOrdinary(name: string): FieldRequirement {
  return requireField(name, `'${name}' has restartPolicy: Always`, '(!has(c.restartPolicy) || c.restartPolicy != "Always")');
}

/** Returns whether a container runs these words. Some webhooks make their own program the command, and move the command into `args` (Bank-Vaults, pod.go mutateContainers). */
function runs(words: readonly string[]): Cel {
  return `has(c.command) && ${containsWords('(c.command + c.?args.orValue([]))', words)}`;
}

function requireListed(name: string, inInit: boolean): Requirement {
  return { container: name, missing: `'${name}' is not in ${listName(inInit)}`, holds: `${listOf(inInit)}.exists(c, c.name == ${quote(name)})` };
}

function requireBefore(earlier: string, later: string, inInit: boolean): Requirement {
  const names = `${listOf(inInit)}.map(c, c.name)`;
  return {
    container: later,
    missing: `'${earlier}' is not before '${later}' in ${listName(inInit)}`,
    holds: `${names}.indexOf(${quote(earlier)}) < ${names}.indexOf(${quote(later)})`,
  };
}

/** A process that a hook leaves in its container holds the lock. In shared processes it outlives the container, and the lock shows a container that is down. */
function requireSeparateProcesses(name: string): Requirement {
  const shares = ['shareProcessNamespace', 'hostPID'].map(field => `object.spec.?${field}.orValue(false)`);
  return {
    container: name,
    missing: `the containers share their processes (shareProcessNamespace, hostPID), so the lock of '${name}' outlives it`,
    holds: `!(${shares.join(' || ')})`,
  };
}

function listName(inInit: boolean): string {
  return inInit ? 'initContainers' : 'containers';
}

function listOf(inInit: boolean): Cel {
  return inInit ? 'object.spec.?initContainers.orValue([])' : 'object.spec.containers';
}

function requireHook(name: string, hook: 'postStart' | 'preStop', handler: HandlerJson): FieldRequirement {
  return requireField(name, `the ${hook} hook of '${name}' is missing or different`, `has(c.lifecycle) && has(c.lifecycle.${hook}) && ${matchHandler(`c.lifecycle.${hook}`, handler)}`);
}

function requireProbe(name: string, probe: 'startupProbe' | 'readinessProbe', handler: HandlerJson): FieldRequirement {
  const field = `c.${probe}`;
  const condition = handler.exec ? `has(${field}) && ${matchHandler(field, handler)}` : `has(${field})`;
  return requireField(name, `the ${probe} of '${name}' is missing or different`, condition);
}

/** Compares the command of a handler. Of other handlers only the kind stays the same: a mesh redirects the requests to its proxy. */
function matchHandler(field: Cel, { exec, ...others }: HandlerJson): Cel {
  if (exec) { return `has(${field}.exec) && has(${field}.exec.command) && ${containsWords(`${field}.exec.command`, exec.command ?? [])}`; }
  return `has(${field}.${['httpGet', 'tcpSocket', 'sleep'].find(kind => kind in others)})`;
}

function requireRestartRule(name: string): FieldRequirement {
  return requireField(name, `'${name}' has no rule RestartAllContainers`, 'has(c.restartPolicyRules) && c.restartPolicyRules.exists(r, r.action == "RestartAllContainers")');
}

function requireMount(name: string, { volume, path }: MountPlan): FieldRequirement {
  const same = all([`m.name == ${quote(volume)}`, `m.mountPath == ${quote(path)}`]);
  return requireField(name, `'${name}' does not mount ${path}`, `has(c.volumeMounts) && c.volumeMounts.exists(m, ${same})`);
}

/** Identifies a part among all parts of a pod. */
export function identify({ container, missing }: Requirement): string {
  return `${container}: ${missing}`;
}

function withoutDuplicates(requirements: readonly Requirement[]): Requirement[] {
  return [...new Map(requirements.map(r => [identify(r), r])).values()];
}

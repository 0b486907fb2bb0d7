import { Duration } from 'cdk8s';
import { findFindings } from './findings';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../api/enums';
import { ExternalCheck, leaves, sumDelays } from '../api/private/check';
import { getList } from '../api/private/enums';
import { isObject } from '../api/private/json-object';
import { PodMesh } from '../api/private/mesh';
import { PlannedHook, PlannedInjection } from '../api/private/planned-parts';
import { PlannedContainer, StartupPlan } from '../api/startup-plan';
import { MECHANISMS } from '../planner/mechanisms';
import { describeCheck } from '../pod/checks';
import { POD_IP } from '../pod/checks/hosts';
import { CheckSource } from '../pod/intent';
import { describeException } from '../pod/kubelet-bugs';
import { ContainerPlan, EdgePlan, findProbePeriod, InitEntry, PodPlan, Injection } from '../pod/pod-plan';
import { describeRemedies } from '../pod/remedy';
import { OrderSettings } from '../pod/settings';
import { divideWarnings, warn } from '../pod/warnings';

/**
 * Returns the fields that the plan writes into the manifest, and their purpose: fields of the pod first, then of the
 * containers in start order.
 */
export function listInjections({
  volumes,
  annotations,
  podFields,
  initContainers,
  containers,
}: PodPlan): PlannedInjection[] {
  return [
    ...[...volumes, ...annotations, ...podFields].map(({ field, reason }) => ({ field, reason })),
    ...[...initContainers, ...containers].flatMap(c =>
      listParts(c).map(({ field, reason }) => ({ container: c.name, field, reason })),
    ),
  ];
}

/** Returns all parts of the plan of a container that write a field, in the order of planContainers. */
function listParts(entry: InitEntry): Injection[] {
  return entry.kind === 'container' ? Object.values(entry).flat().filter(isInjection) : [entry];
}

function isInjection(part: unknown): part is Injection {
  return isObject(part) && 'field' in part && 'reason' in part;
}

const SOURCES: Readonly<Record<CheckSource, string>> = {
  readyWhen: 'readyWhen',
  startupProbe: 'its startup probe',
  readinessProbe: 'its readiness probe',
  automaticStartupProbe: 'the startup probe that cdk8s-plus adds for portNumber',
};

/**
 * Converts the plan of a pod into the public plan: in start order, with texts and durations. `plan` is `undefined` if
 * the order is disabled.
 */
export function toStartupPlan(
  path: string,
  settings: OrderSettings,
  plan: PodPlan | undefined,
  listWorkloads: (check: ExternalCheck) => string[] = () => [],
): StartupPlan {
  const { version, newerThanKnown } = settings.target;
  const frame = {
    path,
    kubernetesVersion: version,
    _kubernetesVersionAssumed: settings.statedVersion === undefined || undefined,
    _startsAtOnce: !settings.target.capabilities.serialStarts || undefined,
  };
  if (!plan) {
    const { disabledReason } = settings;
    return {
      ...frame,
      disabledReason,
      containers: [],
      dependencies: [],
      _injections: [],
      _hasVolumes: false,
      warnings: [],
      notes: [],
    };
  }

  const ofVersion = divideWarnings(
    newerThanKnown === undefined ? [] : [warn('SW902', { given: newerThanKnown, planned: version })],
    settings.acceptedWarnings,
  );
  const delays = findDelays(plan);
  const own = [...plan.initContainers, ...plan.containers].map(entry => toPlannedEntry(entry, delays));
  const containers = insertProxy(own, plan.intent?.mesh);
  const place = new Map(containers.map((c, i) => [c.name, i]));
  const findings = findFindings(plan);
  return {
    ...frame,
    containers,
    dependencies: [...plan.edges]
      .sort((a, b) => place.get(a.dependent)! - place.get(b.dependent)! || (a.dependency < b.dependency ? -1 : 1))
      .map(e => ({
        dependent: e.dependent,
        dependency: e.dependency,
        external: e.external,
        _injected: e.injected,
        workloads: (e.external && e.check && omitEmptyList(listWorkloads(e.check))) || undefined,
        condition: e.condition as StartCondition,
        check: describeCheckOf(e),
        mechanism: e.mechanism as Mechanism,
        guarantee: e.guarantee as Guarantee,
        exceptions: omitEmptyList(e.exceptions.map(describeException)),
        waitsIn: e.waitsIn,
        timeout: inSeconds(e.timeoutSeconds),
        onTimeout: e.onTimeout,
        _expectedReadyIn: inMilliseconds(e.expectedReadySeconds),
        _delay: e.external && e.check?.kind === 'delay' ? inMilliseconds(e.check.seconds) : undefined,
        reason: e.reason,
        stopMechanism: e.stopMechanism,
        remedy: describeRemedies(e.findRemedies(plan.intent!)) || undefined,
      })),
    stopTime: inSeconds(plan.stopSeconds),
    _injections: listInjections(plan),
    _hasVolumes: plan.hasVolumes,
    warnings: [...ofVersion.warnings, ...findings.warnings],
    notes: [...ofVersion.notes, ...findings.notes],
  };
}

/** 'GET http://127.0.0.1:8080/ready, from its readiness probe'. */
function describeCheckOf({ check, checkSource, mechanism }: EdgePlan): string | undefined {
  if (check === undefined) {
    return undefined;
  }
  // The kubelet asks from outside the pod.
  const text = describeCheck(check, MECHANISMS[mechanism].heldBy === 'list' ? POD_IP : undefined);
  return checkSource === undefined ? text : `${text}, from ${SOURCES[checkSource]}`;
}

function inSeconds(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : Duration.seconds(seconds);
}

/** A time that users write can have a fraction of a second. */
function inMilliseconds(seconds: number | undefined): Duration | undefined {
  return seconds === undefined ? undefined : Duration.millis(Math.round(seconds * 1000));
}

function omitEmptyList<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Returns the seconds of the delays in the ready check of each container that a dependent waits for. */
function findDelays({ edges }: PodPlan): Map<string, number> {
  const delays = new Map<string, number>();
  for (const { dependency, external, check } of edges) {
    const seconds = check && !external ? sumDelays(leaves(check)) : 0;
    if (seconds > 0) {
      delays.set(dependency, seconds);
    }
  }
  return delays;
}

/** `delays`: the time after which dependents treat a container as ready. */
function toPlannedEntry(entry: InitEntry, delays: ReadonlyMap<string, number>): PlannedContainer {
  switch (entry.kind) {
    case 'container':
      return toPlannedContainer(entry, delays.get(entry.name));
    case 'wait':
      return toInjectedContainer(
        entry.name,
        `waits for ${entry.awaited.map(a => `${a.dependency}: ${describeCheck(a.check)}`).join('; ')}`,
      );
    case 'installer':
      return toInjectedContainer(entry.name, 'copies the wait agent for the other containers');
  }
}

function toInjectedContainer(name: string, reason: string): PlannedContainer {
  return { name, role: ContainerRole.INIT, list: 'initContainers', _slot: 'INIT', reason, injected: true };
}

function toPlannedContainer(plan: ContainerPlan, delaySeconds: number | undefined): PlannedContainer {
  const { name, container, slot, reason, moved } = plan;
  return {
    name,
    role: container.role as ContainerRole,
    list: getList(slot),
    _slot: slot,
    reason: reason && moved ? `${reason}, ${moved}` : (reason ?? moved),
    injected: false,
    _expectedReadyIn: inMilliseconds(container.expectedReadySeconds),
    _delay: inMilliseconds(delaySeconds),
    _postStart: toPlannedHook(plan),
    _alreadyNative: container.alreadyNative,
    _startupProbePeriod: inSeconds(findProbePeriod(plan)),
  };
}

function toPlannedHook({ postStart, container }: ContainerPlan): PlannedHook | undefined {
  const hasHook = container.postStart !== undefined;
  if (!postStart) {
    return hasHook ? { waitsFor: [], conditionalOn: [], includesUserHook: true } : undefined;
  }
  const { waits, timeoutSeconds } = postStart;
  const awaited = waits.flatMap(w => ('check' in w ? [w.dependency] : []));
  const seen = waits.flatMap(w => ('seen' in w ? [w.dependency] : []));
  const timeout = inSeconds(timeoutSeconds);
  return { waitsFor: [...new Set(awaited)], conditionalOn: [...new Set(seen)], timeout, includesUserHook: hasHook };
}

function toPlannedProxy({ name, proxy, order, reason, ready }: PodMesh): PlannedContainer {
  const slot = order === 'native' ? 'NATIVE_SIDECAR' : 'CONTAINER';
  return {
    name: proxy,
    role: ContainerRole.SIDECAR,
    list: getList(slot),
    _slot: slot,
    reason: `${name}: ${reason}`,
    injected: true,
    _postStart: order === 'hook' ? { waitsFor: [proxy], conditionalOn: [], includesUserHook: false } : undefined,
    _startupProbePeriod: order === 'native' && ready ? Duration.seconds(1) : undefined,
  };
}

/** Inserts the proxy at the position where the mesh injects it. */
function insertProxy(containers: PlannedContainer[], mesh: PodMesh | undefined): PlannedContainer[] {
  if (!mesh) {
    return containers;
  }
  const firstApp = containers.findIndex(c => c._slot === 'CONTAINER');
  const [begin, end] = mesh.order === 'native' ? [0, firstApp] : [firstApp, containers.length];
  const at = mesh.place === 'first' ? begin : end;
  return [...containers.slice(0, at), toPlannedProxy(mesh), ...containers.slice(at)];
}

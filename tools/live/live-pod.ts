import { isObject, JsonObject } from '../../src/api/private/json-object';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { ImageFile } from '../../src/images/image-file';
import { listOf, numberOf, objectOf, textOf } from '../read/coerce-json';
import { findWorkloads } from '../read/find-workloads';
import { ContainerView } from '../read/pod-view';
import { PodReading, readPod } from '../read/read-pod';

const filterObjects = (value: unknown) => listOf(value).filter(isObject);

/** A pod with its status and its events. Times are seconds since 1970; times of the status have whole seconds. */
export interface LivePod {
  readonly created: number;
  readonly deleted?: number;
  readonly phase: string;
  /** The reason of a failure, if the status contains it. */
  readonly message?: string;
  readonly conditions: Readonly<Record<string, Condition>>;
  /** In start order. */
  readonly containers: readonly LiveContainer[];
  /** In order of time. */
  readonly events: readonly PodEvent[];
  /** The order that the spec enforces. */
  readonly reading: PodReading;
}

interface Condition {
  readonly holds: boolean;
  readonly since?: number;
  readonly reason?: string;
  readonly message?: string;
}

export interface LiveContainer extends Pick<ContainerView, 'name' | 'slot' | 'json'> {
  readonly waiting?: { readonly reason: string; readonly message?: string };
  /** The time of the last transition. */
  readonly running?: number;
  readonly terminated?: Termination;
  /** The end that `terminated` contains, unless the exit code is 0. */
  readonly crashed?: Termination;
  readonly lastTermination?: Termination;
  readonly restarts: number;
  readonly ready: boolean;
  /** The startup probe has passed, and the postStart hook is done. */
  readonly started: boolean;
  readonly events: readonly PodEvent[];
}

export interface Termination {
  readonly exitCode: number;
  readonly reason?: string;
  readonly message?: string;
  readonly started?: number;
  readonly finished?: number;
}

export interface PodEvent {
  readonly reason: string;
  readonly message: string;
  readonly isWarning: boolean;
  /** The container; `undefined`: the event is about the pod. */
  readonly container?: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/**
 * Parses the output of `kubectl get pod NAME -o json` and of `kubectl get events -o json` (`undefined`: no events are
 * known). `kubernetesVersion`: the version of the node; the default is the newest known version. `images`: the commands
 * of containers without `command`. Throws an error for any other object.
 */
export function readLivePod(
  pod: unknown,
  eventList: unknown,
  kubernetesVersion = `1.${NEWEST_MINOR}`,
  images?: ImageFile,
): LivePod {
  const json = objectOf(pod);
  const metadata = objectOf(json?.metadata);
  if (json?.kind !== 'Pod' || !metadata) {
    throw new Error('this is no pod: pass what `kubectl get pod NAME -o json` prints');
  }
  const [workload] = findWorkloads(json);
  if (!workload) {
    throw new Error('this pod has no containers in its spec');
  }
  const reading = readPod(workload, kubernetesVersion, images);
  const status = objectOf(json.status) ?? {};
  const statuses = new Map(
    [...filterObjects(status.initContainerStatuses), ...filterObjects(status.containerStatuses)].map(s => [s.name, s]),
  );
  const events = readEvents(eventList, workload.name, textOf(metadata.uid));
  return {
    created: parseTime(metadata.creationTimestamp) ?? events[0]?.first ?? 0,
    deleted: parseTime(metadata.deletionTimestamp),
    phase: textOf(status.phase) ?? 'Pending',
    message: textOf(status.message) ?? textOf(status.reason),
    conditions: Object.fromEntries(
      filterObjects(status.conditions).map(c => [
        textOf(c.type) ?? '',
        {
          holds: c.status === 'True',
          since: parseTime(c.lastTransitionTime),
          reason: textOf(c.reason),
          message: textOf(c.message),
        },
      ]),
    ),
    containers: reading.containers.map(view => readContainerStatus(view, statuses.get(view.name) ?? {}, events)),
    events,
    reading,
  };
}

function readContainerStatus(
  { name, slot, json }: ContainerView,
  status: JsonObject,
  events: readonly PodEvent[],
): LiveContainer {
  const state = objectOf(status.state) ?? {};
  const waiting = objectOf(state.waiting);
  const terminated = readTermination(state.terminated);
  return {
    name,
    slot,
    json,
    waiting: waiting && { reason: textOf(waiting.reason) ?? '', message: textOf(waiting.message) },
    running: parseTime(objectOf(state.running)?.startedAt),
    terminated,
    crashed: terminated?.exitCode === 0 ? undefined : terminated,
    lastTermination: readTermination(objectOf(status.lastState)?.terminated),
    restarts: numberOf(status.restartCount) ?? 0,
    ready: status.ready === true,
    started: status.started === true,
    events: events.filter(e => e.container === name),
  };
}

function readTermination(value: unknown): Termination | undefined {
  const given = objectOf(value);
  return (
    given && {
      exitCode: numberOf(given.exitCode) ?? -1,
      reason: textOf(given.reason),
      message: textOf(given.message),
      started: parseTime(given.startedAt),
      finished: parseTime(given.finishedAt),
    }
  );
}

/**
 * Returns the events of this pod, by its UID: an earlier pod with the same name, as in a StatefulSet, may have left
 * events.
 */
function readEvents(list: unknown, pod: string, uid: string | undefined): PodEvent[] {
  const items = list === undefined ? [] : objectOf(list)?.items;
  if (!Array.isArray(items)) {
    throw new Error('this is no list of events: pass what `kubectl get events -o json` prints');
  }
  return filterObjects(items)
    .flatMap((e): PodEvent[] => {
      const about = objectOf(e.involvedObject) ?? {};
      const series = objectOf(e.series) ?? {};
      const isOther = about.name !== pod || (uid !== undefined && about.uid !== undefined && about.uid !== uid);
      const firstSecond =
        parseTime(e.eventTime) ?? parseTime(e.firstTimestamp) ?? parseTime(objectOf(e.metadata)?.creationTimestamp);
      if (isOther || firstSecond === undefined) {
        return [];
      }
      const first = refineTime(firstSecond, textOf(objectOf(e.metadata)?.name));
      return [
        {
          reason: textOf(e.reason) ?? '',
          message: textOf(e.message) ?? '',
          isWarning: e.type === 'Warning',
          container: /\{(.*)\}$/.exec(textOf(about.fieldPath) ?? '')?.[1],
          first,
          last: Math.max(first, parseTime(series.lastObservedTime) ?? parseTime(e.lastTimestamp) ?? first),
          count: numberOf(series.count) ?? numberOf(e.count) ?? 1,
        },
      ];
    })
    .sort((a, b) => a.first - b.first);
}

/**
 * An event of the kubelet has whole seconds in its fields, and nanoseconds since 1970 in its name, in hexadecimal
 * (client-go, tools/record, seen on 1.27 to
 * 1.37). No documentation promises that, so the name counts only if it agrees with the fields.
 */
function refineTime(first: number, name = ''): number {
  const digits = /\.([0-9a-f]{16})$/.exec(name)?.[1];
  const named = digits === undefined ? first : Number.parseInt(digits, 16) / 1e9;
  return Math.floor(named) === Math.floor(first) ? named : first;
}

function parseTime(value: unknown): number | undefined {
  const seconds = Date.parse(textOf(value) ?? '') / 1000;
  return Number.isNaN(seconds) ? undefined : seconds;
}

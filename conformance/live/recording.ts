import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { isDeepStrictEqual } from 'util';
import { ApiClient } from '../runner/api-client';

/** The output of `kubectl get pod -o json` and `kubectl get events -o json` at one moment. */
export interface Recording {
  /** The time of the recording. */
  readonly at: string;
  readonly pod: any;
  readonly events: { readonly kind: 'List'; readonly items: readonly any[] };
}

export async function recordingOf(api: ApiClient, namespace: string, pod: string): Promise<Recording> {
  const events = await api.get(`/api/v1/namespaces/${namespace}/events?fieldSelector=${encodeURIComponent(`involvedObject.name=${pod}`)}`);
  return {
    at: new Date().toISOString(),
    pod: await api.get(`/api/v1/namespaces/${namespace}/pods/${pod}`),
    events: { kind: 'List', items: events.items },
  };
}

/** Writes the fields of a recording that `timeline` reads or that the tutorial compares, with short names. */
export function writeRecording(directory: string, name: string, { at, pod, events }: Recording): void {
  mkdirSync(directory, { recursive: true });
  const { metadata, spec, status } = pod;
  const recorded = {
    at,
    metadata,
    spec: { ...omit(spec, COMMON.spec), ...eachOf(spec, CONTAINERS, container => omit(container, COMMON.container)) },
    status: { ...status, conditions: status.conditions?.filter((c: any) => READ_CONDITIONS.includes(`${c.type} ${c.status}`)), ...eachOf(status, STATUSES, shortenStatus) },
    events: joinEvents(events.items.filter(({ reason }) => reason !== 'Killing').map(shortenEvent)),
  };
  const text = JSON.stringify(recorded, READ_FIELDS);
  const short = text.replaceAll(metadata.name, 'the-pod').replaceAll(metadata.namespace, 'the-namespace').replaceAll(metadata.uid, 'the-uid')
    .replace(/\/var\/lib\/[^\s"\\]*\/volumes/g, '/var/lib/kubelet/pods/UID/volumes');
  writeFileSync(join(directory, `${name}.json`), `${formatJson(JSON.parse(short))}\n`);
}

/** Reads a written recording, with the fields that all recordings have in common. */
export function readRecording(text: string): Recording {
  const { at, events, metadata, spec, status } = JSON.parse(text);
  const { name } = metadata;
  const items = events.flatMap(({ ids, fieldPath, ...event }: any) => ids.map((words: string) => {
    const [reason, id] = words.split(' ');
    return { metadata: { name: `${name}.${id}` }, involvedObject: { name, fieldPath }, reason, type: event.message && 'Warning', ...event };
  }));
  const pod = {
    kind: 'Pod',
    metadata,
    spec: { ...COMMON.spec, ...spec, ...eachOf(spec, CONTAINERS, container => ({ ...COMMON.container, ...container })) },
    status: { ...status, ...eachOf(status, STATUSES, ({ state, ...rest }) => ({ ...COMMON.status, state, ...rest })) },
  };
  return { at, pod, events: { kind: 'List', items } };
}

/** Fields that most recordings have. A file contains only other values. */
const COMMON = {
  spec: { restartPolicy: 'Always', automountServiceAccountToken: false, terminationGracePeriodSeconds: 2 },
  container: { image: 'registry.local/test-app:1' },
  status: { ready: false, restartCount: 0 },
};

const CONTAINERS = ['initContainers', 'containers'];
const STATUSES = ['initContainerStatuses', 'containerStatuses'];

const omit = (value: any, common: any) => Object.fromEntries(Object.entries(value).filter(([key, each]) => each !== common[key]));

/** Returns these lists with each entry changed. */
function eachOf(value: any, lists: readonly string[], change: (entry: any) => unknown): object {
  return Object.fromEntries(lists.filter(list => value[list]).map(list => [list, value[list].map(change)]));
}

const READ_FIELDS = [
  ...['at', 'metadata', 'name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'spec', 'status'],
  ...['initContainers', 'containers', 'image', 'command', 'restartPolicy', 'automountServiceAccountToken', 'terminationGracePeriodSeconds'],
  ...['env', 'valueFrom', 'fileKeyRef', 'volumeName', 'path', 'key', 'volumes', 'emptyDir', 'volumeMounts', 'mountPath'],
  ...['lifecycle', 'postStart', 'startupProbe', 'readinessProbe', 'exec', 'httpGet', 'tcpSocket', 'port', 'periodSeconds', 'failureThreshold'],
  ...['phase', 'conditions', 'type', 'reason', 'message', 'lastTransitionTime', 'initContainerStatuses', 'containerStatuses'],
  ...['state', 'lastState', 'waiting', 'running', 'terminated', 'startedAt', 'finishedAt', 'exitCode', 'ready', 'started', 'restartCount'],
  ...['events', 'ids', 'fieldPath', 'firstTimestamp', 'lastTimestamp', 'eventTime', 'count'],
];

/** `timeline` reads why the pod has no node or is not ready, and since when its containers are done or ready. */
const READ_CONDITIONS = ['Ready True', 'Ready False', 'PodScheduled False', 'Initialized True', 'ContainersReady True'];

/** Returns the status of a container without the fields that repeat the spec, and without empty fields. */
function shortenStatus({ image: _image, volumeMounts: _volumeMounts, lastState, started, ...status }: any): unknown {
  return { ...omit(status, COMMON.status), started: started || undefined, lastState: lastState?.terminated === undefined ? undefined : lastState };
}

/** Returns the fields of an event that `timeline` reads: the message of warnings only. The name of an event is that of its pod, with an ID. */
function shortenEvent({ metadata, involvedObject, type, message, firstTimestamp, lastTimestamp, eventTime, count, reason }: any) {
  return {
    ids: [`${reason} ${metadata.name.split('.').pop()}`],
    fieldPath: involvedObject.fieldPath,
    message: type === 'Warning' ? message : undefined,
    firstTimestamp: firstTimestamp ?? undefined,
    lastTimestamp: lastTimestamp === firstTimestamp ? undefined : lastTimestamp,
    eventTime: eventTime ?? undefined,
    count: reason === 'FailedPostStartHook' && count > 1 ? count : undefined,
  };
}

/** Joins events that follow each other and differ only in their reasons and IDs, such as Created and Started of a container. */
function joinEvents(events: readonly ReturnType<typeof shortenEvent>[]): unknown[] {
  const joined: ReturnType<typeof shortenEvent>[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && isDeepStrictEqual({ ...last, ids: [] }, { ...event, ids: [] })) { last.ids.push(...event.ids); } else { joined.push(event); }
  }
  return joined;
}

/** Writes each object and each list that fits in a line as one line. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 200) { return line; }
  const entries = Array.isArray(value) ? value.map(entry => ['', entry]) : Object.entries(value).map(([key, entry]) => [`"${key}": `, entry]);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map(([key, entry]) => `${indent} ${key}${formatJson(entry, `${indent} `)}`).join(',\n')}\n${indent}${close}`;
}

import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
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
export function writeRecording(directory: string, name: string, recording: Recording): void {
  mkdirSync(directory, { recursive: true });
  const { metadata, spec, status } = recording.pod;
  const { initContainerStatuses, containerStatuses, conditions } = status;
  const statuses = { initContainerStatuses: initContainerStatuses?.map(shortenStatus), containerStatuses: containerStatuses?.map(shortenStatus) };
  const read = conditions?.filter((condition: any) => READ_CONDITIONS.includes(condition.type)).map(shortenCondition);
  const pod = { kind: 'Pod', metadata, spec, status: { ...status, conditions: read, ...statuses } };
  const items = recording.events.items.filter(({ reason }) => reason !== 'Killing').map(event => shortenEvent(event, metadata.name));
  const events = { kind: 'List', items };
  const text = JSON.stringify({ ...recording, pod, events }, READ_FIELDS);
  const short = text.replaceAll(metadata.name, 'the-pod').replaceAll(metadata.namespace, 'the-namespace').replaceAll(metadata.uid, 'the-uid')
    .replace(/\/var\/lib\/[^\s"\\]*\/volumes/g, '/var/lib/kubelet/pods/UID/volumes');
  writeFileSync(join(directory, `${name}.json`), `${formatJson(JSON.parse(short))}\n`);
}

/** The longest line of an object or a list, which has room for an event of the kubelet that occurred twice. */
const LINE = 240;

const READ_CONDITIONS = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'];

const READ_FIELDS = [
  ...['at', 'pod', 'kind', 'metadata', 'name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'spec', 'status'],
  ...['initContainers', 'containers', 'image', 'command', 'restartPolicy', 'automountServiceAccountToken', 'terminationGracePeriodSeconds'],
  ...['env', 'valueFrom', 'fileKeyRef', 'volumeName', 'path', 'key', 'volumes', 'emptyDir', 'volumeMounts', 'mountPath'],
  ...['lifecycle', 'postStart', 'startupProbe', 'readinessProbe', 'exec', 'httpGet', 'tcpSocket', 'port', 'periodSeconds', 'failureThreshold'],
  ...['phase', 'conditions', 'type', 'reason', 'message', 'lastTransitionTime', 'initContainerStatuses', 'containerStatuses'],
  ...['state', 'lastState', 'waiting', 'running', 'terminated', 'startedAt', 'finishedAt', 'exitCode', 'ready', 'started', 'restartCount'],
  ...['events', 'items', 'involvedObject', 'fieldPath', 'firstTimestamp', 'lastTimestamp', 'eventTime', 'count'],
];

/** Returns a condition without the texts that `timeline` does not read. */
function shortenCondition({ reason, message, ...condition }: any): unknown {
  return condition.type === 'Ready' || condition.type === 'PodScheduled' ? { ...condition, reason, message } : condition;
}

/** Returns the status of a container without the fields that repeat the spec, and without empty fields. */
function shortenStatus({ image: _image, volumeMounts: _volumeMounts, lastState, started, ...status }: any): unknown {
  return { ...status, started: started || undefined, lastState: lastState?.terminated === undefined ? undefined : lastState };
}

/** Returns an event without the fields that `timeline` does not read or finds elsewhere: it reads the type and the message of warnings only. */
function shortenEvent(event: any, pod: string): unknown {
  const { metadata, involvedObject, type, message, firstTimestamp, lastTimestamp, eventTime, count, reason } = event;
  return {
    metadata: { name: metadata.name },
    involvedObject: { name: pod, fieldPath: involvedObject.fieldPath },
    reason,
    ...type === 'Warning' && { type, message },
    firstTimestamp: firstTimestamp ?? undefined,
    lastTimestamp: lastTimestamp === firstTimestamp ? undefined : lastTimestamp,
    eventTime: eventTime ?? undefined,
    count: reason === 'FailedPostStartHook' && count > 1 ? count : undefined,
  };
}

/** Writes each object and each list that fits in a line as one line: an event is one line, unless its message is long. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE) { return line; }
  const entries = Array.isArray(value) ? value.map(entry => ['', entry]) : Object.entries(value).map(([key, entry]) => [`"${key}": `, entry]);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map(([key, entry]) => `${indent} ${key}${formatJson(entry, `${indent} `)}`).join(',\n')}\n${indent}${close}`;
}

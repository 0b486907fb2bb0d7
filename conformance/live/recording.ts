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
export function writeRecording(directory: string, name: string, { at, pod, events }: Recording): void {
  mkdirSync(directory, { recursive: true });
  const { metadata, spec, status } = pod;
  const { initContainerStatuses, containerStatuses, conditions } = status;
  const statuses = { initContainerStatuses: initContainerStatuses?.map(shortenStatus), containerStatuses: containerStatuses?.map(shortenStatus) };
  const read = conditions?.filter(isRead);
  const rows = events.items.filter(({ reason }) => reason !== 'Killing').map(shortenEvent);
  const text = JSON.stringify({ at, metadata, spec, status: { ...status, conditions: read, ...statuses }, events: rows }, READ_FIELDS);
  const short = text.replaceAll(metadata.name, 'the-pod').replaceAll(metadata.namespace, 'the-namespace').replaceAll(metadata.uid, 'the-uid')
    .replace(/\/var\/lib\/[^\s"\\]*\/volumes/g, '/var/lib/kubelet/pods/UID/volumes');
  writeFileSync(join(directory, `${name}.json`), `${formatJson(JSON.parse(short))}\n`);
}

/** Reads a written recording, with the fields that all recordings have in common. */
export function readRecording(text: string): Recording {
  const { at, events, ...pod } = JSON.parse(text);
  const { name } = pod.metadata;
  const items = events.map(({ id, fieldPath, ...event }: any) => (
    { metadata: { name: `${name}.${id}` }, involvedObject: { name, fieldPath }, type: event.message === undefined ? 'Normal' : 'Warning', ...event }));
  return { at, pod: { kind: 'Pod', ...pod }, events: { kind: 'List', items } };
}

const READ_FIELDS = [
  ...['at', 'metadata', 'name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'spec', 'status'],
  ...['initContainers', 'containers', 'image', 'command', 'restartPolicy', 'automountServiceAccountToken', 'terminationGracePeriodSeconds'],
  ...['env', 'valueFrom', 'fileKeyRef', 'volumeName', 'path', 'key', 'volumes', 'emptyDir', 'volumeMounts', 'mountPath'],
  ...['lifecycle', 'postStart', 'startupProbe', 'readinessProbe', 'exec', 'httpGet', 'tcpSocket', 'port', 'periodSeconds', 'failureThreshold'],
  ...['phase', 'conditions', 'type', 'reason', 'message', 'lastTransitionTime', 'initContainerStatuses', 'containerStatuses'],
  ...['state', 'lastState', 'waiting', 'running', 'terminated', 'startedAt', 'finishedAt', 'exitCode', 'ready', 'started', 'restartCount'],
  ...['events', 'id', 'fieldPath', 'firstTimestamp', 'lastTimestamp', 'eventTime', 'count'],
];

/** `timeline` reads why the pod has no node or is not ready, and since when the init containers are done and all containers are ready. */
function isRead({ type, status }: any): boolean {
  return type === 'Ready' || (type === 'PodScheduled' ? status === 'False' : ['Initialized', 'ContainersReady'].includes(type) && status === 'True');
}

/** Returns the status of a container without the fields that repeat the spec, and without empty fields. */
function shortenStatus({ image: _image, volumeMounts: _volumeMounts, lastState, started, ...status }: any): unknown {
  return { ...status, started: started || undefined, lastState: lastState?.terminated === undefined ? undefined : lastState };
}

/** Returns the fields of an event that `timeline` reads: the message of warnings only. The name of an event is that of its pod, with an ID. */
function shortenEvent({ metadata, involvedObject, type, message, firstTimestamp, lastTimestamp, eventTime, count, reason }: any): unknown {
  return {
    id: metadata.name.split('.').pop(),
    reason,
    fieldPath: involvedObject.fieldPath,
    message: type === 'Warning' ? message : undefined,
    firstTimestamp: firstTimestamp ?? undefined,
    lastTimestamp: lastTimestamp === firstTimestamp ? undefined : lastTimestamp,
    eventTime: eventTime ?? undefined,
    count: reason === 'FailedPostStartHook' && count > 1 ? count : undefined,
  };
}

/** Writes each object and each list that fits in a line as one line. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 200) { return line; }
  const entries = Array.isArray(value) ? value.map(entry => ['', entry]) : Object.entries(value).map(([key, entry]) => [`"${key}": `, entry]);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map(([key, entry]) => `${indent} ${key}${formatJson(entry, `${indent} `)}`).join(',\n')}\n${indent}${close}`;
}

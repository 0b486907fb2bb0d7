import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { ApiClient } from '../runner/api-client';

/** The output of `kubectl get pod -o json` and `kubectl get events -o json` at one moment. */
export interface Recording {
  readonly kubernetesVersion: string;
  /** The time of the recording. */
  readonly at: string;
  readonly pod: any;
  readonly events: { readonly kind: 'List'; readonly items: readonly any[] };
}

export async function recordingOf(api: ApiClient, kubernetesVersion: string, namespace: string, pod: string): Promise<Recording> {
  const events = await api.get(`/api/v1/namespaces/${namespace}/events?fieldSelector=${encodeURIComponent(`involvedObject.name=${pod}`)}`);
  return {
    kubernetesVersion,
    at: new Date().toISOString(),
    pod: await api.get(`/api/v1/namespaces/${namespace}/pods/${pod}`),
    events: { kind: 'List', items: events.items },
  };
}

/** Writes the recording for the tests, without fields that no test needs. */
export function writeRecording(directory: string, name: string, recording: Recording): void {
  mkdirSync(directory, { recursive: true });
  const text = JSON.stringify(recording, (key, value) => NOISE.includes(key) ? undefined : value, 1);
  writeFileSync(join(directory, `${name}.json`), `${shortened(text)}\n`);
}

const NOISE = [
  'managedFields', 'resourceVersion', 'observedGeneration', 'generation', 'imageID', 'containerID', 'hostIP', 'hostIPs', 'nodeName', 'host', 'allocatedResources', 'tolerations',
  'reportingInstance', 'user', 'qosClass', 'schedulerName', 'securityContext', 'terminationMessagePath', 'terminationMessagePolicy',
];

function shortened(text: string): string {
  return text.replace(/\/var\/lib\/[^\s"\\]*\/volumes/g, '/var/lib/kubelet/pods/UID/volumes');
}

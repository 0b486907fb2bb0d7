import { join } from 'path';
import { Cluster } from './cluster';
import { Fault } from './faults';
import { Manifest } from './manifests';
import { Seen } from './observations';
import { microseconds, RUNNER } from './timestamps';
import { diagnoseJson } from '../../tools/live/diagnose';
import { recordingOf, writeRecording } from '../live/recording';

/** Returns whether the moment of the fault has come. A log of the pod may be there before the API server has shown the pod. */
export function isDue({ at, afterMs, action }: Fault, seen: Seen, now: number): boolean {
  const stamp = seen.find(at);
  const hasPod = !('container' in action) || seen.podsWith(action.container).length > 0;
  return stamp !== undefined && hasPod && now >= stamp.t + afterMs * 1000;
}

/** Injects the fault and adds a stamp with its start. `brought`: the manifests that a `create` action applies. */
export async function inject(
  { name, action, mayMiss }: Fault, brought: readonly Manifest[], cluster: Cluster, namespace: string, seen: Seen,
): Promise<void> {
  const { api, node } = cluster;
  let t = microseconds();
  let detail: string | undefined;
  const pod = 'container' in action ? seen.podsWith(action.container)[0] : '';
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}`;
  switch (action.kind) {
    case 'signal':
    case 'kill-sandbox':
      try {
        await (action.kind === 'signal' ? node!.signal(action.signal, namespace, pod, action.container) : node!.signal('KILL', namespace, pod));
      } catch (error) {
        if (!mayMiss) { throw error; }
        detail = 'it does not run';
      }
      break;
    case 'reboot-pod':
      await node!.rebootPod(namespace, pod);
      // Until the kubelet sees the end of the processes, none starts.
      t = microseconds();
      break;
    case 'restart-kubelet': t = await node!.restartKubelet(); break;
    case 'delete-pod': await api.delete(path); break;
    case 'create': for (const manifest of brought) { await api.create(namespace, manifest); } break;
    case 'patch': await api.patch(`${action.api}/namespaces/${namespace}/${action.path}`, action.fields, action.merge); break;
    case 'remove': await api.delete(`/api/v1/namespaces/${namespace}/${action.path}`); break;
    case 'read-log': await api.text(`${path}/log?container=${action.container}`); break;
    case 'count-events': detail = `${await countEvents(cluster, namespace, pod, action.text)}`; break;
    case 'ask-why': detail = await askWhy(cluster, namespace, pod); break;
  }
  seen.add({ t, pod: '', container: RUNNER, stamp: name, detail });
}

/** The kubelet increases the count of an event instead of writing an equal event. */
async function countEvents({ api }: Cluster, namespace: string, pod: string, text: string): Promise<number> {
  const events = (await api.get(`/api/v1/namespaces/${namespace}/events`)).items as any[];
  const mine = events.filter(e => e.involvedObject.name === pod && e.message.includes(text));
  return mine.reduce((sum, e) => sum + (e.count ?? 1), 0);
}

async function askWhy({ api, name, recordTo }: Cluster, namespace: string, pod: string): Promise<string> {
  const recording = await recordingOf(api, namespace, pod);
  if (recordTo !== undefined) { writeRecording(join(recordTo, name), namespace.replace(/^live-|-\d+$/g, ''), recording); }
  return diagnoseJson(recording.pod, recording.events).sentence;
}

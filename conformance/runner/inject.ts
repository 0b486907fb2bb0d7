import { Cluster } from './cluster';
import { Fault } from './faults';
import { Manifest } from './manifests';
import { Seen } from './seen';
import { microseconds, RUNNER } from './stamps';

/** Makes it happen. Its stamp has the time at which it began. `brought`: the manifests that it creates. */
export async function inject(
  { name, action }: Fault, brought: readonly Manifest[], { api, node }: Cluster, namespace: string, seen: Seen,
): Promise<void> {
  let t = microseconds();
  const pod = 'container' in action ? seen.podsWith(action.container)[0] : '';
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}`;
  switch (action.kind) {
    case 'signal': await node!.signal(action.signal, namespace, pod, action.container); break;
    case 'kill-sandbox': await node!.signal('KILL', namespace, pod); break;
    case 'restart-kubelet': t = await node!.restartKubelet(); break;
    case 'delete-pod': await api.delete(path); break;
    case 'create': for (const manifest of brought) { await api.create(namespace, manifest); } break;
    case 'patch': await api.patch(`/api/v1/namespaces/${namespace}/${action.path}`, action.fields); break;
    case 'read-log': await api.text(`${path}/log?container=${action.container}`); break;
  }
  seen.add({ t, pod: '', container: RUNNER, stamp: name });
}

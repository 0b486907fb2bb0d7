import { ApiClient, Change } from './api-client';
import { ContainerManifest } from './manifests';
import { Seen } from './observations';
import { JOB, microseconds, POD, Stamp } from './timestamps';

/**
 * Stamps for each change of the pods and jobs of a namespace in the API server, with the time of the watch event. A watch misses no change; the last
 * status of a container may exist only for some milliseconds before the end of its pod.
 */
export class StatusWatch {
  private readonly last = new Map<string, string>();
  private readonly containersOfPod = new Map<string, readonly ContainerManifest[]>();
  private readonly closers: readonly (() => void)[];
  private stamps: Stamp[] = [];
  private error?: Error;

  constructor(api: ApiClient, namespace: string, withJobs: boolean) {
    const watch = (path: string, stampsOf: (change: Change) => Stamp[]) => api.watch(path, change => {
      if (change.type === 'ERROR') { this.error ??= new Error(`the watch of ${path} fails: ${change.object.message}`); return; }
      this.stamps.push(...stampsOf(change));
    }, error => { this.error ??= error; });
    this.closers = [
      watch(`/api/v1/namespaces/${namespace}/pods`, change => this.podChange(change)),
      ...withJobs ? [watch(`/apis/batch/v1/namespaces/${namespace}/jobs`, ({ object }) => this.jobChange(object))] : [],
    ];
  }

  /** Adds the changes since the last call. Throws if the watch has ended. */
  public read(seen: Seen): void {
    if (this.error) { throw this.error; }
    for (const [pod, containers] of this.containersOfPod) { seen.addPod(pod, containers); }
    seen.add(...this.stamps);
    this.stamps = [];
  }

  public close(): void {
    for (const close of this.closers) { close(); }
  }

  private podChange({ type, object: pod }: Change): Stamp[] {
    const t = microseconds();
    const { name } = pod.metadata;
    this.containersOfPod.set(name, [...pod.spec.initContainers ?? [], ...pod.spec.containers]);
    return [...this.changesOf(pod, t), ...type === 'DELETED' ? [{ t, pod: name, container: POD, stamp: 'gone', detail: '' }] : []];
  }

  private jobChange({ metadata: { name }, status }: any): Stamp[] {
    return (status.conditions ?? []).filter((c: any) => c.status === 'True')
      .flatMap((c: any) => this.change(microseconds(), name, JOB, 'condition', c.type, `${name} ${c.type}`));
  }

  private changesOf(pod: any, t: number): Stamp[] {
    const { name } = pod.metadata;
    const states = [...pod.status.initContainerStatuses ?? [], ...pod.status.containerStatuses ?? []];
    return [
      ...this.change(t, name, POD, 'phase', pod.status.phase),
      ...pod.status.conditions?.some((c: any) => c.type === 'Ready' && c.status === 'True') ? this.change(t, name, POD, 'ready', 'True') : [],
      ...pod.status.podIP ? this.change(t, name, POD, 'ip', pod.status.podIP) : [],
      ...states.flatMap((s: any) => [
        ...this.change(t, name, s.name, 'state', describe(s.state)),
        ...this.endOf(name, s, t),
        ...s.state.waiting?.message ? this.change(t, name, s.name, 'message', s.state.waiting.message) : [],
      ]),
    ];
  }

  /** Adds a stamp for each end of a container, with its exit code. */
  private endOf(pod: string, { name, state, lastState }: any, t: number): Stamp[] {
    const end = state.terminated ?? lastState?.terminated;
    if (!end) { return []; }
    return this.change(t, pod, name, 'ended', `${end.exitCode}`, `${pod} ${name} ${end.containerID ?? end.finishedAt}`);
  }

  private change(t: number, pod: string, container: string, stamp: string, detail: string, key = `${pod} ${container} ${stamp}`): Stamp[] {
    if (this.last.get(key) === detail) { return []; }
    this.last.set(key, detail);
    return [{ t, pod, container, stamp, detail }];
  }
}

function describe(state: any): string {
  const [[kind, { reason, exitCode }]] = Object.entries<any>(state);
  return [kind, reason, exitCode].filter(word => word !== undefined).join(' ');
}

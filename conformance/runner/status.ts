import { ApiClient } from './api-client';
import { Seen } from './seen';
import { JOB, microseconds, POD, Stamp } from './stamps';

/** What the API server says about the pods and jobs of a namespace: each change is a stamp, with the time at which it was seen. */
export class StatusWatch {
  private readonly last = new Map<string, string>();

  constructor(private readonly api: ApiClient, private readonly namespace: string, private readonly withJobs: boolean) {}

  public async read(seen: Seen): Promise<void> {
    const pods = (await this.api.get(`/api/v1/namespaces/${this.namespace}/pods`)).items as any[];
    const jobs = this.withJobs ? (await this.api.get(`/apis/batch/v1/namespaces/${this.namespace}/jobs`)).items as any[] : [];
    const t = microseconds();
    for (const pod of pods) {
      seen.addPod(pod.metadata.name, [...pod.spec.initContainers ?? [], ...pod.spec.containers].map(c => c.name));
    }
    const names = new Set(pods.map(p => p.metadata.name));
    seen.add(
      ...pods.flatMap(pod => this.changesOf(pod, t)),
      ...seen.pods.filter(p => !names.has(p)).flatMap(p => this.change(t, p, POD, 'gone', '')),
      ...jobs.flatMap(job => (job.status.conditions ?? []).filter((c: any) => c.status === 'True')
        .flatMap((c: any) => this.change(t, job.metadata.name, JOB, 'condition', c.type, `${job.metadata.name} ${c.type}`))),
    );
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

  /** Each end of a container once, with its exit code. */
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

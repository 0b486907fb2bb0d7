import { Behaviour } from './behaviour';
import { ContainerManifest } from './manifests';
import { Event, Stamp } from './timestamps';

/** How long test-app waits for an answer: conformance/images/test-app/target.go. */
const NEED_TIME_MS = 5000;

/** The observations of a run so far. */
export class Seen {
  /** The behaviour of the containers, once known. */
  public behaviours: Readonly<Record<string, Behaviour>> = {};
  private readonly stamps: Stamp[] = [];
  private readonly containersOfPod = new Map<string, ReadonlyMap<string, ContainerManifest>>();

  /** Sorted by time, because the runner reads the logs one container after the other. */
  public add(...stamps: readonly Stamp[]): void {
    this.stamps.push(...stamps);
    if (stamps.length > 0) { this.stamps.sort((a, b) => a.t - b.t); }
  }

  public addPod(pod: string, containers: readonly ContainerManifest[]): void {
    this.containersOfPod.set(pod, new Map(containers.map(c => [c.name, c])));
  }

  public get pods(): readonly string[] {
    return [...this.containersOfPod.keys()];
  }

  public get all(): readonly Stamp[] {
    return this.stamps;
  }

  /** Returns the spec of the container in the API server. */
  public specOf(container: string, pod: string): ContainerManifest | undefined {
    return this.containersOfPod.get(pod)?.get(container);
  }

  public podsWith(container: string): readonly string[] {
    return this.pods.filter(pod => this.containersOfPod.get(pod)!.has(container));
  }

  /** Returns the stamp of the event in this pod, or in any pod if the container is not in this pod. */
  public find(event: Event, pod?: string): Stamp | undefined {
    const here = this.stamps.filter(s => s.pod === (event.pod ?? s.pod) && s.container === event.container && s.stamp === event.stamp
      && (event.detail === undefined || event.detail === s.detail || (event.detail instanceof RegExp && event.detail.test(s.detail ?? ''))));
    const inPod = here.filter(s => s.pod === pod);
    const elsewhere = event.pod !== undefined || pod === undefined || !this.isOfPod(event, pod);
    return (elsewhere ? here : inPod)[event.nth - 1];
  }

  /** Returns whether a container of the pod has found its dependencies; `undefined`: unknown so far. */
  public needsMet(container: string, pod: string): boolean | undefined {
    const needs = [this.behaviours[container]?.needs ?? []].flat();
    const mine = this.stamps.filter(s => s.container === container && s.pod === pod);
    if (mine.some(s => s.stamp === 'needs-failed')) { return false; }
    return mine.filter(s => s.stamp === 'needs-ok').length >= needs.length ? true : undefined;
  }

  /** Whether the container missed its dependency after the whole time of a try: nothing has answered. A refused connection fails at once. */
  public hasWaited({ pod, container, stamp, t }: Stamp): boolean {
    const began = this.stamps.filter(s => s.pod === pod && s.container === container && s.stamp === 'start' && s.t <= t).at(-1);
    return stamp === 'needs-failed' && began !== undefined && t - began.t >= NEED_TIME_MS * 1000;
  }

  private isOfPod(event: Event, pod: string): boolean {
    return event.container.startsWith('(pod') || this.containersOfPod.get(pod)!.has(event.container);
  }
}

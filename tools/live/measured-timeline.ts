import { LiveContainer, LivePod } from './live-pod';
import { ContainerRole, Mechanism } from '../../src/api/enums';
import { ContainerSlot } from '../../src/api/private/enums';
import { PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { roundToMilliseconds } from '../../src/report/seconds';
import { PLACES, REST, Timeline, TimelineEdge, TimelineRow, TimelineSpan } from '../../src/report/timeline';

/**
 * Returns the events of a pod as a timeline, in the form of a prediction. `plan`: the plan that the spec contains.
 * Starts are exact if events contain them. The API server records no time at which a single container became ready,
 * only the time for all. `now`: seconds since 1970; the default is the last known time.
 */
export function measureTimeline(pod: LivePod, plan: StartupPlan, now?: number): Timeline {
  return new Measurement(pod, plan, now).toTimeline();
}

class Measurement {
  /** The creation, in seconds since 1970, as exact as the first event allows. */
  private readonly begin: number;
  private readonly end: number;
  private readonly allReady?: number;
  private readonly notes: string[] = [];

  constructor(
    private readonly pod: LivePod,
    private readonly plan: StartupPlan,
    now?: number,
  ) {
    const { conditions, events, containers } = pod;
    // The creation has whole seconds. The event of the scheduler, which follows at once, is exact.
    const scheduled = events.find(e => e.reason === 'Scheduled')?.first;
    this.begin = scheduled !== undefined && scheduled - pod.created < 1 ? scheduled : pod.created;
    const readyAt = conditions.ContainersReady?.holds ? conditions.ContainersReady.since : undefined;
    const known = [
      ...events.flatMap(e => [e.first, e.last]),
      ...containers.flatMap(c => [c.running, c.terminated?.finished, c.lastTermination?.finished]),
      ...Object.values(conditions).map(c => c.since),
    ];
    const latest = Math.max(this.begin, ...known.map(time => time ?? 0));
    // The time of a condition is cut off to whole seconds. Containers that started in that second started before the
    // condition.
    this.allReady =
      readyAt === undefined
        ? undefined
        : this.at(Math.max(readyAt, ...containers.flatMap(c => this.findStart(c) ?? [])));
    this.end = roundToMilliseconds(
      this.allReady !== undefined ? this.allReady * (1 + REST) : this.at(Math.max(latest, now ?? 0)),
    );
    this.notes.push(
      'the status contains the time when all containers were ready, in whole seconds, and not the time of ' +
        'each container',
    );
    if (events.length === 0) {
      this.notes.push('its events are gone: starts are in whole seconds');
    }
  }

  public toTimeline(): Timeline {
    return {
      title: this.plan.path,
      kind: 'measured',
      rows: [...this.createOutsideRows(), ...this.pod.containers.map(c => this.createRow(c))],
      edges: this.plan.dependencies.map(d => this.createEdge(d)),
      criticalPath: [],
      allReady: this.allReady,
      end: this.end,
      notes: this.notes,
    };
  }

  private createRow(c: LiveContainer): TimelineRow {
    const planned = this.plan.containers.find(p => p.name === c.name);
    const created = this.findCreation(c);
    const started = this.findStart(c);
    const isInit = c.slot === ContainerSlot.INIT;
    const ended = isInit && c.terminated?.exitCode === 0 ? c.terminated.finished : undefined;
    const ready = this.findReady(c, started);
    return {
      name: c.name,
      place: PLACES[c.slot],
      injected: planned?.injected ?? false,
      app: planned?.role === ContainerRole.APP,
      detail: planned?.reason ?? '',
      created: created && this.at(created),
      started: started && this.at(started),
      ready: ready && this.at(ready),
      ended: ended === undefined ? undefined : this.at(Math.max(ended, started ?? 0)),
      spans: this.createSpans(c, { created, started, ready, ended }),
      guessed: false,
      critical: false,
    };
  }

  private createSpans(
    c: LiveContainer,
    { created, started, ready, ended }: Pick<TimelineRow, 'created' | 'started' | 'ready' | 'ended'>,
  ): TimelineSpan[] {
    const needs = this.plan.dependencies.filter(d => d.dependent === c.name).map(d => d.dependency);
    const inside = this.plan.dependencies.filter(d => d.waitsIn === c.name).map(d => d.dependency);
    const begun = created ?? started;
    const spans: TimelineSpan[] = [];
    const add = (kind: TimelineSpan['kind'], from: number, to: number, of: readonly string[] = []) => {
      if (to > from) {
        spans.push({ kind, from: roundToMilliseconds(from), to: roundToMilliseconds(to), of: [...new Set(of)] });
      }
    };
    const end = this.end;
    const from = begun === undefined ? end : this.at(begun);
    const startedAt = started === undefined ? end : this.at(started);
    const failed = c.crashed ?? (c.waiting && c.lastTermination);
    const failedAt = failed?.finished === undefined ? undefined : Math.max(startedAt, this.at(failed.finished));
    const done = ended === undefined ? undefined : Math.max(startedAt, this.at(ended));
    const readyAt = ready === undefined ? (failedAt ?? end) : Math.max(startedAt, this.at(ready));
    add(needs.length > 0 ? 'waiting' : 'queued', 0, from, needs);
    if (begun === undefined) {
      return spans;
    }
    add('creating', from, startedAt);
    if (c.slot === ContainerSlot.INIT) {
      add(inside.length > 0 ? 'waiting' : 'running', startedAt, done ?? failedAt ?? end, inside);
      if (done === undefined && failedAt !== undefined) {
        add('failed', failedAt, end);
      }
      return spans;
    }
    // With a gate, the status does not contain the start of the command itself.
    const gated = this.plan.dependencies.some(d => d.dependent === c.name && d.mechanism === Mechanism.ENTRYPOINT_GATE);
    add(gated ? 'waiting' : 'starting', startedAt, readyAt, gated ? needs : []);
    if (failedAt !== undefined) {
      add('failed', failedAt, end);
    } else if (ready !== undefined) {
      add('ready', readyAt, end);
    }
    return spans;
  }

  private createEdge(d: PlannedDependency): TimelineEdge {
    const { dependent, dependency, external, condition, mechanism, guarantee } = d;
    const edge = { dependent, dependency, external, condition, mechanism, guarantee, critical: false };
    const container = this.pod.containers.find(c => c.name === dependent);
    const started = container && this.findStart(container);
    if (started === undefined || mechanism === Mechanism.ENTRYPOINT_GATE) {
      return edge;
    }
    // The container starts as soon as possible: its dependency became ready right before.
    const created = this.findCreation(container!);
    return { ...edge, metAt: created === undefined ? undefined : this.at(created), wentOnAt: this.at(started) };
  }

  private createOutsideRows(): TimelineRow[] {
    const checks = new Map<string, string>();
    for (const { external, dependency, check = '' } of this.plan.dependencies) {
      if (external && !checks.has(dependency)) {
        checks.set(dependency, check);
      }
    }
    return [...checks].map(([name, detail]) => ({
      name,
      place: 'outside',
      injected: false,
      app: false,
      detail,
      spans: [],
      guessed: false,
      critical: false,
    }));
  }

  /** Returns the first start. The pull of the image comes before it, with a guard several times. */
  private findCreation(c: LiveContainer): number | undefined {
    const created = c.events.find(e => e.reason === 'Created');
    if (!created) {
      return undefined;
    }
    const pulls = c.events.filter(e => ['Pulling', 'Pulled'].includes(e.reason) && e.first <= created.first);
    return c.events.some(e => e.reason === 'Failed' && e.first <= created.first)
      ? created.first
      : (pulls[0]?.first ?? created.first);
  }

  private findStart(c: LiveContainer): number | undefined {
    const { running, terminated, lastTermination } = c;
    return (
      c.events.find(e => e.reason === 'Started')?.first ??
      (c.restarts === 0 ? (running ?? terminated?.started) : lastTermination?.started)
    );
  }

  /** A container without a probe is ready as soon as it runs. Otherwise only the time of all containers is known. */
  private findReady(c: LiveContainer, started: number | undefined): number | undefined {
    if (c.slot === ContainerSlot.INIT || !c.ready || started === undefined) {
      return undefined;
    }
    const { Initialized: initialized } = this.pod.conditions;
    // After a restart, a later run is ready.
    if (!c.json.readinessProbe && !c.json.startupProbe) {
      return c.restarts > 0 ? Math.max(started, c.running ?? started) : started;
    }
    if (c.slot === ContainerSlot.NATIVE_SIDECAR && initialized?.holds) {
      return Math.max(started, initialized.since ?? started);
    }
    return this.allReady === undefined ? undefined : this.begin + this.allReady;
  }

  /** Seconds since the creation. */
  private at(time: number): number {
    return roundToMilliseconds(Math.max(0, time - this.begin));
  }
}

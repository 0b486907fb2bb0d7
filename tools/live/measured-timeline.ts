import { LiveContainer, LivePod } from './live-pod';
import { PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { roundToMilliseconds } from '../../src/report/seconds';
import { REST, Timeline, TimelineEdge, TimelineRow, TimelineSpan } from '../../src/report/timeline';

/** The times of a container. Like all times below, they are seconds since the creation of the pod. */
type Times = Pick<TimelineRow, 'created' | 'started' | 'ready' | 'ended'>;

/**
 * Returns the events of a pod as a timeline with the rows of the prediction. `plan`: the plan that the spec contains.
 * Starts are exact if events contain them. The API server records no time at which a single container became ready,
 * only the time for all. `now`: seconds since 1970; the default is the last known time.
 */
export function measureTimeline(
  pod: LivePod,
  plan: StartupPlan,
  { title, rows, edges }: Timeline,
  now?: number,
): Timeline {
  const { conditions, containers } = pod;
  // The creation has whole seconds. The event of the scheduler, which follows at once, is exact.
  const scheduled = pod.events.find(e => e.reason === 'Scheduled')?.first;
  const begin = scheduled !== undefined && scheduled - pod.created < 1 ? scheduled : pod.created;
  const known = [
    now,
    ...pod.events.flatMap(e => [e.first, e.last]),
    ...containers.flatMap(c => [c.running, c.terminated?.finished, c.lastTermination?.finished]),
    ...Object.values(conditions).map(c => c.since),
  ];
  const latest = Math.max(...known.map(time => at(time) ?? 0));
  const { ContainersReady: readiness } = conditions;
  const since = at(readiness?.holds ? readiness.since : undefined);
  // The time of a condition is cut off to whole seconds. Containers that started in that second started before the
  // condition.
  const starts = containers.flatMap(c => findStart(c) ?? []);
  const allReady = since === undefined ? undefined : Math.max(since, ...starts);
  const end = allReady === undefined ? latest : roundToMilliseconds(allReady * (1 + REST));
  return {
    title,
    kind: 'measured',
    rows: rows.map(row => ({ ...row, ...findTimes(row), guessed: false, critical: false })),
    edges: edges.map(createEdge),
    criticalPath: [],
    allReady,
    end,
    notes: [
      'the status contains the time when all containers were ready, in whole seconds, and not the time of ' +
        'each container',
      ...(pod.events.length === 0 ? ['its events are gone: starts are in whole seconds'] : []),
    ],
  };

  /** Returns the times of a row. Those of a dependency outside the pod are unknown. */
  function findTimes({ name, place }: TimelineRow): Times & Pick<TimelineRow, 'spans'> {
    const c = place === 'outside' ? undefined : findContainer(name);
    if (!c) {
      return { ready: undefined, spans: [] };
    }
    const started = findStart(c);
    const exited = c.slot === 'INIT' && c.terminated?.exitCode === 0 ? c.terminated.finished : undefined;
    const ended = at(exited);
    const times: Times = {
      created: findCreation(c),
      started,
      ready: findReady(c, started),
      ended: ended === undefined ? undefined : Math.max(ended, started ?? 0),
    };
    return { ...times, spans: createSpans(c, times) };
  }

  function createSpans(c: LiveContainer, { created, started, ready, ended }: Times): TimelineSpan[] {
    const needs = plan.dependencies.filter(d => d.dependent === c.name);
    const inside = plan.dependencies.filter(d => d.waitsIn === c.name);
    const spans: TimelineSpan[] = [];
    const add = (kind: TimelineSpan['kind'], from: number, to: number, of: readonly PlannedDependency[] = []) => {
      if (to > from) {
        const names = new Set(of.map(({ dependency }) => dependency));
        spans.push({ kind, from, to, of: [...names] });
      }
    };
    const begun = created ?? started;
    add(needs.length > 0 ? 'waiting' : 'queued', 0, begun ?? end, needs);
    if (begun === undefined) {
      return spans;
    }
    const startedAt = started ?? end;
    const afterStart = (time: number | undefined) => (time === undefined ? undefined : Math.max(startedAt, time));
    const failed = c.crashed ?? (c.waiting && c.lastTermination);
    const failedAt = afterStart(at(failed?.finished));
    const done = afterStart(ended);
    add('creating', begun, startedAt);
    if (c.slot === 'INIT') {
      add(inside.length > 0 ? 'waiting' : 'running', startedAt, done ?? failedAt ?? end, inside);
    } else {
      // With a gate, the status does not contain the start of the command itself.
      const isGated = needs.some(d => d.mechanism === 'ENTRYPOINT_GATE');
      const readyAt = afterStart(ready) ?? failedAt ?? end;
      add(isGated ? 'waiting' : 'starting', startedAt, readyAt, isGated ? needs : []);
      if (ready !== undefined && failedAt === undefined) {
        add('ready', readyAt, end);
      }
    }
    if (done === undefined && failedAt !== undefined) {
      add('failed', failedAt, end);
    }
    return spans;
  }

  function createEdge({
    dependent,
    dependency,
    external,
    condition,
    mechanism,
    guarantee,
  }: TimelineEdge): TimelineEdge {
    const edge = { dependent, dependency, external, condition, mechanism, guarantee, critical: false };
    const container = findContainer(dependent);
    const wentOnAt = container && findStart(container);
    if (wentOnAt === undefined || mechanism === 'ENTRYPOINT_GATE') {
      return edge;
    }
    // The container starts as soon as possible: its dependency became ready right before.
    return { ...edge, metAt: findCreation(container!), wentOnAt };
  }

  function findContainer(name: string): LiveContainer | undefined {
    return pod.containers.find(c => c.name === name);
  }

  /** Returns the first start. The pull of the image comes before it, with a guard several times. */
  function findCreation({ events }: LiveContainer): number | undefined {
    const created = events.find(e => e.reason === 'Created');
    const before = events.filter(e => created && e.first <= created.first);
    const pull = before.find(e => ['Pulling', 'Pulled'].includes(e.reason));
    const isRepeated = before.some(e => e.reason === 'Failed');
    return at((isRepeated ? created : (pull ?? created))?.first);
  }

  function findStart({ events, restarts, running, terminated, lastTermination }: LiveContainer): number | undefined {
    const event = events.find(e => e.reason === 'Started');
    return at(event?.first ?? (restarts === 0 ? (running ?? terminated?.started) : lastTermination?.started));
  }

  /** A container without a probe is ready as soon as it runs. Otherwise only the time of all containers is known. */
  function findReady(c: LiveContainer, started: number | undefined): number | undefined {
    if (c.slot === 'INIT' || !c.ready || started === undefined) {
      return undefined;
    }
    const { Initialized: initialized } = pod.conditions;
    const notBefore = (time: number | undefined) => Math.max(started, at(time) ?? started);
    // After a restart, a later run is ready.
    if (!c.json.readinessProbe && !c.json.startupProbe) {
      return c.restarts > 0 ? notBefore(c.running) : started;
    }
    return c.slot === 'NATIVE_SIDECAR' && initialized?.holds ? notBefore(initialized.since) : allReady;
  }

  /** Seconds since the creation. */
  function at(time: number | undefined): number | undefined {
    return time === undefined ? undefined : roundToMilliseconds(Math.max(0, time - begin));
  }
}

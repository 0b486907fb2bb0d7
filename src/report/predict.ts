import { isWait, Kubelet, Outside } from './kubelet-simulation';
import { rounded } from './seconds';
import { pricesFor, withFreeWaits } from './step-durations';
import { PLACES, REST, REST_OF_WAIT, SpanKind, Timeline, TimelineEdge, TimelineRow, TimelineSpan, TimelineStep } from './timeline';
import { chainOf, Moment } from './timeline-event';
import { AGENT_INSTALLER } from '../agent/contract';
import { ContainerRole } from '../api/container-role';
import { Mechanism } from '../api/mechanism';
import { StartCondition } from '../api/start-condition';
import { ContainerSlot, PlannedContainer, PlannedDependency, StartupPlan } from '../api/startup-plan';

/** Predicts the start of a pod with this plan. */
export function predict(plan: StartupPlan): Timeline {
  if (plan.disabledReason !== undefined) { return { title: plan.path, kind: 'predicted', rows: [], edges: [], criticalPath: [], end: 0, notes: [] }; }
  const kubelet = new Kubelet(plan);
  const last = kubelet.allReady();
  const chain = last ? chainOf(last) : [];
  const drawn: Drawn = { kubelet, outside: kubelet.outside(), end: endOf(plan, kubelet), lastOnPath: new Map(chain.map(m => [m.who, m.at])) };
  const onPath = new Set(chain);
  return {
    title: plan.path,
    kind: 'predicted',
    rows: [...drawn.outside.map(o => outsideRow(o, drawn)), ...plan.containers.map(c => rowOf(c, drawn))],
    edges: plan.dependencies.map(d => edgeOf(d, drawn, onPath)),
    criticalPath: stepsOf(chain),
    allReady: at(last),
    allReadyWithFreeWaits: at(new Kubelet(withGates(plan), withFreeWaits(pricesFor(plan.kubernetesVersion))).allReady()),
    allReadyWithoutOrder: at(new Kubelet(withoutOrder(plan)).allReady()),
    end: drawn.end,
    notes: notesOf(plan, kubelet),
  };
}

/** The input of all parts of the picture. */
interface Drawn {
  readonly kubelet: Kubelet;
  readonly outside: readonly Outside[];
  readonly end: number;
  /** The last moment of each container on the critical path. */
  readonly lastOnPath: ReadonlyMap<string, number>;
}

/** Returns the plan of the pod without dependencies. Each container keeps the user's list, hook and startup probe. A delay belongs to the order. */
function withoutOrder(plan: StartupPlan): StartupPlan {
  const ofOrder = new Set([AGENT_INSTALLER, ...plan.dependencies.filter(isWait).map(d => d.waitsIn)]);
  const probed = new Set(plan.injections.filter(i => i.field === 'startupProbe').map(i => i.container));
  const waits = new Set(plan.dependencies.map(d => d.waitsIn));
  // The startup probe of a native sidecar belongs to the order if a container waits for it, unless the manifest contains both without the order.
  const awaited = new Set(plan.dependencies.filter(d => d.condition !== StartCondition.RUNNING).map(d => d.dependency));
  const containers = plan.containers.filter(c => !c.injected || !ofOrder.has(c.name)).map((c): PlannedContainer => ({
    ...c,
    _delay: undefined,
    _postStart: !c._postStart?.includesUserHook ? undefined : waits.has(c.name) ? { ...c._postStart, waitsFor: [], conditionalOn: [] } : c._postStart,
    _startupProbePeriod: (awaited.has(c.name) && !c._alreadyNative) || probed.has(c.name) ? undefined : c._startupProbePeriod,
  }));
  return { ...plan, containers, dependencies: [], injections: [] };
}

/**
 * Returns the plan with a gate for each dependency. A gate holds only its own container, so each container waits only for its own dependencies.
 */
function withGates(plan: StartupPlan): StartupPlan {
  const dependencies = plan.dependencies.map((d): PlannedDependency => ({ ...d, mechanism: Mechanism.ENTRYPOINT_GATE, waitsIn: undefined }));
  const delays = new Map(plan.containers.map(c => [c.name, c._delay]));
  const plain = withoutOrder(plan);
  return { ...plain, containers: plain.containers.map(c => ({ ...c, _delay: delays.get(c.name) })), dependencies };
}

function endOf({ containers }: StartupPlan, kubelet: Kubelet): number {
  const settled = containers.flatMap(({ name }) => kubelet.readyOf(name)?.at ?? kubelet.begunOf(name)?.running.at ?? []);
  const last = Math.max(kubelet.begins.at, ...settled, ...kubelet.outside().map(o => o.ready.at));
  return rounded(last * (1 + (kubelet.allReady() ? REST : REST_OF_WAIT)));
}

function outsideRow({ name, ready, detail, guessed }: Outside, { end, lastOnPath }: Drawn): TimelineRow {
  return {
    name,
    place: 'outside',
    injected: false,
    app: false,
    detail,
    ready: at(ready),
    spans: spans([['starting', 0, ready.at, []], ['ready', ready.at, end, []]]),
    guessed,
    critical: lastOnPath.has(name),
  };
}

function rowOf(container: PlannedContainer, drawn: Drawn): TimelineRow {
  const { kubelet, lastOnPath } = drawn;
  const { name, slot } = container;
  const isInit = slot === ContainerSlot.INIT_CONTAINER;
  const ready = kubelet.readyOf(name);
  return {
    name,
    place: PLACES[slot],
    injected: container.injected,
    app: container.role === ContainerRole.APP,
    detail: container.reason,
    created: at(kubelet.begunOf(name)?.created),
    started: at(kubelet.startOf(name)),
    ready: isInit ? undefined : at(ready),
    ended: isInit ? at(ready) : undefined,
    spans: spansOf(container, drawn),
    guessed: container.expectedReadyIn === undefined && container._delay === undefined && name !== AGENT_INSTALLER && !kubelet.isMereWait(container),
    critical: lastOnPath.has(name),
  };
}

function spansOf({ name, slot }: PlannedContainer, { kubelet, end }: Drawn): TimelineSpan[] {
  const needs = kubelet.needsOf(name);
  const met = needs.map(d => kubelet.metAt(d)?.at ?? end);
  const blocker = kubelet.blockerOf(name);
  const blockers = blocker === undefined ? [] : [blocker];
  const unmet = (from: number) => [...new Set([...needs.filter((_, i) => met[i] > from).map(d => d.dependency), ...blockers])];
  const awaited = [...new Set(kubelet.awaitedIn(name).map(d => d.dependency))];
  const isInit = slot === ContainerSlot.INIT_CONTAINER;
  const begins = kubelet.begins.at;
  const begun = kubelet.begunOf(name);
  // A moment that never comes is drawn at the end of the picture.
  const created = begun?.created.at ?? end;
  const running = begun?.running.at ?? end;
  const started = kubelet.startOf(name)?.at ?? end;
  const seen = kubelet.seenBy(name)?.at ?? end;
  const ready = kubelet.readyOf(name)?.at ?? end;
  const waitsUntil = blocker === undefined ? Math.min(created, Math.max(begins, ...met)) : end;
  return spans([
    ['waiting', begins, waitsUntil, unmet(begins)],
    ['queued', waitsUntil, created, []],
    ['creating', created, running, []],
    ['waiting', running, started, unmet(running)],
    ['waiting', started, seen, awaited],
    [isInit ? 'running' : 'starting', seen, ready, []],
    ...(isInit ? [] : [['ready', ready, end, []] as Bar]),
  ]);
}

function edgeOf(d: PlannedDependency, { kubelet, lastOnPath }: Drawn, onPath: ReadonlySet<Moment>): TimelineEdge {
  const { dependent, dependency, condition, mechanism, guarantee } = d;
  const via = isWait(d) ? d.waitsIn : undefined;
  const met = kubelet.metAt(d);
  const isLast = (m: Moment) => kubelet.needsOf(dependent).every(other => (kubelet.metAt(other)?.at ?? Infinity) <= m.at);
  return {
    dependent,
    dependency,
    condition,
    mechanism,
    guarantee,
    metAt: at(met),
    via,
    startedAt: at(kubelet.startOf(dependent)),
    wentOnAt: at(via === undefined ? kubelet.startOf(dependent) : kubelet.seenBy(via)),
    critical: met !== undefined && onPath.has(met) && isLast(met) && (lastOnPath.get(dependent) ?? -1) >= met.at,
  };
}

function notesOf({ containers }: StartupPlan, kubelet: Kubelet): string[] {
  const neverReady = containers.filter(c => !kubelet.readyOf(c.name)).map(c => c.name);
  const unknown = containers.slice(0, -1).filter(c => c._postStart?.includesUserHook && c._postStart.waitsFor.length === 0).map(c => c.name);
  return [
    ...(neverReady.length > 0 ? [`never ready in this prediction: ${neverReady.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`the time that the postStart hook of ${unknown.join(', ')} holds the later containers is unknown, and not counted`] : []),
  ];
}

function stepsOf(chain: readonly Moment[]): TimelineStep[] {
  return chain.flatMap(({ who, what, at: to, after: before }): TimelineStep[] =>
    before && to > before.at ? [{ who, what, from: rounded(before.at), to: rounded(to) }] : []);
}

type Bar = [kind: SpanKind, from: number, to: number, of: readonly string[]];

/** Returns the spans with a positive length. */
function spans(bars: readonly Bar[]): TimelineSpan[] {
  return bars.map(([kind, from, to, of]) => ({ kind, from: rounded(from), to: rounded(to), of })).filter(s => s.to > s.from);
}

function at(moment: Moment | undefined): number | undefined {
  return moment && rounded(moment.at);
}

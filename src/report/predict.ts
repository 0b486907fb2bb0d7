import { isWait, Kubelet, ExternalReadiness } from './kubelet-simulation';
import { roundToMilliseconds } from './seconds';
import { getPrices, removeWaitPrices } from './step-durations';
import {
  PLACES,
  REST,
  REST_OF_WAIT,
  SpanKind,
  Timeline,
  TimelineEdge,
  TimelineRow,
  TimelineSpan,
  TimelineStep,
} from './timeline';
import { listChain, Moment } from './timeline-event';
import { AGENT_INSTALLER } from '../agent/contract';
import { ContainerRole, Mechanism, StartCondition } from '../api/enums';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../api/startup-plan';

/** Predicts the start of a pod with this plan. */
export function predict(plan: StartupPlan): Timeline {
  if (plan.disabledReason !== undefined) {
    return { title: plan.path, kind: 'predicted', rows: [], edges: [], criticalPath: [], end: 0, notes: [] };
  }
  const kubelet = new Kubelet(plan);
  const last = kubelet.getAllReady();
  const chain = last ? listChain(last) : [];
  const lastOnPath = new Map(chain.map(m => [m.who, m.at]));
  const outside = kubelet.listOutside();
  const drawn: Prediction = { kubelet, outside, end: findTimelineEnd(plan, kubelet, outside), lastOnPath };
  const onPath = new Set(chain);
  const withoutOrder = new Kubelet(removeOrder(plan));
  return {
    title: plan.path,
    kind: 'predicted',
    rows: [...outside.map(o => createOutsideRow(o, drawn)), ...plan.containers.map(c => createRow(c, drawn))],
    edges: plan.dependencies.map(d => createEdge(d, drawn, onPath, withoutOrder)),
    criticalPath: createSteps(chain),
    allReady: toSeconds(last),
    allReadyWithFreeWaits: toSeconds(
      new Kubelet(replaceByGates(plan), removeWaitPrices(getPrices(plan.kubernetesVersion))).getAllReady(),
    ),
    allReadyWithoutOrder: toSeconds(withoutOrder.getAllReady()),
    end: drawn.end,
    notes: createNotes(plan, kubelet),
  };
}

/** The input of all parts of the picture. */
interface Prediction {
  readonly kubelet: Kubelet;
  readonly outside: readonly ExternalReadiness[];
  readonly end: number;
  /** The last moment of each container on the critical path. */
  readonly lastOnPath: ReadonlyMap<string, number>;
}

/**
 * Returns the plan of the pod without dependencies. Each container keeps the user's list, hook and startup probe. A
 * delay belongs to the order.
 */
function removeOrder(plan: StartupPlan): StartupPlan {
  const ofOrder = new Set([AGENT_INSTALLER, ...plan.dependencies.filter(isWait).map(d => d.waitsIn)]);
  const probed = new Set(plan._injections.filter(i => i.field === 'startupProbe').map(i => i.container));
  const waits = new Set(plan.dependencies.map(d => d.waitsIn));
  // The startup probe of a native sidecar belongs to the order if a container waits for it, unless the manifest
  // contains both without the order.
  const awaited = new Set(plan.dependencies.filter(d => d.condition !== StartCondition.RUNNING).map(d => d.dependency));
  const containers = plan.containers
    .filter(c => !c.injected || !ofOrder.has(c.name))
    .map(
      (c): PlannedContainer => ({
        ...c,
        _delay: undefined,
        _postStart: c._postStart?.includesUserHook
          ? { ...c._postStart, ...(waits.has(c.name) ? { waitsFor: [], conditionalOn: [] } : {}) }
          : undefined,
        _startupProbePeriod:
          (awaited.has(c.name) && !c._alreadyNative) || probed.has(c.name) ? undefined : c._startupProbePeriod,
      }),
    );
  return { ...plan, containers, dependencies: [], _injections: [] };
}

/**
 * Returns the plan with a gate for each dependency. A gate holds only its own container, so each container waits only
 * for its own dependencies.
 */
function replaceByGates(plan: StartupPlan): StartupPlan {
  const gate = { mechanism: Mechanism.ENTRYPOINT_GATE, waitsIn: undefined };
  const delays = new Map(plan.containers.map(c => [c.name, c._delay]));
  const plain = removeOrder(plan);
  return {
    ...plain,
    containers: plain.containers.map(c => ({ ...c, _delay: delays.get(c.name) })),
    dependencies: plan.dependencies.map(d => ({ ...d, ...gate })),
  };
}

function findTimelineEnd({ containers }: StartupPlan, kubelet: Kubelet, outside: readonly ExternalReadiness[]): number {
  const settled = containers.flatMap(
    ({ name }) => kubelet.getReady(name)?.at ?? kubelet.getBegun(name)?.running.at ?? [],
  );
  const last = Math.max(kubelet.begins.at, ...settled, ...outside.map(o => o.ready.at));
  return roundToMilliseconds(last * (1 + (kubelet.getAllReady() ? REST : REST_OF_WAIT)));
}

function createOutsideRow(outside: ExternalReadiness, { end, lastOnPath }: Prediction): TimelineRow {
  const { name, ready } = outside;
  return {
    ...outside,
    place: 'outside',
    app: false,
    ready: toSeconds(ready),
    spans: toSpans([
      ['starting', 0, ready.at, []],
      ['ready', ready.at, end, []],
    ]),
    critical: lastOnPath.has(name),
  };
}

function createRow(container: PlannedContainer, drawn: Prediction): TimelineRow {
  const { kubelet, lastOnPath } = drawn;
  const { name, _slot: slot } = container;
  const isInit = slot === 'INIT';
  const ready = kubelet.getReady(name);
  const isOwnGuess =
    container._expectedReadyIn === undefined &&
    container._delay === undefined &&
    name !== AGENT_INSTALLER &&
    !kubelet.isMereWait(container);
  const awaitsGuess = kubelet
    .getAwaited(name)
    .some(d => drawn.outside.some(o => d.external && o.name === d.dependency && o.guessed));
  return {
    name,
    place: PLACES[slot],
    injected: container.injected,
    app: container.role === ContainerRole.APP,
    detail: container.reason ?? '',
    created: toSeconds(kubelet.getBegun(name)?.created),
    started: toSeconds(kubelet.getStart(name)),
    ready: isInit ? undefined : toSeconds(ready),
    ended: isInit ? toSeconds(ready) : undefined,
    spans: createSpans(container, drawn),
    guessed: isOwnGuess || awaitsGuess,
    critical: lastOnPath.has(name),
  };
}

function createSpans({ name, _slot: slot }: PlannedContainer, { kubelet, end }: Prediction): TimelineSpan[] {
  const needs = kubelet.getNeeds(name);
  const met = needs.map(d => kubelet.metAt(d)?.at ?? end);
  const blocker = kubelet.findBlocker(name);
  const unmet = (from: number) => [
    ...new Set([...needs.filter((_, i) => met[i] > from).map(d => d.dependency), ...(blocker ? [blocker] : [])]),
  ];
  const awaited = [...new Set(kubelet.getAwaited(name).map(d => d.dependency))];
  const isInit = slot === 'INIT';
  const begins = kubelet.begins.at;
  const begun = kubelet.getBegun(name);
  // A moment that never comes is drawn at the end of the picture.
  const created = begun?.created.at ?? end;
  const running = begun?.running.at ?? end;
  const started = kubelet.getStart(name)?.at ?? end;
  const seen = kubelet.getSeen(name)?.at ?? end;
  const ready = kubelet.getReady(name)?.at ?? end;
  const waitsUntil = blocker === undefined ? Math.min(created, Math.max(begins, ...met)) : end;
  return toSpans([
    ['waiting', begins, waitsUntil, unmet(begins)],
    ['queued', waitsUntil, created, []],
    ['creating', created, running, []],
    ['waiting', running, started, unmet(running)],
    ['waiting', started, seen, awaited],
    [isInit ? 'running' : 'starting', seen, ready, []],
    ...(isInit ? [] : [['ready', ready, end, []] as Bar]),
  ]);
}

function createEdge(
  d: PlannedDependency,
  { kubelet, lastOnPath }: Prediction,
  onPath: ReadonlySet<Moment>,
  withoutOrder: Kubelet,
): TimelineEdge {
  const { dependent, dependency, external, condition, mechanism, guarantee } = d;
  const via = isWait(d) ? d.waitsIn : undefined;
  const wentOn = via === undefined ? kubelet.getStart(dependent) : kubelet.getSeen(via);
  const found = kubelet.metAt(d);
  // After a limit, the dependent does not wait until the condition is true.
  const met = found && wentOn && wentOn.at < found.at ? undefined : found;
  const isLast = (m: Moment) =>
    kubelet.getNeeds(dependent).every(other => (kubelet.metAt(other)?.at ?? Infinity) <= m.at);
  const [start, plainStart] = [kubelet.getStart(dependent), withoutOrder.getStart(dependent)];
  const isKnown = met !== undefined && isLast(met) && start !== undefined && plainStart !== undefined;
  return {
    dependent,
    dependency,
    external,
    condition,
    mechanism,
    guarantee,
    metAt: toSeconds(met),
    via,
    wentOnAt: toSeconds(wentOn),
    delay: isKnown ? roundToMilliseconds(Math.max(0, start.at - plainStart.at)) : undefined,
    critical: met !== undefined && onPath.has(met) && isLast(met) && (lastOnPath.get(dependent) ?? -1) >= met.at,
  };
}

function createNotes({ containers }: StartupPlan, kubelet: Kubelet): string[] {
  const neverReady = containers.filter(c => !kubelet.getReady(c.name)).map(c => c.name);
  const unknown = containers
    .slice(0, -1)
    .filter(c => c._postStart?.includesUserHook && c._postStart.waitsFor.length === 0)
    .map(c => c.name);
  return [
    ...(neverReady.length > 0 ? [`never ready in this prediction: ${neverReady.join(', ')}`] : []),
    ...(unknown.length > 0
      ? [
          `the time that the postStart hook of ${unknown.join(', ')} holds the later containers is unknown, ` +
            `and not counted`,
        ]
      : []),
  ];
}

function createSteps(chain: readonly Moment[]): TimelineStep[] {
  return chain.flatMap(({ who, what, at: to, after: before }): TimelineStep[] =>
    before && to > before.at ? [{ who, what, from: roundToMilliseconds(before.at), to: roundToMilliseconds(to) }] : [],
  );
}

type Bar = [kind: SpanKind, from: number, to: number, of: readonly string[]];

/** Returns the spans with a positive length. */
function toSpans(bars: readonly Bar[]): TimelineSpan[] {
  return bars
    .map(([kind, from, to, of]) => ({ kind, from: roundToMilliseconds(from), to: roundToMilliseconds(to), of }))
    .filter(s => s.to > s.from);
}

function toSeconds(moment: Moment | undefined): number | undefined {
  return moment && roundToMilliseconds(moment.at);
}

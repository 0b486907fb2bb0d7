import { after, chainOf, CREATION, KUBELET, latest, Moment, notBefore } from './moment';
import { PriceName, Prices, pricesFor } from './prices';
import { Place, SpanKind, Timeline, TimelineEdge, TimelineRow, TimelineSpan, TimelineStep } from './timeline';
import { AGENT_INSTALLER } from '../agent/contract';
import { ContainerRole } from '../model/container-role';
import { Mechanism } from '../model/mechanism';
import { StartCondition } from '../model/start-condition';
import { ContainerSlot, PlannedContainer, PlannedDependency, StartupPlan } from '../model/startup-plan';

/** Where nobody said how long a container takes. */
export const GUESSED_SECONDS = 1;
/** How much the picture shows of a pod in which all is ready. */
const REST = 0.08;

/** When a pod of this plan will do what. */
export function predict(plan: StartupPlan): Timeline {
  return new Kubelet(plan, pricesFor(plan.kubernetesVersion)).timeline();
}

/** What is known of a container that has begun. */
interface Begun {
  readonly created: Moment;
  /** The first process of the container: the gate, where there is one. */
  readonly running: Moment;
  /** The end of its postStart hook. */
  readonly hookEnd?: Moment;
}

/**
 * What the kubelet does with a pod, in the order in which it does it: the entries of `initContainers` one after the other, where a native sidecar holds what is behind it until
 * its hook has ended and its startup probe has passed; then `containers` in list order, each with its hook. What a guard holds is left out, and the kubelet comes
 * back to it in a later pass. Gates wait inside their containers.
 *
 * kubelet 1.27–1.37: kuberuntime_manager.go SyncPod, kuberuntime_container.go computeInitContainerActions, prober/worker.go, pod_workers.go.
 */
class Kubelet {
  private readonly begun = new Map<string, Begun>();
  private readonly readyAt = new Map<string, Moment | undefined>();
  private readonly outsideReady = new Map<string, Moment>();
  private readonly marks = new Map<string, Moment>();
  private readonly byName: ReadonlyMap<string, PlannedContainer>;
  private readonly needs: ReadonlyMap<string, readonly PlannedDependency[]>;
  /** By the init container that waits. */
  private readonly awaited: ReadonlyMap<string, readonly PlannedDependency[]>;
  private readonly begins: Moment;
  /** A moment at which the kubelet has looked at its containers. */
  private looks: number | undefined;

  constructor(private readonly plan: StartupPlan, private readonly prices: Prices) {
    this.byName = new Map(plan.containers.map(c => [c.name, c]));
    this.needs = grouped(plan.dependencies, d => d.dependent);
    this.awaited = grouped(plan.dependencies.filter(isWait), d => d.waitsIn!);
    this.begins = beginOf(prices, plan.hasVolumes || plan.injections.some(i => i.field.startsWith('volumes')));
    this.runApp(this.runInit());
  }

  public timeline(): Timeline {
    const { plan } = this;
    if (plan.disabledReason !== undefined) { return { title: plan.path, kind: 'predicted', rows: [], edges: [], criticalPath: [], end: 0, notes: [] }; }
    const last = this.lastReady();
    const chain = last ? chainOf(last) : [];
    const settled = [...this.begun].map(([name, begun]) => this.readyOf(name)?.at ?? begun.running.at);
    const end = rounded(Math.max(this.begins.at, ...settled, ...this.outside().map(o => o.at)) * (1 + REST));
    const onPath = new Set(chain);
    const edges = plan.dependencies.map((d): TimelineEdge => {
      const met = this.metAt(d);
      return {
        dependent: d.dependent,
        dependency: d.dependency,
        condition: d.condition,
        mechanism: d.mechanism,
        guarantee: d.guarantee,
        metAt: met && rounded(met.at),
        via: isWait(d) ? d.waitsIn : undefined,
        startedAt: at(this.startOf(d.dependent)),
        critical: met !== undefined && onPath.has(met) && met.at === this.lastMet(d.dependent)
          && chain.some(m => m.who === d.dependent && m.at >= met.at),
      };
    });
    return {
      title: plan.path,
      kind: 'predicted',
      rows: [...this.outsideRows(end, onPath), ...plan.containers.map(c => this.rowOf(c, end, new Set(chain.map(m => m.who))))],
      edges,
      criticalPath: stepsOf(chain),
      allReady: at(last),
      allReadyWithoutOrder: rounded(withoutOrder(plan, this.prices)),
      end,
      notes: this.notes(),
    };
  }

  /** The moment at which the kubelet comes to `containers`. */
  private runInit(): Moment {
    let free = this.begins;
    for (const container of this.plan.containers.filter(c => c.slot !== ContainerSlot.CONTAINER)) {
      const started = this.begin(container, free);
      if (container.slot === ContainerSlot.INIT_CONTAINER) {
        const ended = this.readyOf(container.name);
        if (!ended) { return never(free, container.name); }
        free = this.seen(ended, `sees that ${container.name} has ended`);
      } else {
        const passed = this.startupPassed(container, started);
        if (!passed) { return never(free, container.name); }
        free = passed;
      }
    }
    return free;
  }

  /** When what is behind a native sidecar may begin. */
  private startupPassed({ name, startupProbePeriod }: PlannedContainer, { running, hookEnd }: Begun): Moment | undefined {
    const started = hookEnd ?? running;
    if (!startupProbePeriod) {
      const what = `sees that ${name} has started`;
      return this.prices.sidecarSeen ? this.later(started, 'sidecarSeen', KUBELET, what) : this.seen(started, what);
    }
    const ready = this.readyOf(name);
    return ready && this.later(this.tick(name, latest(ready, this.later(started, 'statusShown', name, 'has its status published')), startupProbePeriod.toSeconds({ integral: false })),
      'probePassed', KUBELET, `sees that the startup probe of ${name} has passed`);
  }

  /**
   * The kubelet looks at its containers once a second. Nobody knows when, until it has begun something because of what it saw: from then on its looks come at whole periods from there.
   */
  private seen(moment: Moment, what: string): Moment {
    const seen = this.looks === undefined ? this.later(moment, 'exitSeen', KUBELET, what) : notBefore(moment, this.lookAfter(moment.at, this.looks), KUBELET, what);
    this.looks = seen.at;
    return seen;
  }

  private lookAfter(time: number, known: number): number {
    const period = this.price('relist');
    return known + Math.ceil((time - known) / period + 1e-9) * period;
  }

  private runApp(first: Moment): void {
    let held = this.plan.containers.filter(c => c.slot === ContainerSlot.CONTAINER);
    let pass: Moment | undefined = first;
    let passes = 0;
    while (pass && held.length > 0 && Number.isFinite(pass.at)) {
      const before: number = held.length;
      let cursor: Moment = pass;
      held = held.filter(container => {
        const opened = this.openedBy(container, cursor);
        if (!opened) { return true; }
        // It was held when the kubelet came to it before: what opened it is the reason why it begins now.
        const { running, hookEnd } = this.begin(container, passes > 0 ? notBefore(opened, cursor.at, KUBELET, `comes back to ${container.name}`) : cursor);
        cursor = hookEnd ?? running;
        this.readyOf(container.name); // in list order, so that a long chain is not gone back at once
        return false;
      });
      passes++;
      pass = held.length === 0 ? undefined : this.nextPass(first, cursor, held, held.length < before);
    }
  }

  /** While anything is held, a pass begins only when the kubelet has looked at its containers again, once a second: after one has started, or when a probe has made a mark. */
  private nextPass(first: Moment, end: Moment, held: readonly PlannedContainer[], changed: boolean): Moment | undefined {
    const looked = notBefore(end, this.lookAfter(end.at, this.looks ?? first.at), KUBELET, 'looks at the pod again');
    if (changed) { return looked; }
    const opening = held.flatMap(c => {
      const marks = this.guardsOf(c).map(d => this.markOf(d));
      return marks.length > 0 && marks.every(m => m) ? [latest(marks[0]!, ...marks.map(m => m!))] : [];
    }).reduce<Moment | undefined>((a, b) => a && a.at <= b.at ? a : b, undefined);
    const woken = opening && this.later(opening, 'look', KUBELET, 'looks at the pod again');
    return woken && latest(woken, looked);
  }

  /** Begins it, with its hook: that blocks all behind it. */
  private begin(container: PlannedContainer, free: Moment): Begun {
    const { name, postStart } = container;
    const running = this.later(free, 'container', name, 'is created');
    const begun: Begun = { created: free, running };
    this.begun.set(name, begun);
    if (!postStart) { return begun; }
    const called = this.later(running, 'hookCall', name, 'runs, and its hook is called');
    const hookEnd = postStart.looksAt.every(other => (this.begun.get(other)?.running.at ?? Infinity) <= called.at)
      ? this.hookWaits(container, called) : called;
    const withHook = { ...begun, hookEnd };
    this.begun.set(name, withHook);
    return withHook;
  }

  private hookWaits({ name, postStart }: PlannedContainer, called: Moment): Moment {
    const limit = postStart!.timeout && after(called, postStart!.timeout.toSeconds({ integral: false }), name, 'gives up waiting in its hook');
    const seen = postStart!.waitsFor.map((other): Moment | undefined => {
      const ready = this.readyOf(other);
      return ready && this.later(ready, 'poll', name, `sees in its hook that ${other} is ready`);
    });
    const inTime = (m: Moment | undefined): m is Moment => m !== undefined && (!limit || m.at <= limit.at);
    postStart!.waitsFor.forEach((other, i) => { if (inTime(seen[i])) { this.mark(other, latest(called, seen[i])); } });
    return seen.every(inTime) ? latest(called, ...seen.filter(inTime)) : limit ?? never(called, name);
  }

  /** What opens its guards, if that has happened when a pass comes to it; where it has none, that pass. */
  private openedBy(container: PlannedContainer, cursor: Moment): Moment | undefined {
    const marks = this.guardsOf(container).map(d => this.markOf(d));
    if (!marks.every(m => m && m.at <= cursor.at)) { return undefined; }
    return marks.length === 0 ? cursor : latest(marks[0]!, ...marks.map(m => m!));
  }

  private guardsOf({ name }: PlannedContainer): PlannedDependency[] {
    return this.needsOf(name).filter(d => d.mechanism === Mechanism.GUARDED_HOOK);
  }

  /** When the mark is made that opens such a guard: by a hook, or by the probe of the dependency. */
  private markOf({ dependency, condition }: PlannedDependency): Moment | undefined {
    const begun = this.begun.get(dependency);
    if (!begun) { return undefined; }
    if (condition === StartCondition.RUNNING) { return begun.hookEnd ?? begun.running; }
    const ready = this.readyOf(dependency);
    const byHook = this.marks.get(dependency);
    if (!ready) { return byHook; }
    const probed = this.tick(dependency, this.later(begun.hookEnd ?? begun.running, 'statusShown', dependency, 'has its status published'), this.price('probePeriod'));
    const byProbe = this.later(latest(ready, probed), 'poll', dependency, 'is seen ready by its probe');
    return byHook && byHook.at <= byProbe.at ? byHook : byProbe;
  }

  private mark(name: string, moment: Moment): void {
    const known = this.marks.get(name);
    if (!known || moment.at < known.at) { this.marks.set(name, moment); }
  }

  /** The next run of a probe. The kubelet begins to probe all containers of a pod when it begins with the pod. */
  private tick(name: string, from: Moment, period: number): Moment {
    return notBefore(from, Math.ceil(from.at / period - 1e-9) * period, name, 'waits for its next probe');
  }

  /** When its own command starts: where it has a gate, when that is open. */
  private startOf(name: string): Moment | undefined {
    const begun = this.begun.get(name);
    if (!begun) { return undefined; }
    const gates = this.needsOf(name).filter(d => d.mechanism === Mechanism.ENTRYPOINT_GATE);
    if (gates.length === 0) { return begun.running; }
    const met = gates.map(d => this.metAt(d));
    if (!met.every(m => m)) { return undefined; }
    const last = latest(begun.running, ...met.map(m => m!));
    const byMark = gates.some(d => !d.external && this.byName.get(d.dependency)?.postStart);
    const seen = last === begun.running ? last : this.later(last, byMark ? 'mark' : 'poll', name, 'opens its gate');
    return this.later(seen, 'gate', name, 'starts its command');
  }

  /** When it is ready; an init container, when it has ended. `undefined`: never. */
  private readyOf(name: string): Moment | undefined {
    if (this.readyAt.has(name)) { return this.readyAt.get(name); }
    this.readyAt.set(name, undefined); // who waits for himself never is
    const ready = this.findReady(name);
    // Not yet begun is not never.
    if (ready) { this.readyAt.set(name, ready); } else { this.readyAt.delete(name); }
    return ready;
  }

  private findReady(name: string): Moment | undefined {
    const container = this.byName.get(name);
    const started = this.startOf(name);
    if (!container || !started) { return undefined; }
    const awaited = this.awaitedIn(name);
    if (awaited.length > 0) {
      const met = awaited.map(d => this.metAt(d));
      return met.every(m => m) ? this.later(latest(started, ...met.map(m => m!)), 'poll', name, `sees that ${[...new Set(awaited.map(d => d.dependency))].join(', ')} is ready`) : undefined;
    }
    if (name === AGENT_INSTALLER) { return this.later(started, 'installer', name, 'installs the wait agent'); }
    return after(started, secondsOf(container), name, container.slot === ContainerSlot.INIT_CONTAINER ? 'runs' : 'becomes ready');
  }

  /** When the condition of a dependency comes true. */
  private metAt({ dependency, condition, external, expectedReadyIn }: PlannedDependency): Moment | undefined {
    if (external) {
      const known = this.outsideReady.get(dependency);
      const ready = after(CREATION, expectedReadyIn?.toSeconds({ integral: false }) ?? 0, dependency, 'becomes ready');
      if (known && known.at >= ready.at) { return known; }
      this.outsideReady.set(dependency, ready);
      return ready;
    }
    return condition === StartCondition.RUNNING ? this.startOf(dependency) : this.readyOf(dependency);
  }

  private lastMet(dependent: string): number {
    return Math.max(...this.needsOf(dependent).map(d => this.metAt(d)?.at ?? Infinity));
  }

  private lastReady(): Moment | undefined {
    const apps = this.plan.containers.filter(c => c.role === ContainerRole.APP).map(c => this.readyOf(c.name));
    return apps.length > 0 && apps.every(m => m) ? latest(apps[0]!, ...apps.map(m => m!)) : undefined;
  }

  private outside(): { name: string; at: number; detail: string; guessed: boolean }[] {
    const found = new Map<string, { name: string; at: number; detail: string; guessed: boolean }>();
    for (const d of this.plan.dependencies.filter(e => e.external)) {
      const known = found.get(d.dependency);
      const seconds = d.expectedReadyIn?.toSeconds({ integral: false });
      if (!known || (seconds ?? 0) > known.at) { found.set(d.dependency, { name: d.dependency, at: seconds ?? 0, detail: d.check ?? '', guessed: seconds === undefined }); }
    }
    return [...found.values()];
  }

  private outsideRows(end: number, onPath: ReadonlySet<Moment>): TimelineRow[] {
    return this.outside().map(o => ({
      name: o.name,
      place: 'outside',
      injected: false,
      app: false,
      detail: o.detail,
      ready: rounded(o.at),
      spans: spans([['starting', 0, o.at, []], ['ready', o.at, end, []]]),
      guessed: o.guessed,
      critical: [...onPath].some(m => m.who === o.name),
    }));
  }

  private rowOf(container: PlannedContainer, end: number, onPath: ReadonlySet<string>): TimelineRow {
    const { name, slot } = container;
    const isInit = slot === ContainerSlot.INIT_CONTAINER;
    const begun = this.begun.get(name);
    const started = this.startOf(name);
    const ready = this.readyOf(name);
    return {
      name,
      place: PLACES[slot],
      injected: container.injected,
      app: container.role === ContainerRole.APP,
      detail: container.reason,
      created: at(begun?.created),
      started: at(started),
      ready: isInit ? undefined : at(ready),
      ended: isInit ? at(ready) : undefined,
      spans: this.spansOf(container, end),
      guessed: container.expectedReadyIn === undefined && name !== AGENT_INSTALLER && this.awaitedIn(name).length === 0,
      critical: onPath.has(name),
    };
  }

  private spansOf({ name, slot }: PlannedContainer, end: number): TimelineSpan[] {
    const isInit = slot === ContainerSlot.INIT_CONTAINER;
    const begun = this.begun.get(name);
    const started = this.startOf(name);
    const ready = this.readyOf(name);
    const needs = this.needsOf(name);
    const met = needs.map(d => this.metAt(d)?.at ?? end);
    const metAt = Math.max(0, ...met);
    const unmet = (from: number) => [...new Set(needs.filter((_, i) => met[i] > from).map(d => d.dependency))];
    const created = begun?.created.at ?? end;
    const from = this.begins.at;
    const waitsUntil = Math.min(created, Math.max(from, metAt));
    const gate = started && begun && started.at > begun.running.at;
    const awaits = this.awaitedIn(name).map(d => d.dependency);
    return spans([
      ['waiting', from, waitsUntil, unmet(from)],
      ['queued', waitsUntil, created, []],
      ['creating', created, begun?.running.at ?? end, []],
      ...(gate ? [['waiting', begun.running.at, started.at, unmet(begun.running.at)] as Drawn] : []),
      ...(started ? [[awaits.length > 0 ? 'waiting' : isInit ? 'running' : 'starting', started.at, ready?.at ?? end, [...new Set(awaits)]] as Drawn] : []),
      ...(begun && !started ? [['waiting', begun.running.at, end, unmet(begun.running.at)] as Drawn] : []),
      ...(ready && !isInit ? [['ready', ready.at, end, []] as Drawn] : []),
    ]);
  }

  /** What an init container waits for; empty: it is none that waits. */
  private awaitedIn(name: string): readonly PlannedDependency[] {
    return this.awaited.get(name) ?? [];
  }

  private needsOf(name: string): readonly PlannedDependency[] {
    return this.needs.get(name) ?? [];
  }

  private notes(): string[] {
    const { containers } = this.plan;
    const neverReady = containers.filter(c => !this.readyOf(c.name)).map(c => c.name);
    const unknown = containers.slice(0, -1).filter(c => c.postStart?.includesYours && c.postStart.waitsFor.length === 0).map(c => c.name);
    return [
      ...(neverReady.length > 0 ? [`never ready in this prediction: ${neverReady.join(', ')}`] : []),
      ...(unknown.length > 0 ? [`how long the postStart hook of ${unknown.join(', ')} holds what is behind it is not known, and not counted`] : []),
    ];
  }

  private later(moment: Moment, name: PriceName, who: string, what: string): Moment {
    return after(moment, this.price(name), who, what);
  }

  private price(name: PriceName): number {
    return this.prices[name]!.seconds;
  }
}

type Drawn = [kind: SpanKind, from: number, to: number, of: readonly string[]];

const PLACES: Readonly<Record<ContainerSlot, Place>> = {
  [ContainerSlot.INIT_CONTAINER]: 'init container',
  [ContainerSlot.NATIVE_SIDECAR]: 'native sidecar',
  [ContainerSlot.CONTAINER]: 'container',
};

function grouped<T>(all: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of all) {
    const group = groups.get(key(item));
    if (group) { group.push(item); } else { groups.set(key(item), [item]); }
  }
  return groups;
}

/** The wait itself is the container, and not something in it. */
function isWait({ mechanism }: PlannedDependency): boolean {
  return mechanism === Mechanism.INIT_CONTAINER || mechanism === Mechanism.SIDECAR_WAIT_INIT;
}

function secondsOf({ expectedReadyIn }: PlannedContainer): number {
  return expectedReadyIn?.toSeconds({ integral: false }) ?? GUESSED_SECONDS;
}

function beginOf(prices: Prices, hasVolumes: boolean): Moment {
  const sandbox = after(CREATION, prices.sandbox.seconds, KUBELET, 'prepares the pod');
  return hasVolumes ? after(sandbox, prices.volumes.seconds, KUBELET, 'waits for its volumes') : sandbox;
}

/** The same pod with nothing ordered: the user's own init containers first, then all else at once, as the kubelet does it. */
function withoutOrder(plan: StartupPlan, prices: Prices): number {
  const own = plan.containers.filter(c => !c.injected);
  let free = beginOf(prices, plan.hasVolumes).at;
  for (const container of own.filter(c => c.role === ContainerRole.INIT)) {
    free += prices.container.seconds + secondsOf(container) + prices.exitSeen.seconds;
  }
  const others = own.filter(c => c.role !== ContainerRole.INIT);
  return Math.max(...others.map((c, i) => c.role === ContainerRole.APP ? free + (i + 1) * prices.container.seconds + secondsOf(c) : 0));
}

function never(moment: Moment, who: string): Moment {
  return { at: Infinity, who, what: 'never goes on', after: moment };
}

function stepsOf(chain: readonly Moment[]): TimelineStep[] {
  return chain.flatMap(({ who, what, at: to, after: before }): TimelineStep[] =>
    before && to > before.at ? [{ who, what, from: rounded(before.at), to: rounded(to) }] : []);
}

function spans(drawn: readonly Drawn[]): TimelineSpan[] {
  return drawn.map(([kind, from, to, of]) => ({ kind, from: rounded(from), to: rounded(to), of }))
    .filter(s => s.to > s.from && Number.isFinite(s.to));
}

function at(moment: Moment | undefined): number | undefined {
  return moment && Number.isFinite(moment.at) ? rounded(moment.at) : undefined;
}

/** To milliseconds: sums of figures would differ in the last bit. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

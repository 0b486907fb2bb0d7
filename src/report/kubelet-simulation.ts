import { PriceName, Prices, getPrices } from './step-durations';
import { createMomentAfter, CREATION, KUBELET, findLatest, Moment, createMomentNotBefore } from './timeline-event';
import { AGENT_INSTALLER } from '../agent/contract';
import { ContainerRole, Mechanism, StartCondition } from '../api/enums';
import { getOrCreate, groupBy } from '../api/private/collections';
import { PlannedHook } from '../api/private/planned-parts';
import { secondsOf } from '../api/private/seconds';
import { PlannedContainer, PlannedDependency, StartupPlan } from '../api/startup-plan';
import { MECHANISMS } from '../planner/mechanisms';

/** Used where `expectedReadyIn` is unspecified. */
const GUESSED_SECONDS = 1;

/** The first moments of a container that the kubelet has created. */
export interface BegunContainer {
  readonly created: Moment;
  /** The start of the first process: of the gate, if any. */
  readonly running: Moment;
  /**
   * The moment when the kubelet continues with the next container: after the postStart hook, if any. `undefined`: the
   * hook never completes.
   */
  readonly goesOn?: Moment;
}

/**
 * A dependency outside the pod, or a container that a webhook injects. It is ready from the beginning if no time is
 * specified.
 */
export interface ExternalReadiness {
  readonly name: string;
  readonly injected: boolean;
  readonly ready: Moment;
  readonly detail: string;
  readonly guessed: boolean;
}

/**
 * Simulates the kubelet. It starts the entries of `initContainers` one after the other; a native sidecar holds the next
 * entry until its hook has completed and its startup probe has passed. Then it starts `containers` in list order, each
 * with its hook; without serial starts, all at the same time. It skips a container with a closed guard, and comes back
 * to it in a later pass. Gates wait inside their containers. `undefined` is an event that never happens.
 *
 * kubelet 1.27–1.37: kuberuntime_manager.go SyncPod, kuberuntime_container.go computeInitContainerActions,
 * prober/worker.go, pod_workers.go.
 */
export class Kubelet {
  /** The moment at which the kubelet starts the first container. */
  public readonly begins: Moment;
  /** The container after which the kubelet starts no further container. */
  private blocker: string | undefined;

  private readonly containers: ReadonlyMap<string, PlannedContainer>;
  private readonly needs: ReadonlyMap<string, readonly PlannedDependency[]>;
  /** The dependencies outside the pod, by name. */
  private readonly outside: ReadonlyMap<string, readonly PlannedDependency[]>;
  /** The awaited dependencies, by the name of the wait init container. */
  private readonly awaited: ReadonlyMap<string, readonly PlannedDependency[]>;

  private readonly begun = new Map<string, BegunContainer>();
  private readonly startAt = new Map<string, Moment | undefined>();
  private readonly readyAt = new Map<string, Moment | undefined>();
  /** Containers that are not ready by any step so far. */
  private readonly unready = new Set<string>();
  private readonly marks = new Map<string, Moment>();
  /** A moment at which the kubelet listed its containers. */
  private looks: number | undefined;

  constructor(
    private readonly plan: StartupPlan,
    private readonly prices: Prices = getPrices(plan.kubernetesVersion),
  ) {
    this.containers = new Map(plan.containers.map(c => [c.name, c]));
    this.needs = groupBy(plan.dependencies, d => d.dependent);
    this.outside = groupBy(
      plan.dependencies.filter(d => d.external),
      d => d.dependency,
    );
    this.awaited = groupBy(plan.dependencies.filter(isWait), d => d.waitsIn!);
    const sandbox = this.later(CREATION, 'sandbox', KUBELET, 'prepares the pod');
    const hasVolumes = plan._hasVolumes || plan._injections.some(i => i.field.startsWith('volumes'));
    this.begins = hasVolumes ? this.later(sandbox, 'volumes', KUBELET, 'waits for its volumes') : sandbox;
    const first = this.runInit();
    if (first) {
      this.runApp(first);
    }
  }

  /** Returns the first moments of a container; `undefined`: the kubelet never creates it. */
  public getBegun(name: string): BegunContainer | undefined {
    return this.begun.get(name);
  }

  /** Returns the container that prevents the creation of container `name`. */
  public findBlocker(name: string): string | undefined {
    return this.begun.has(name) ? undefined : this.blocker;
  }

  /** Returns the start of the container's own command, which is after its gate, if any. */
  public getStart(name: string): Moment | undefined {
    return getOrCreate(this.startAt, name, () => this.findStart(name));
  }

  /** Returns the moment when a container is ready, or when an init container has exited. */
  public getReady(name: string): Moment | undefined {
    const known = this.readyAt.get(name);
    if (known || this.unready.has(name)) {
      return known;
    }
    this.unready.add(name); // a container that waits for itself never becomes ready
    return getOrCreate(this.readyAt, name, () => this.findReady(name));
  }

  /** Returns the moment when the condition of a dependency becomes true. */
  public metAt(needed: PlannedDependency): Moment | undefined {
    const { dependency, condition, external, mechanism } = needed;
    if (external) {
      return this.getDelayEnd(needed) ?? this.getOutsideReady(dependency);
    }
    if (condition === StartCondition.RUNNING) {
      return this.getStart(dependency);
    }
    // With a hook of the user, the kubelet counts the container as started when the hook has completed.
    const hook = this.containers.get(dependency)?._postStart;
    return condition === StartCondition.STARTED && hook?.includesUserHook && mechanism === Mechanism.POST_START
      ? this.begun.get(dependency)?.goesOn
      : this.getReady(dependency);
  }

  /** Returns the dependencies outside the pod, in the order of the plan. */
  public listOutside(): ExternalReadiness[] {
    return [...this.outside].map(([name, needed]) => {
      const ready = findLatestOf(needed.map(d => this.metAt(d))) ?? CREATION;
      return {
        name,
        injected: needed[0]._injected ?? false,
        ready,
        detail: needed[0].check ?? '',
        guessed: needed.every(d => d._expectedReadyIn === undefined && d._delay === undefined),
      };
    });
  }

  /** Returns the moment when all app containers are ready. */
  public getAllReady(): Moment | undefined {
    const apps = this.plan.containers.filter(c => c.role === ContainerRole.APP);
    return apps.length > 0 ? findLatestOf(apps.map(c => this.getReady(c.name))) : undefined;
  }

  public getNeeds(name: string): readonly PlannedDependency[] {
    return this.needs.get(name) ?? [];
  }

  /** Returns the moment when an init container has seen all its dependencies; without dependencies, its start. */
  public getSeen(name: string): Moment | undefined {
    const awaited = this.getAwaited(name);
    if (awaited.length === 0) {
      return this.getStart(name);
    }
    const met = findLatestOf([this.getStart(name), ...awaited.map(d => this.metAt(d))]);
    const names = new Set(awaited.map(d => d.dependency));
    return met && this.later(met, 'poll', name, `sees that ${[...names].join(', ')} is ready`);
  }

  /** Whether the container only waits, and does no other work. */
  public isMereWait({ name, injected }: PlannedContainer): boolean {
    return injected && this.getAwaited(name).length > 0;
  }

  /** Returns the dependencies that an init container waits for. */
  public getAwaited(name: string): readonly PlannedDependency[] {
    return this.awaited.get(name) ?? [];
  }

  /** Returns the latest time that its dependents expect. */
  private getOutsideReady(name: string): Moment {
    const seconds = this.outside.get(name)!.map(d => secondsOf(d._expectedReadyIn) ?? 0);
    return createMomentAfter(CREATION, Math.max(...seconds), name, 'becomes ready');
  }

  /** Returns the end of a delay; `undefined`: another check, or the waiting container never starts. */
  private getDelayEnd(needed: PlannedDependency): Moment | undefined {
    const { dependent, dependency, waitsIn, _delay: delay } = needed;
    const waiter = this.begun.get(isWait(needed) ? waitsIn! : dependent);
    return delay && waiter && createMomentAfter(waiter.running, secondsOf(delay)!, dependency, 'has passed');
  }

  /** Runs `initContainers`, and returns the moment when the kubelet begins with `containers`. */
  private runInit(): Moment | undefined {
    let free = this.begins;
    for (const container of this.plan.containers.filter(c => c._slot !== 'CONTAINER')) {
      const begun = this.begin(container, free);
      this.getReady(container.name); // in list order, so that a long chain needs no deep recursion
      const next = container._slot === 'INIT' ? this.seeExit(container) : this.seeStartup(container, begun);
      if (!next) {
        this.blocker = container.name;
        return undefined;
      }
      free = next;
    }
    return free;
  }

  private seeExit({ name }: PlannedContainer): Moment | undefined {
    const ended = this.getReady(name);
    return ended && this.seeAtRelist(ended, `sees that ${name} has exited`);
  }

  /** Returns the moment when the kubelet may begin the entry after a native sidecar. */
  private seeStartup(
    { name, _startupProbePeriod: period }: PlannedContainer,
    { goesOn }: BegunContainer,
  ): Moment | undefined {
    if (!goesOn) {
      return undefined;
    }
    if (!period) {
      const what = `sees that ${name} has started`;
      return this.prices.sidecarSeen
        ? this.later(goesOn, 'sidecarSeen', KUBELET, what)
        : this.seeAtRelist(goesOn, what);
    }
    const ready = this.getReady(name);
    if (!ready) {
      return undefined;
    }
    const probed = this.tick(name, findLatest(ready, this.publishStatus(name, goesOn)), secondsOf(period)!);
    return this.later(probed, 'probePassed', KUBELET, `sees that the startup probe of ${name} has passed`);
  }

  /** Returns when the kubelet shows the status of the container. Its probes pass after that. */
  private publishStatus(name: string, goesOn: Moment): Moment {
    return this.later(goesOn, 'statusShown', name, 'has its status published');
  }

  /**
   * The kubelet lists its containers once a second, at an unknown offset. After the first change that it has noticed,
   * the next lists follow at whole periods.
   */
  private seeAtRelist(moment: Moment, what: string): Moment {
    const seen =
      this.looks === undefined
        ? this.later(moment, 'exitSeen', KUBELET, what)
        : createMomentNotBefore(moment, this.lookAfter(moment.at, this.looks), KUBELET, what);
    this.looks = seen.at;
    return seen;
  }

  private lookAfter(time: number, known: number): number {
    const period = this.price('relist');
    return known + Math.ceil((time - known) / period + 1e-9) * period;
  }

  private runApp(first: Moment): void {
    let held = this.plan.containers.filter(c => c._slot === 'CONTAINER');
    let pass: Moment | undefined = first;
    for (let passes = 0; pass && held.length > 0; passes++) {
      const heldAgain: PlannedContainer[] = [];
      let cursor: Moment = pass;
      let end: Moment | undefined = pass;
      for (const container of held) {
        const opened = this.findOpening(container, cursor);
        if (!opened) {
          heldAgain.push(container);
          continue;
        }
        // The kubelet has skipped the container in an earlier pass, so the opening of its guards is the reason for its
        // start.
        const turn =
          passes > 0 ? createMomentNotBefore(opened, cursor.at, KUBELET, `comes back to ${container.name}`) : cursor;
        const { goesOn } = this.begin(container, turn);
        this.getReady(container.name); // in list order, so that a long chain needs no deep recursion
        if (!goesOn) {
          this.blocker = container.name;
        }
        const next = container._postStart ? goesOn : this.later(turn, 'next', KUBELET, `has begun ${container.name}`);
        end = end && next && findLatest(end, next);
        if (this.plan._startsAtOnce) {
          continue;
        }
        if (!next) {
          return;
        }
        cursor = next;
      }
      // A hook that never completes holds the sync of the pod, and so every later pass.
      pass = end && this.findNextPass(first, end, heldAgain, heldAgain.length < held.length);
      held = heldAgain;
    }
  }

  /**
   * While guards hold containers, a new pass begins only with a relist, once a second: after a container has started,
   * or after a probe has made a mark.
   */
  private findNextPass(
    first: Moment,
    end: Moment,
    held: readonly PlannedContainer[],
    changed: boolean,
  ): Moment | undefined {
    const next = this.lookAfter(end.at, this.looks ?? first.at);
    const looked = createMomentNotBefore(end, next, KUBELET, 'checks the pod again');
    if (changed) {
      return looked;
    }
    const [opening] = held
      .flatMap(c => findLatestOf(this.getGuards(c).map(d => this.findMark(d))) ?? [])
      .sort((a, b) => a.at - b.at);
    const woken = opening && this.later(opening, 'look', KUBELET, 'checks the pod again');
    return woken && findLatest(woken, looked);
  }

  /** Begins a container and its hook, which blocks all later containers. */
  private begin(
    { name, _postStart: postStart, _neverEnds: neverEnds }: PlannedContainer,
    created: Moment,
  ): BegunContainer {
    const running = this.later(created, 'container', name, 'is created');
    this.unready.clear();
    this.begun.set(name, { created, running }); // its hook may wait for itself
    const goesOn = postStart ? this.findHookEnd(name, postStart, running) : running;
    const begun = { created, running, goesOn: neverEnds ? undefined : goesOn };
    this.begun.set(name, begun);
    return begun;
  }

  private findHookEnd(
    name: string,
    { conditionalOn, waitsFor, timeout }: PlannedHook,
    running: Moment,
  ): Moment | undefined {
    const called = this.later(running, 'hookCall', name, 'runs, and its hook is called');
    const waits = conditionalOn.every(other => (this.begun.get(other)?.running.at ?? Infinity) <= called.at);
    if (!waits) {
      return called;
    }
    const limit = timeout && createMomentAfter(called, secondsOf(timeout)!, name, 'gives up waiting in its hook');
    const seen = waitsFor.map((other): Moment | undefined => {
      const ready = this.getReady(other);
      const found = ready && this.later(ready, 'poll', name, `sees in its hook that ${other} is ready`);
      return found && (!limit || found.at <= limit.at) ? findLatest(called, found) : undefined;
    });
    waitsFor.forEach((other, i) => this.mark(other, seen[i]));
    return findLatestOf([called, ...seen]) ?? limit;
  }

  /**
   * Returns the moment at which the guards of the container opened, or `undefined` if they are closed at `cursor`.
   * Without guards, returns `cursor`.
   */
  private findOpening(container: PlannedContainer, cursor: Moment): Moment | undefined {
    const guards = this.getGuards(container);
    if (guards.length === 0) {
      return cursor;
    }
    const opened = findLatestOf(guards.map(d => this.findMark(d)));
    return opened && opened.at <= cursor.at ? opened : undefined;
  }

  private getGuards({ name }: PlannedContainer): PlannedDependency[] {
    return this.getNeeds(name).filter(d => MECHANISMS[d.mechanism].heldBy === 'guard');
  }

  /** Returns the moment of the mark that opens a guard. A hook makes the mark, or the probe of the dependency. */
  private findMark({ dependency, condition }: PlannedDependency): Moment | undefined {
    const goesOn = this.begun.get(dependency)?.goesOn;
    const start = this.getStart(dependency);
    if (condition === StartCondition.RUNNING) {
      return goesOn && start && findLatest(goesOn, start);
    }
    const byHook = this.marks.get(dependency);
    const ready = this.getReady(dependency);
    if (!ready || !goesOn) {
      return byHook;
    }
    const probed = this.tick(dependency, this.publishStatus(dependency, goesOn), this.price('probePeriod'));
    const byProbe = this.later(findLatest(ready, probed), 'poll', dependency, 'is seen ready by its probe');
    return byHook && byHook.at <= byProbe.at ? byHook : byProbe;
  }

  private mark(name: string, moment: Moment | undefined): void {
    const known = this.marks.get(name);
    if (moment && (!known || moment.at < known.at)) {
      this.marks.set(name, moment);
    }
  }

  /** Returns the next run of a probe. The periods of all probes begin with the pod. */
  private tick(name: string, from: Moment, period: number): Moment {
    return createMomentNotBefore(from, Math.ceil(from.at / period - 1e-9) * period, name, 'waits for its next probe');
  }

  private findStart(name: string): Moment | undefined {
    const begun = this.begun.get(name);
    const gates = this.getNeeds(name).filter(d => MECHANISMS[d.mechanism].heldBy === 'gate');
    if (!begun || gates.length === 0) {
      return begun?.running;
    }
    const last = findLatestOf([begun.running, ...gates.map(d => this.metAt(d))]);
    if (!last) {
      return undefined;
    }
    const byMark = gates.some(d => !d.external && this.containers.get(d.dependency)?._postStart);
    const seen = last === begun.running ? last : this.later(last, byMark ? 'mark' : 'poll', name, 'opens its gate');
    return this.later(seen, 'gate', name, 'starts its command');
  }

  private findReady(name: string): Moment | undefined {
    const container = this.containers.get(name);
    const seen = this.getSeen(name);
    if (!container || !seen || container._neverEnds) {
      return undefined;
    }
    if (this.isMereWait(container)) {
      return seen;
    }
    if (name === AGENT_INSTALLER) {
      return this.later(seen, 'installer', name, 'installs the wait agent');
    }
    const { _expectedReadyIn: expected, _delay: delay, _sleepsFirst: sleeps, _slot: slot } = container;
    const known = [expected, delay].flatMap(time => secondsOf(time) ?? []);
    const seconds = known.length === 0 ? GUESSED_SECONDS : Math.max(...known);
    const what = slot === 'INIT' ? 'runs' : 'becomes ready';
    return createMomentAfter(seen, (secondsOf(sleeps) ?? 0) + seconds, name, what);
  }

  private later(moment: Moment, name: PriceName, who: string, what: string): Moment {
    return createMomentAfter(moment, this.price(name), who, what);
  }

  private price(name: PriceName): number {
    return this.prices[name]!;
  }
}

/** Whether an injected init container makes the wait, rather than a part of the dependent. */
export function isWait({ mechanism }: PlannedDependency): boolean {
  return MECHANISMS[mechanism].heldBy === 'initContainer';
}

/** Returns the latest moment; `undefined`: one of the moments never comes. */
function findLatestOf(moments: readonly (Moment | undefined)[]): Moment | undefined {
  const [first, ...others] = moments;
  return first && others.every((m): m is Moment => m !== undefined) ? findLatest(first, ...others) : undefined;
}

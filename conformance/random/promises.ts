import { Guarantee, Mechanism, PlannedDependency, StartCondition } from 'cdk8s-startup-order';
import { RESTART_BUG } from '../faults/matrix';
import { Expectation, Verdict } from '../runner/expectations';
import { Seen } from '../runner/observations';
import { POD, RUNNER, Stamp } from '../runner/timestamps';

/**
 * The judge of random pods. It asserts the promises of the plan, and nothing else:
 *
 * - `EVERY_START`: at each start of the dependent, the condition holds.
 * - `FAIL_CLOSED`: before the first start of the dependent in each sandbox, the condition has held in this sandbox.
 * - `BEST_EFFORT`: the same before the first start of the dependent, in a pod without a fault.
 * - `stopMechanism`: the dependency gets SIGTERM after the exit of the dependent.
 *
 * An exception of the plan for the bug `RESTART_BUG`: a restart of the kubelet opens the dependency, if the dependency had run for 10 s.
 *
 * A dependent that does not start breaks no promise.
 */
export interface Circumstances {
  /** The behaviour of the containers or a fault disturbs the pod before it has started. */
  readonly disturbed: boolean;
  /** The kubelet has the bug `RESTART_BUG`. */
  readonly restartOpens: boolean;
  /** The containers with a gate: their first instruction follows the opening of the gate. */
  readonly gated: ReadonlySet<string>;
  /** The containers with a startup probe. */
  readonly probed: ReadonlySet<string>;
  /** The containers whose end restarts all containers of the pod. */
  readonly restartsAll: ReadonlySet<string>;
  /** The container that cannot start in the new sandbox. */
  readonly blocked?: string;
  /** Returns whether the run is over: nothing further can happen, or its time is over. */
  readonly isOver: (seen: Seen, pod: string, now: number) => boolean;
}

/** The beginning of the stamp of a reboot, whose time is the end of all processes of the pod. */
const REBOOT = 'reboot the pod of ';
/** The time until the runner has read the log of each container up to an event. */
const LOG_DELAY = 1500e3;
/** The time from an end of the dependency, or of a sandbox, to the moment at which each process can see it. */
const END_DELAY = 1500e3;
/** The time, longer than a preStop hook, after which each process of an ending sandbox is gone, also a process that waits in a gate, and no new sandbox is there yet. */
const GONE_DELAY = 400e3;
/** The time in which a restart of all containers sends SIGTERM to the running containers. */
const TERM_DELAY = 3000e3;
/** The time from the opening of a gate to the first instruction of the command, on a busy machine. */
const EXEC_DELAY = 250e3;

/**
 * The time that the dependency has run when the runner restarts the kubelet, if the bug applies: the 10 s of the kubelet (prober_manager.go,
 * kubeletRestartGracePeriod), which ends with the start of the new kubelet, less the time of the restart itself.
 */
const RESTART_AGE = 5e6;

type Planned = Pick<PlannedDependency, 'dependent' | 'dependency' | 'external' | 'condition' | 'mechanism' | 'guarantee' | 'exceptions'>;

/** Asserts the guarantee of a dependency. */
export function keepsOrder(planned: Planned, circumstances: Circumstances): Expectation {
  const { dependent, dependency, condition, mechanism, guarantee } = planned;
  const text = `${dependent} starts after ${dependency} is ${condition} (${mechanism}, ${guarantee})`;
  return {
    text,
    container: dependent,
    judge: (seen, pod, now) => {
      const history = new History(planned, circumstances, seen, pod);
      const starts = history.judgedStarts().filter(({ at }) => at < now - LOG_DELAY);
      for (const start of starts) {
        const reason = history.breakOf(start);
        if (reason !== undefined) { return { state: 'fails', text: `${text}: ${dependent} starts (start ${start.n}), but ${reason}` }; }
      }
      if (!circumstances.isOver(seen, pod, now)) { return { state: 'open', text }; }
      const waits = starts.map(({ at }) => at - history.lastMoment(at));
      return waits.length === 0 ? { state: 'holds', text } : { state: 'holds', text, milliseconds: Math.min(...waits) / 1000 };
    },
  };
}

/** A replacement of the sandbox, or a restart of all containers in it. */
interface NewSandbox {
  /** The time at which the runner killed the sandbox before, or at which the container exited whose end restarts all. */
  readonly lost: number;
  /** The first start of a container after that. */
  readonly began: number;
}

interface Start {
  readonly n: number;
  readonly at: number;
  /** The condition must hold again after this time. */
  readonly since: number;
}

/** The events of one dependency in one run. */
class History {
  private readonly starts: readonly number[];
  private readonly newSandboxes: readonly NewSandbox[];
  private readonly lives: readonly number[];
  private readonly moments: readonly number[];
  private readonly ends: readonly number[];
  private readonly kubeletRestarts: readonly number[];
  private readonly slack: number;

  constructor(
    private readonly planned: Planned, private readonly circumstances: Circumstances, seen: Seen, pod: string,
  ) {
    const { dependent, dependency, external, condition } = planned;
    const times = (container: string, is: (stamp: Stamp) => boolean) =>
      seen.all.filter(s => s.container === container && (external && container === dependency || s.pod === pod) && is(s)).map(s => s.t);
    this.starts = times(dependent, s => s.stamp === 'start');
    this.lives = times(dependency, s => s.stamp === 'start');
    const kills = [`kill ${dependency}`, `kill ${dependency} again`];
    const killed = seen.all.filter(s => s.container === RUNNER && kills.includes(s.stamp) && s.detail === undefined).map(s => s.t);
    const moments = times(dependency, s => this.isMoment(condition, s));
    this.moments = condition === StartCondition.EXITED ? [...moments, ...killed].sort((a, b) => a - b) : moments;
    this.ends = [...times(dependency, s => s.stamp === 'exit'), ...killed];
    this.kubeletRestarts = seen.all.filter(s => s.container === RUNNER && s.stamp === 'restart the kubelet').map(s => s.t);
    this.newSandboxes = newSandboxes(seen, pod, circumstances);
    this.slack = this.waitsForProcess() && circumstances.gated.has(dependency) ? EXEC_DELAY : 0;
  }

  /** Returns the starts that the guarantee covers. */
  public judgedStarts(): readonly Start[] {
    const { guarantee, mechanism } = this.planned;
    const all = this.starts.map((at, i): Start => ({ n: i + 1, at, since: this.newSandboxes.filter(({ began }) => began <= at).at(-1)?.began ?? 0 }));
    const firsts = all.filter(({ since }, i) => i === 0 || since > all[i - 1].since);
    switch (guarantee) {
      case Guarantee.EVERY_START: return all;
      // The gap of guards, row sandbox-later-crashed of the fault matrix: no hook empties the marker of the old sandbox while the dependency cannot start.
      case Guarantee.FAIL_CLOSED:
        return firsts.filter(({ since }) => since === 0 || mechanism !== Mechanism.GUARDED_HOOK || !this.mayBeHeld(since))
          .filter(start => !this.isException(start));
      case Guarantee.BEST_EFFORT: return this.circumstances.disturbed ? [] : firsts.slice(0, 1);
    }
  }

  /** Returns the reason why a start breaks the promise; `undefined` if it keeps the promise. */
  public breakOf({ at, since: sandbox }: Start): string | undefined {
    const { dependency, external, condition, guarantee, mechanism } = this.planned;
    const hasEnded = [StartCondition.COMPLETED, StartCondition.EXITED].includes(condition);
    // In a new sandbox, the kubelet runs the init containers again, but no app container that has ended.
    const since = external || (hasEnded && mechanism !== Mechanism.POSITION) ? 0 : sandbox;
    const before = this.moments.filter(t => t >= since && t <= at + this.slack);
    if (before.length === 0) {
      return `${dependency} has not been ${condition}${since > 0 ? ' in the new sandbox' : ''}`;
    }
    if (guarantee !== Guarantee.EVERY_START || external || hasEnded) { return undefined; }
    const life = this.lives.filter(t => t <= at + this.slack).at(-1)!;
    const end = this.ends.filter(t => t >= life && t < at - END_DELAY)[0];
    if (end !== undefined) { return `${dependency} is down for ${((at - end) / 1000).toFixed(0)} ms`; }
    // A new run may have begun at the moment of the check, after the end of a ready run.
    const began = this.ends.some(t => t < life && t >= at - END_DELAY);
    return before.at(-1)! >= life || began ? undefined : `${dependency} has started again, and is not ${condition}`;
  }

  /** Returns the last time before `at` when the condition became true. */
  public lastMoment(at: number): number {
    return this.moments.filter(t => t <= at + this.slack).at(-1)!;
  }

  /**
   * Returns whether the kubelet may hold the dependency when the sandbox begins: something blocks it, or it is in crash back-off, because it had exited
   * before the old sandbox was lost. The loss ends the dependency, too, but without back-off. A restart of all containers forgets their exits.
   */
  private mayBeHeld(sandbox: number): boolean {
    if (this.circumstances.blocked === this.planned.dependency) { return true; }
    const { lost } = this.newSandboxes.find(({ began }) => began === sandbox)!;
    return !this.circumstances.restartsAll.size && this.ends.some(t => t < lost);
  }

  /** Returns whether the plan excepts the start: it follows a restart of the kubelet in this sandbox, during which the dependency ran. */
  private isException({ at, since }: Start): boolean {
    if (!this.circumstances.restartOpens || !this.planned.exceptions?.some(e => e.startsWith(`${RESTART_BUG.issue} `))) { return false; }
    const restarts = this.kubeletRestarts.filter(restart => restart > since && restart < at);
    return restarts.some(restart => this.lives.some(life => life < restart - RESTART_AGE));
  }

  private waitsForProcess(): boolean {
    const { condition, dependency } = this.planned;
    return condition === StartCondition.RUNNING || (condition === StartCondition.STARTED && !this.circumstances.probed.has(dependency));
  }

  private isMoment(condition: StartCondition, { stamp, detail }: Stamp): boolean {
    switch (condition) {
      case StartCondition.RUNNING: return stamp === 'start';
      case StartCondition.STARTED: return stamp === (this.circumstances.probed.has(this.planned.dependency) ? 'ready' : 'start');
      case StartCondition.READY: return stamp === 'ready';
      case StartCondition.COMPLETED: return stamp === 'exit' && detail === '0';
      case StartCondition.EXITED: return stamp === 'exit';
    }
  }
}

/**
 * Finds the new sandboxes of a pod. After the loss, the kubelet first ends all containers, and then starts containers. A container that waits in a gate
 * may start meanwhile for the first time. After a reboot, no container of the old sandbox is left.
 */
function newSandboxes(seen: Seen, pod: string, { restartsAll }: Circumstances): readonly NewSandbox[] {
  const isLoss = ({ container, stamp, detail }: Stamp) => (restartsAll.has(container) && stamp === 'exit')
    || (container === RUNNER && detail === undefined && (stamp.startsWith('kill the sandbox of ') || stamp.startsWith(REBOOT)));
  return seen.all.filter(isLoss).flatMap(loss => {
    const after = seen.all.filter(s => s.pod === pod && s.t > loss.t);
    if (loss.stamp.startsWith(REBOOT)) {
      const first = after.find(s => s.stamp === 'start');
      return first ? [{ lost: loss.t, began: first.t }] : [];
    }
    const term = after.find(s => s.stamp === 'term')?.t ?? Infinity;
    // Nothing else may run when a container exits whose end restarts all.
    const ending = loss.container === RUNNER || term < loss.t + TERM_DELAY ? term : loss.t;
    const ranBefore = ({ container }: Stamp) => seen.all.some(s => s.pod === pod && s.container === container && s.stamp === 'start' && s.t < loss.t);
    const again = after.find(s => s.stamp === 'start' && s.t > ending && (ranBefore(s) || s.t > ending + GONE_DELAY));
    return again ? [{ lost: loss.t, began: again.t }] : [];
  });
}

/** Asserts that the dependency gets SIGTERM after the exit of the dependent, when the pod with both containers is deleted. */
export function keepsShutdownOrder(
  { dependent, dependency, stopMechanism }: Pick<PlannedDependency, 'dependent' | 'dependency' | 'stopMechanism'>, isOver: Circumstances['isOver'],
): Expectation {
  const text = `${dependency} gets SIGTERM after ${dependent} exits (${stopMechanism})`;
  return {
    text,
    container: dependency,
    judge: (seen, pod, now): Verdict => {
      if (!isOver(seen, pod, now)) { return { state: 'open', text }; }
      const deletion = seen.all.find(s => s.container === RUNNER && /^(delete|end) the pod of /.test(s.stamp));
      const of = (container: string, stamp: string) =>
        seen.all.filter(s => s.pod === pod && s.container === container && s.stamp === stamp).map(s => s.t);
      const ran = (container: string) => {
        const start = of(container, 'start').filter(t => t < deletion!.t).at(-1);
        return start !== undefined && !of(container, 'exit').some(t => t > start && t < deletion!.t);
      };
      const term = deletion && of(dependency, 'term').find(t => t > deletion.t);
      if (!deletion || term === undefined || !ran(dependent) || !ran(dependency)) { return { state: 'holds', text }; }
      const exit = of(dependent, 'exit').find(t => t > deletion.t);
      if (exit !== undefined && exit <= term) { return { state: 'holds', text, milliseconds: (term - exit) / 1000 }; }
      const early = exit === undefined ? `${dependent} has not exited` : `${((exit - term) / 1000).toFixed(0)} ms too early`;
      return { state: 'fails', text: `${text}: ${early}` };
    },
  };
}

/** Returns whether the API server has removed the pod. */
export function isGone(seen: Seen, pod: string): boolean {
  return seen.all.some(s => s.pod === pod && s.container === POD && s.stamp === 'gone');
}

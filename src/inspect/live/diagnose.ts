import { clock, quoted, span } from './format';
import { LiveContainer, LivePod, livePodOf, PodEvent, Termination } from './live-pod';
import { Waits, waitsOfGate, waitsOfGuard, waitsOfHook, waitsOfInit } from './waiting-for';
import { EXIT } from '../../agent/contract';
import { ContainerSlot } from '../../api/startup-plan';
import { quoteList } from '../../pod/quote-list';

export type PodState =
  | 'all-well' | 'ended' | 'failed' | 'no-node' | 'no-sandbox' | 'creating'
  | 'init-runs' | 'init-waits' | 'init-timed-out' | 'sidecar-not-started'
  | 'hook-running' | 'hook-failed' | 'gate-waits' | 'gate-timed-out' | 'guard-holds'
  | 'image' | 'pulling' | 'config' | 'crash-loop' | 'not-ready';

/** The reason why a pod has not started. Plain data. */
export interface Why {
  readonly state: PodState;
  /** The container that failed, or that waits. */
  readonly container?: string;
  /** The awaited dependencies: other containers, or targets outside the pod. */
  readonly waitsFor: readonly string[];
  /** The start of this state, in seconds since 1970. */
  readonly since?: number;
  /** The message of the last failure. */
  readonly lastFailure?: string;
  /** The answer, in one sentence. */
  readonly sentence: string;
}

interface Trouble extends Omit<Why, 'sentence'> {
  readonly container: string;
  /** The cause, as a phrase without a subject from another field. */
  readonly clause: string;
  /** The container waits for a dependency. */
  readonly isWait: boolean;
  /** The program of the container does not run for that reason. */
  readonly holdsItself: boolean;
}

const IMAGE_ERRORS = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'ImageInspectError', 'RegistryUnavailable', 'SignatureValidationFailed'];

/** `now`: seconds since 1970; without it, the answer contains no durations. */
export function why(pod: LivePod, now?: number): Why {
  const about = new Investigation(pod, now);
  const answer = about.ofPod() ?? about.ofContainers() ?? about.noTrouble();
  const sentence = pod.deleted === undefined ? answer.sentence : `the pod has been terminating since ${clock(pod.deleted)}; until then: ${answer.sentence}`;
  return { ...answer, sentence: `${sentence.replace(/[.:\s]+$/, '')}.` };
}

/** Diagnoses the output of `kubectl get pod NAME -o json` and `kubectl get events -o json`. */
export function whyOf(pod: unknown, events: unknown, now?: number): Why {
  return why(livePodOf(pod, events), now);
}

class Investigation {
  private readonly init: readonly LiveContainer[];
  private readonly apps: readonly LiveContainer[];

  constructor(private readonly pod: LivePod, private readonly now?: number) {
    this.init = pod.containers.filter(c => c.slot !== ContainerSlot.CONTAINER);
    this.apps = pod.containers.filter(c => c.slot === ContainerSlot.CONTAINER);
  }

  /** Returns a cause that concerns no single container. */
  public ofPod(): Why | undefined {
    const { phase, message, conditions, containers } = this.pod;
    if (phase === 'Succeeded') { return { state: 'ended', waitsFor: [], sentence: `all is well: ${this.allContainers('has', 'have')} ended with exit code 0` }; }
    if (phase === 'Failed') { return this.failed(message); }
    const { PodScheduled: scheduled } = conditions;
    if (scheduled && !scheduled.holds) {
      const sentence = `no container has started: there has been no node for the pod${this.since(scheduled.since)}: ${quoted(scheduled.message ?? scheduled.reason ?? '')}`;
      return { state: 'no-node', waitsFor: [], since: scheduled.since, lastFailure: scheduled.message, sentence };
    }
    if (containers.some(hasBegun)) { return undefined; }
    const warnings = this.pod.events.filter(e => e.container === undefined && e.isWarning);
    const trouble = warnings.reduce<PodEvent | undefined>((a, b) => a && a.last > b.last ? a : b, undefined);
    // A later event, such as the choice of a node, shows that the problem is over.
    if (!trouble || this.pod.events.some(e => !e.isWarning && e.first > trouble.last)) { return undefined; }
    const sentence = `no container has started: ${trouble.reason}${this.since(trouble.first)}: ${quoted(trouble.message)}`;
    return { state: 'no-sandbox', waitsFor: [], since: trouble.first, lastFailure: trouble.message, sentence };
  }

  public ofContainers(): Why | undefined {
    if (this.pod.conditions.Ready?.holds) { return undefined; }
    const inInit = this.init.map(c => this.ofInit(c)).find(t => t !== undefined);
    // A native sidecar can also fail after the app containers have started.
    if (inInit) { return this.told(inInit, this.apps.filter(c => c.running === undefined && c.terminated === undefined)); }
    const troubles = [...this.apps.flatMap((c, i) => this.ofApp(c, i) ?? []), ...this.init.flatMap(c => this.ofSidecarBehind(c) ?? [])];
    const [first] = troubles;
    if (!first) { return undefined; }
    // Report the container that waits for the failed container: people ask about the container that does not start.
    const waits = troubles.find(t => t.isWait && t.container !== first.container && t.waitsFor.includes(first.container));
    if (waits && !first.isWait) { return this.told({ ...waits, lastFailure: first.lastFailure, clause: `${waits.clause}, and ${first.clause}` }, this.heldBy(waits)); }
    return this.told(first, this.heldBy(first));
  }

  public noTrouble(): Why {
    const { Ready: ready } = this.pod.conditions;
    const since = ready?.since;
    if (ready?.holds) {
      const restarted = this.apps.filter(c => c.restarts > 0)
        .map(c => `'${c.name}' has restarted ${times(c.restarts)}${c.lastTermination ? `, last after ${ended(c.lastTermination)}` : ''}`);
      const took = since === undefined ? '' : `, ${span(since - this.pod.created)} after the pod was made`;
      return { state: 'all-well', waitsFor: [], since, sentence: [`all is well: ${this.allContainers('has', 'have')} been ready${this.since(since)}${took}`, ...restarted].join('; ') };
    }
    const done = this.apps.filter(c => c.terminated?.exitCode === 0).map(c => c.name);
    if (done.length > 0) {
      const others = this.apps.filter(c => !done.includes(c.name)).map(c => c.name);
      const is = `${quoteList(done)} ${done.length > 1 ? 'have' : 'has'} ended with exit code 0${others.length > 0 ? `, ${quoteList(others)} ${others.length > 1 ? 'are' : 'is'} ready` : ''}`;
      return this.pod.reading.spec.restartPolicy === 'Always'
        ? { state: 'not-ready', container: done[0], waitsFor: [], sentence: `${is}, and the kubelet starts again what ends` }
        : { state: 'all-well', waitsFor: [], sentence: `all is well: ${is}` };
    }
    if (this.apps.some(c => c.ready)) {
      const said = ready?.message ?? ready?.reason;
      const sentence = `${this.allContainers('is', 'are')} ready, but the pod has not been${this.since(since)}${said === undefined ? '' : `: ${quoted(said)}`}`;
      return { state: 'not-ready', waitsFor: [], since, lastFailure: said, sentence };
    }
    return { state: 'creating', waitsFor: [], since, sentence: 'nothing is known of the pod yet: the kubelet has not come to it' };
  }

  private allContainers(one: string, several: string): string {
    return this.apps.length === 1 ? `its one container ${one}` : `its ${this.apps.length} containers ${several}`;
  }

  /** Returns the cause why the kubelet does not start the next container; `undefined`: the kubelet continues. */
  private ofInit(c: LiveContainer): Trouble | undefined {
    if (c.slot === ContainerSlot.NATIVE_SIDECAR) {
      if (c.started) { return undefined; }
      const general = this.ofAny(c);
      if (general) { return general; }
      if (c.running !== undefined) {
        const failure = last(c.events.filter(e => e.reason === 'Unhealthy' && e.message.startsWith('Startup probe')));
        const isHook = c.hasPostStart && !failure;
        return troubleOf('sidecar-not-started', c, {
          since: c.running,
          lastFailure: failure?.message,
          clause: `the ${isHook ? 'postStart hook or ' : ''}startup probe of native sidecar '${c.name}' has not passed${this.since(c.running)}${lastFailure(failure)}`,
        });
      }
      return this.creating(c);
    }
    if (c.terminated?.exitCode === 0) { return undefined; }
    const waits = waitsOfInit(c.name, this.pod.reading);
    const gaveUp = [c.terminated, c.lastTermination].find(t => t?.exitCode === EXIT.DEADLINE);
    if (gaveUp && waits.names.length > 0) { return this.timedOut('init-timed-out', c, waits, gaveUp); }
    const general = this.ofAny(c);
    if (general) { return general; }
    if (c.running === undefined) { return this.creating(c); }
    return waits.names.length > 0
      ? troubleOf('init-waits', c, { isWait: true, since: c.running, waitsFor: waits.names, clause: `init container '${c.name}' has waited for ${waits.text}${this.since(c.running)}` })
      : troubleOf('init-runs', c, { since: c.running, clause: `init container '${c.name}' has run${this.since(c.running)}, and later containers start after it has exited` });
  }

  /** Returns the cause why a container is not ready, although the kubelet continues. */
  private ofSidecarBehind(c: LiveContainer): Trouble | undefined {
    return c.slot === ContainerSlot.NATIVE_SIDECAR && c.started && !c.ready ? this.notReady(c) : undefined;
  }

  private ofApp(c: LiveContainer, index: number): Trouble | undefined {
    const hook = this.hookOf(c, index);
    if (hook) { return hook; }
    if (c.terminated?.exitCode === 0) { return undefined; }
    const gate = waitsOfGate(c.name, this.pod.reading);
    const gaveUp = [c.terminated, c.lastTermination].find(t => t?.exitCode === EXIT.DEADLINE);
    if (gate.names.length > 0 && gaveUp && !c.started) { return this.timedOut('gate-timed-out', c, gate, gaveUp); }
    const guard = waitsOfGuard(c.name, this.pod.reading);
    const held = c.waiting?.reason === 'CreateContainerConfigError' && /environment variable key|env file|fileKeyRef/i.test(c.waiting.message ?? '');
    if (held && guard.names.length > 0) {
      const since = c.events.find(e => e.reason === 'Failed')?.first;
      return troubleOf('guard-holds', c, {
        isWait: true,
        holdsItself: true,
        since,
        waitsFor: guard.names,
        lastFailure: c.waiting!.message,
        clause: `the guard of '${c.name}' has held it${this.since(since)}, until ${guard.text}`,
      });
    }
    const general = this.ofAny(c);
    if (general) { return general; }
    if (c.running === undefined) { return this.creating(c); }
    if (gate.names.length > 0 && !c.started && !c.ready) {
      return troubleOf('gate-waits', c, {
        isWait: true, holdsItself: true, since: c.running, waitsFor: gate.names, clause: `the gate of '${c.name}' has waited for ${gate.text}${this.since(c.running)}`,
      });
    }
    return c.ready ? undefined : this.notReady(c);
  }

  /** While a hook runs, the kubelet writes no status. Only the events show the hook: the container has started, and no later event exists. */
  private hookOf(c: LiveContainer, index: number): Trouble | undefined {
    if (!c.hasPostStart) { return undefined; }
    const failed = last(c.events.filter(e => e.reason === 'FailedPostStartHook'));
    if (failed && !(c.ready && c.running !== undefined && c.running > failed.last)) {
      const said = c.waiting?.reason === 'PostStartHookError' ? c.waiting.message : undefined;
      const later = this.apps.slice(index + 1).filter(hasBegun).map(o => o.name);
      return troubleOf('hook-failed', c, {
        since: failed.last,
        lastFailure: said ?? failed.message,
        clause: `the postStart hook of '${c.name}' failed${failed.count > 1 ? ` ${times(failed.count)}, last` : ''} at ${clock(failed.last)}, and the kubelet killed the container: `
          + `${quoted(hookMessage(said ?? failed.message))}${later.length > 0 ? `; ${quoteList(later)} started all the same` : ''}`,
      });
    }
    const started = last(c.events.filter(e => e.reason === 'Started'));
    const isSilent = c.running === undefined && c.terminated === undefined;
    const othersSince = this.apps.slice(index + 1).some(o => o.events.some(e => started && e.last > started.last));
    if (!started || !isSilent || othersSince) { return undefined; }
    const { names, text } = waitsOfHook(c.name, this.pod.reading);
    return troubleOf('hook-running', c, {
      isWait: true,
      since: started.last,
      waitsFor: names,
      clause: `the postStart hook of '${c.name}' has ${text === '' ? 'run' : `waited for ${text}`}${this.since(started.last)}, and the kubelet starts nothing else meanwhile`,
    });
  }

  /** Returns a failure that any container can have. */
  private ofAny(c: LiveContainer): Trouble | undefined {
    const { waiting } = c;
    if (waiting && IMAGE_ERRORS.includes(waiting.reason)) {
      const failed = c.events.filter(e => e.reason === 'Failed');
      const since = failed[0]?.first;
      const message = imageMessage(waiting.message, failed);
      return troubleOf('image', c, {
        holdsItself: true, since, lastFailure: message, clause: `pulling the image of '${c.name}' has failed${this.since(since)}, ${c.image}: ${quoted(message)}`,
      });
    }
    const crash = c.terminated && c.terminated.exitCode !== 0 ? c.terminated : waiting?.reason === 'CrashLoopBackOff' ? c.lastTermination : undefined;
    if (crash || waiting?.reason === 'CrashLoopBackOff') {
      const backOff = /back-off ((?:\d+[hms])+)/.exec(waiting?.message ?? last(c.events.filter(e => e.reason === 'BackOff'))?.message ?? '')?.[1];
      return troubleOf('crash-loop', c, {
        since: crash?.finished,
        lastFailure: crash ? [ended(crash), ...crash.message ? [crash.message] : []].join(': ') : waiting?.message,
        clause: `'${c.name}' crashes: ${crash ? ended(crash) : quoted(waiting?.message ?? '')}${c.restarts > 0 ? `, ${restarts(c.restarts)}` : ''}`
          + `${backOff ? `, the kubelet waits ${backOff} before the next` : ''}${crash?.message ? `; last words: ${quoted(crash.message)}` : ''}`,
      });
    }
    if (waiting && !['ContainerCreating', 'PodInitializing', ''].includes(waiting.reason)) {
      const since = c.events.find(e => e.reason === 'Failed')?.first;
      return troubleOf('config', c, {
        holdsItself: true,
        since,
        lastFailure: waiting.message,
        clause: `creating '${c.name}' has failed${this.since(since)}, ${waiting.reason}: ${quoted(waiting.message ?? 'no further message')}`,
      });
    }
    return undefined;
  }

  private creating(c: LiveContainer): Trouble {
    const pulling = last(c.events);
    if (pulling?.reason === 'Pulling') {
      return troubleOf('pulling', c, { holdsItself: true, since: pulling.last, clause: `the kubelet has been pulling the image of '${c.name}'${this.since(pulling.last)}: ${c.image}` });
    }
    return troubleOf('creating', c, { since: pulling?.last, clause: `the kubelet has not started '${c.name}' yet` });
  }

  private notReady(c: LiveContainer): Trouble {
    const failure = last(c.events.filter(e => e.reason === 'Unhealthy'));
    return troubleOf('not-ready', c, {
      since: c.running,
      lastFailure: failure?.message,
      clause: `'${c.name}' has run${this.since(c.running)} and is not ready${lastFailure(failure)}`,
    });
  }

  private timedOut(state: 'init-timed-out' | 'gate-timed-out', c: LiveContainer, { names, text }: Waits, gaveUp: Termination): Trouble {
    const again = c.running === undefined ? '' : `, and waits again${this.since(c.running)}`;
    return troubleOf(state, c, {
      isWait: true,
      holdsItself: true,
      since: gaveUp.finished,
      waitsFor: names,
      lastFailure: `exit code ${EXIT.DEADLINE}: not ready in time`,
      clause: `${state === 'init-timed-out' ? 'init container' : 'the gate of'} '${c.name}' gave up waiting for ${text}${gaveUp.finished === undefined ? '' : ` at ${clock(gaveUp.finished)}`}`
        + ` (exit code ${EXIT.DEADLINE}, ${c.restarts > 0 ? restarts(c.restarts) : 'for the first time'})${again}`,
    });
  }

  private told(t: Trouble, held: readonly LiveContainer[]): Why {
    const { clause, isWait: _isWait, holdsItself, ...rest } = t;
    const names = unique([...held.map(c => c.name), ...holdsItself && this.apps.some(c => c.name === t.container) ? [t.container] : []]);
    return { ...rest, sentence: names.length === 0 ? clause : `${quoteList(names)} ${names.length > 1 ? 'have' : 'has'} not started: ${clause}` };
  }

  /** Returns the other containers that have not started because of the failure. */
  private heldBy(t: Trouble): readonly LiveContainer[] {
    if (t.state !== 'hook-running') { return []; }
    return this.apps.slice(this.apps.findIndex(c => c.name === t.container) + 1).filter(c => !hasBegun(c));
  }

  private failed(message: string | undefined): Why {
    const culprits = this.pod.containers.filter(c => c.terminated && c.terminated.exitCode !== 0).map(c => `'${c.name}' with ${ended(c.terminated!)}`);
    const sentence = `the pod has failed${message === undefined ? '' : ` (${quoted(message)})`}${culprits.length > 0 ? `: ${culprits.join(', ')}` : ''}`;
    return { state: 'failed', waitsFor: [], lastFailure: message, sentence };
  }

  private since(time: number | undefined): string {
    if (time === undefined) { return ''; }
    return this.now === undefined ? ` since ${clock(time)}` : ` for ${span(this.now - time)} (since ${clock(time)})`;
  }
}

function troubleOf(state: PodState, c: LiveContainer, rest: Partial<Trouble> & Pick<Trouble, 'clause'>): Trouble {
  return { state, container: c.name, waitsFor: [], isWait: false, holdsItself: false, ...rest };
}

/** The kubelet has started the container at least once. */
function hasBegun(c: LiveContainer): boolean {
  return c.running !== undefined || c.terminated !== undefined || c.lastTermination !== undefined || c.events.some(e => e.reason === 'Started');
}

function ended({ exitCode, reason, finished }: Termination): string {
  return `exit code ${exitCode}${reason !== undefined && !['Error', 'Completed'].includes(reason) ? ` (${reason})` : ''}${finished === undefined ? '' : ` at ${clock(finished)}`}`;
}

/** During a back-off, only the event of the attempt contains the cause. */
function imageMessage(message: string | undefined, failed: readonly PodEvent[]): string {
  const attempt = last(failed.filter(e => e.message.startsWith('Failed to pull')));
  return message !== undefined && !/^Back-off/.test(message) ? message : attempt?.message ?? message ?? 'no further message';
}

function lastFailure(event: PodEvent | undefined): string {
  return event ? `; last failure at ${clock(event.last)}: ${quoted(event.message)}` : '';
}

/** Returns the message without the text that the kubelet adds around it. */
function hookMessage(message: string): string {
  return (/(?:failed - error: )(.*)$/s.exec(message)?.[1] ?? message).replace(/: , message: ""$/, '');
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}

/** '2 restarts so far'. */
function restarts(n: number): string {
  return `${n} restart${n > 1 ? 's' : ''} so far`;
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
const last = <T>(list: readonly T[]): T | undefined => list[list.length - 1];

import { formatTime, quoteMessage, formatDuration } from './format';
import { LiveContainer, LivePod, readLivePod, PodEvent, Termination } from './live-pod';
import { WaitSummary, summarizeGate, summarizeGuard, summarizeHook, summarizeInit } from './waiting-for';
import { EXIT } from '../../src/agent/contract';
import { quoteList, quoteWithVerb } from '../read/quote-list';

type PodState =
  | 'all-well'
  | 'ended'
  | 'failed'
  | 'no-node'
  | 'no-sandbox'
  | 'creating'
  | 'init-runs'
  | 'init-waits'
  | 'init-timed-out'
  | 'sidecar-not-started'
  | 'hook-running'
  | 'hook-failed'
  | 'gate-waits'
  | 'gate-timed-out'
  | 'guard-holds'
  | 'image'
  | 'pulling'
  | 'config'
  | 'crash-loop'
  | 'not-ready';

/** The reason why a pod has not started. */
export interface Diagnosis {
  readonly state: PodState;
  /** The answer, in one sentence. */
  readonly sentence: string;
}

/** The state of a container that holds the start of the pod. */
interface Trouble {
  readonly state: PodState;
  readonly container: string;
  /** The cause, as a complete clause. */
  readonly clause: string;
  /** The awaited dependencies, if the container waits: other containers, or targets outside the pod. */
  readonly waitsFor: readonly string[];
  /** The other containers that have not started because of it. */
  readonly holds: readonly LiveContainer[];
}

/**
 * The time in seconds after which a failing probe is a sign. The kubelet writes the event of a probe that fails each
 * second about 25 times: client-go 1.27–1.37, tools/record/events_cache.go defaultSpamBurst.
 */
const LONG_WAIT = 20;

/** The program of an app container does not run for that reason. */
const HOLDS_ITSELF: readonly PodState[] = ['gate-waits', 'gate-timed-out', 'guard-holds', 'image', 'pulling', 'config'];

const IMAGE_ERRORS = [
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
];

/** `now`: seconds since 1970; without it, the answer contains no durations. */
export function diagnose(pod: LivePod, now?: number): Diagnosis {
  const init = pod.containers.filter(c => c.slot !== 'CONTAINER');
  const apps = pod.containers.filter(c => c.slot === 'CONTAINER');
  /** The containers that run as long as the pod: the app containers and the native sidecars. */
  const lasting = pod.containers.filter(c => c.slot !== 'INIT');
  const answer = diagnosePod() ?? diagnoseContainers() ?? describeHealthyPod();
  const told =
    pod.deleted === undefined
      ? answer.sentence
      : `the pod has been terminating since ${formatTime(pod.deleted)}; until then: ${answer.sentence}`;
  return { ...answer, sentence: `${told.replace(/[.:\s]+$/, '')}.` };

  /** Returns a cause that concerns no single container. */
  function diagnosePod(): Diagnosis | undefined {
    const { phase, message, conditions, containers } = pod;
    if (phase === 'Succeeded') {
      return { state: 'ended', sentence: `all is well: ${describeAll(apps, 'has', 'have')} exited with code 0` };
    }
    if (phase === 'Failed') {
      const culprits = containers.flatMap(({ name, crashed }) =>
        crashed ? [`'${name}' with ${describeEnd(crashed)}`] : [],
      );
      const reason = message === undefined ? '' : ` (${quoteMessage(message)})`;
      return { state: 'failed', sentence: `the pod has failed${reason}: ${culprits.join(', ')}` };
    }
    const { PodScheduled: scheduled } = conditions;
    if (scheduled && !scheduled.holds) {
      const sentence =
        `no container has started: there has been no node for the pod${formatSince(scheduled.since)}: ` +
        `${quoteMessage(scheduled.message ?? scheduled.reason ?? '')}`;
      return { state: 'no-node', sentence };
    }
    if (containers.some(hasBegun)) {
      return undefined;
    }
    const warnings = pod.events.filter(e => e.container === undefined && e.isWarning);
    const trouble = warnings.sort((a, b) => a.last - b.last).at(-1);
    // A later event, such as the choice of a node, shows that the problem is over.
    if (!trouble || pod.events.some(e => !e.isWarning && e.first > trouble.last)) {
      return undefined;
    }
    const sentence =
      `no container has started: ${trouble.reason}${formatSince(trouble.first)}: ` + `${quoteMessage(trouble.message)}`;
    return { state: 'no-sandbox', sentence };
  }

  function diagnoseContainers(): Diagnosis | undefined {
    if (pod.conditions.Ready?.holds) {
      return undefined;
    }
    const [inInit] = init.flatMap(c => diagnoseInit(c) ?? []);
    // A native sidecar can also fail after the app containers have started.
    if (inInit) {
      const holds = apps.filter(c => c.running === undefined && c.terminated === undefined);
      return toDiagnosis({ ...inInit, holds });
    }
    const sidecars = init.filter(c => c.slot === 'NATIVE_SIDECAR' && !c.ready);
    const troubles = [...apps.flatMap((c, i) => diagnoseApp(c, i) ?? []), ...sidecars.map(c => describeNotReady(c))];
    const [first] = troubles;
    if (!first) {
      return undefined;
    }
    // Report the container that waits for the failed container: people ask about the container that does not start.
    const waits = troubles.find(t => t.container !== first.container && t.waitsFor.includes(first.container));
    const isWaiting = first.state === 'hook-running' || first.waitsFor.length > 0;
    const shown = waits && !isWaiting ? { ...waits, clause: `${waits.clause}, and ${first.clause}` } : first;
    return toDiagnosis(shown);
  }

  function describeHealthyPod(): Diagnosis {
    const { Ready: ready } = pod.conditions;
    const since = ready?.since;
    if (ready?.holds) {
      const restarted = lasting
        .filter(c => c.restarts > 0)
        .map(({ name, restarts, lastTermination: last }) => {
          const end = last ? `, last after ${describeEnd(last)}` : '';
          return `'${name}' has restarted ${formatTimes(restarts)}${end}`;
        });
      const took = since === undefined ? '' : `, ${formatDuration(since - pod.created)} after the pod was created`;
      return {
        state: 'all-well',
        sentence: [
          `all is well: ${describeAll(lasting, 'has', 'have')} been ready${formatSince(since)}${took}`,
          ...restarted,
        ].join('; '),
      };
    }
    const done = apps.filter(c => c.terminated?.exitCode === 0);
    if (done.length > 0) {
      const others = apps.filter(c => !done.includes(c));
      const running = others.length > 0 ? `, ${quoteWithVerb(others, 'is', 'are')} ready` : '';
      const is = `${quoteWithVerb(done, 'has', 'have')} exited with code 0${running}`;
      return pod.reading.spec.restartPolicy === 'Always'
        ? { state: 'not-ready', sentence: `${is}, and the kubelet restarts each container that exits` }
        : { state: 'all-well', sentence: `all is well: ${is}` };
    }
    if (apps.some(c => c.ready)) {
      const said = ready?.message ?? ready?.reason;
      const reason = said === undefined ? '' : `: ${quoteMessage(said)}`;
      const sentence =
        `${describeAll(lasting, 'is', 'are')} ready, but the pod has not been` + formatSince(since) + reason;
      return { state: 'not-ready', sentence };
    }
    return { state: 'creating', sentence: 'nothing is known of the pod yet: the kubelet has not come to it' };
  }

  /** Returns the cause why the kubelet does not start the next container; `undefined`: the kubelet continues. */
  function diagnoseInit(c: LiveContainer): Trouble | undefined {
    if (c.slot === 'NATIVE_SIDECAR') {
      if (c.started) {
        return undefined;
      }
      const general = diagnoseAnyContainer(c);
      if (general) {
        return general;
      }
      const failure = findProbeFailure(c);
      const isHook = c.json.lifecycle?.postStart && !failure;
      const what = `the ${isHook ? 'postStart hook or ' : ''}startup probe of native sidecar '${c.name}'`;
      const clause = `${what} has not passed${formatSince(c.running)}${describeLastFailure(failure)}`;
      return createTrouble('sidecar-not-started', c, clause + describeRefusal(c, failure));
    }
    if (c.terminated?.exitCode === 0) {
      return undefined;
    }
    const waits = summarizeInit(c.name, pod.reading);
    const gaveUp = findTimeout(c);
    if (gaveUp && waits) {
      return describeTimeout('init-timed-out', c, waits, gaveUp);
    }
    const since = formatSince(c.running);
    const clause = waits
      ? `waited for ${waits.text}${since}`
      : `run${since}, and later containers start after it has exited`;
    const state = waits ? 'init-waits' : 'init-runs';
    return diagnoseAnyContainer(c) ?? createTrouble(state, c, `init container '${c.name}' has ${clause}`, waits);
  }

  function diagnoseApp(c: LiveContainer, index: number): Trouble | undefined {
    const hook = diagnoseHook(c, index);
    if (hook) {
      return hook;
    }
    if (c.terminated?.exitCode === 0) {
      return undefined;
    }
    const gate = summarizeGate(c.name, pod.reading);
    const gaveUp = findTimeout(c);
    if (gate && gaveUp && !c.started) {
      return describeTimeout('gate-timed-out', c, gate, gaveUp);
    }
    const guard = summarizeGuard(c.name, pod.reading);
    const held =
      c.waiting?.reason === 'CreateContainerConfigError' &&
      /environment variable key|env file|fileKeyRef/i.test(c.waiting.message ?? '');
    if (held && guard) {
      return createTrouble(
        'guard-holds',
        c,
        `the guard of '${c.name}' has held it${formatSinceFailure(c)}, until ${guard.text}`,
        guard,
      );
    }
    const general = diagnoseAnyContainer(c);
    if (general) {
      return general;
    }
    if (gate && !c.started && !c.ready) {
      // The gate asks at 127.0.0.1, and may have opened: its startup probe asks at the IP of the pod.
      const failure = findProbeFailure(c);
      const isLong = failure !== undefined && failure.last - (c.running ?? failure.last) >= LONG_WAIT;
      const clause = `the gate of '${c.name}' has waited for ${gate.text}${formatSince(c.running)}`;
      return createTrouble('gate-waits', c, clause + (isLong ? describeRefusal(c, failure) : ''), gate);
    }
    return c.ready ? undefined : describeNotReady(c);
  }

  /**
   * While a hook runs, the kubelet writes no status. Only the events show the hook: the container has started, and no
   * later event exists.
   */
  function diagnoseHook(c: LiveContainer, index: number): Trouble | undefined {
    if (!c.json.lifecycle?.postStart) {
      return undefined;
    }
    const later = apps.slice(index + 1);
    const failed = findLastEvent(c, 'FailedPostStartHook');
    if (failed && !(c.ready && c.running !== undefined && c.running > failed.last)) {
      const said = c.waiting?.reason === 'PostStartHookError' ? c.waiting.message : undefined;
      const times = failed.count > 1 ? ` ${formatTimes(failed.count)}, last` : '';
      const begun = later.filter(hasBegun);
      const others = begun.length > 0 ? `; ${quoteList(begun)} started anyway` : '';
      return createTrouble(
        'hook-failed',
        c,
        `the postStart hook of '${c.name}' failed${times} at ${formatTime(failed.last)}, and the kubelet killed ` +
          `the container: ${quoteMessage(extractHookMessage(said ?? failed.message))}${others}`,
      );
    }
    const started = findLastEvent(c, 'Started');
    const isSilent = c.running === undefined && c.terminated === undefined;
    if (!started || !isSilent || later.some(o => o.events.some(e => e.last > started.last))) {
      return undefined;
    }
    const waits = summarizeHook(c.name, pod.reading);
    const clause =
      `the postStart hook of '${c.name}' has ${waits ? `waited for ${waits.text}` : 'run'}` +
      `${formatSince(started.last)}, and the kubelet starts no other container until it ends`;
    return createTrouble(
      'hook-running',
      c,
      clause,
      waits,
      later.filter(o => !hasBegun(o)),
    );
  }

  /** Returns a failure that any container can have, and the state of a container that does not run. */
  function diagnoseAnyContainer(c: LiveContainer): Trouble | undefined {
    const { waiting } = c;
    if (waiting && IMAGE_ERRORS.includes(waiting.reason)) {
      return createTrouble(
        'image',
        c,
        `pulling the image of '${c.name}' has failed${formatSinceFailure(c)}, ${c.json.image ?? ''}: ` +
          `${quoteMessage(findImageMessage(waiting.message, c.events))}`,
      );
    }
    const isBackOff = waiting?.reason === 'CrashLoopBackOff';
    if (c.crashed || isBackOff) {
      const crash = c.crashed ?? c.lastTermination;
      const said = waiting?.message ?? findLastEvent(c, 'BackOff')?.message ?? '';
      const backOff = /back-off ((?:\d+[hms])+)/.exec(said)?.[1];
      const parts = [crash ? describeEnd(crash) : quoteMessage(waiting?.message ?? '')];
      if (c.restarts > 0) {
        parts.push(formatRestarts(c.restarts));
      }
      if (backOff) {
        parts.push(`the kubelet waits ${backOff} before the next start`);
      }
      const lastWords = crash?.message ? `; last words: ${quoteMessage(crash.message)}` : '';
      return createTrouble('crash-loop', c, `'${c.name}' crashes: ${parts.join(', ')}${lastWords}`);
    }
    if (waiting && !['ContainerCreating', 'PodInitializing', ''].includes(waiting.reason)) {
      const message = quoteMessage(waiting.message ?? 'no further message');
      return createTrouble(
        'config',
        c,
        `creating '${c.name}' has failed${formatSinceFailure(c)}, ${waiting.reason}: ${message}`,
      );
    }
    if (c.running !== undefined) {
      return undefined;
    }
    const pulling = c.events.at(-1);
    if (pulling?.reason === 'Pulling') {
      return createTrouble(
        'pulling',
        c,
        `the kubelet has been pulling the image of '${c.name}'${formatSince(pulling.last)}: ${c.json.image ?? ''}`,
      );
    }
    return createTrouble('creating', c, `the kubelet has not started '${c.name}' yet`);
  }

  function describeNotReady(c: LiveContainer): Trouble {
    const failure = findLastEvent(c, 'Unhealthy');
    return createTrouble(
      'not-ready',
      c,
      `'${c.name}' has run${formatSince(c.running)} and is not ready${describeLastFailure(failure)}`,
    );
  }

  function describeTimeout(
    state: 'init-timed-out' | 'gate-timed-out',
    c: LiveContainer,
    waits: WaitSummary,
    gaveUp: Termination,
  ): Trouble {
    const again = c.running === undefined ? '' : `, and has waited again${formatSince(c.running)}`;
    return createTrouble(
      state,
      c,
      `${state === 'init-timed-out' ? 'init container' : 'the gate of'} '${c.name}' gave up waiting for ` +
        `${waits.text}${formatAt(gaveUp)} (exit code ${EXIT.DEADLINE}, ` +
        `${c.restarts > 0 ? formatRestarts(c.restarts) : 'for the first time'})${again}`,
      waits,
    );
  }

  function toDiagnosis({ state, clause, container, holds }: Trouble): Diagnosis {
    const itself = apps.filter(c => HOLDS_ITSELF.includes(state) && c.name === container);
    const held = [...new Set([...holds, ...itself])];
    return {
      state,
      sentence: held.length === 0 ? clause : `${quoteWithVerb(held, 'has', 'have')} not started: ${clause}`,
    };
  }

  function formatSinceFailure({ events }: LiveContainer): string {
    return formatSince(events.find(e => e.reason === 'Failed')?.first);
  }

  function formatSince(time: number | undefined): string {
    if (time === undefined) {
      return '';
    }
    return now === undefined
      ? ` since ${formatTime(time)}`
      : ` for ${formatDuration(now - time)} (since ${formatTime(time)})`;
  }
}

/** Diagnoses the output of `kubectl get pod NAME -o json` and `kubectl get events -o json`. */
export function diagnoseJson(pod: unknown, events: unknown, now?: number): Diagnosis {
  return diagnose(readLivePod(pod, events), now);
}

function createTrouble(
  state: PodState,
  { name: container }: LiveContainer,
  clause: string,
  waits?: WaitSummary,
  holds: readonly LiveContainer[] = [],
): Trouble {
  return { state, container, clause, waitsFor: waits?.names ?? [], holds };
}

function formatAt({ finished }: Termination): string {
  return finished === undefined ? '' : ` at ${formatTime(finished)}`;
}

/** Returns the end of a run whose wait reached its limit. */
function findTimeout({ terminated, lastTermination }: LiveContainer): Termination | undefined {
  return [terminated, lastTermination].find(end => end?.exitCode === EXIT.DEADLINE);
}

function findLastEvent(c: LiveContainer, reason: string): PodEvent | undefined {
  return c.events.findLast(e => e.reason === reason);
}

/** The kubelet has started the container at least once. */
function hasBegun(c: LiveContainer): boolean {
  return (
    c.running !== undefined ||
    c.terminated !== undefined ||
    c.lastTermination !== undefined ||
    c.events.some(e => e.reason === 'Started')
  );
}

function describeEnd(end: Termination): string {
  const { exitCode, reason = 'Error' } = end;
  return `exit code ${exitCode}${['Error', 'Completed'].includes(reason) ? '' : ` (${reason})`}${formatAt(end)}`;
}

/** During a back-off, only the event of the attempt contains the cause. */
function findImageMessage(message: string | undefined, events: readonly PodEvent[]): string {
  const attempt = events.findLast(e => e.reason === 'Failed' && e.message.startsWith('Failed to pull'));
  const isBackOff = message === undefined || message.startsWith('Back-off');
  return (isBackOff ? attempt?.message : undefined) ?? message ?? 'no further message';
}

function describeLastFailure(event: PodEvent | undefined): string {
  return event ? `; last failure at ${formatTime(event.last)}: ${quoteMessage(event.message)}` : '';
}

function findProbeFailure({ events }: LiveContainer): PodEvent | undefined {
  return events.findLast(e => e.reason === 'Unhealthy' && e.message.startsWith('Startup probe'));
}

/**
 * Names the likely cause if no server answers on the IP address of the pod. A server that listens on another port gives
 * the same failure.
 */
function describeRefusal({ json: { startupProbe } }: LiveContainer, failure: PodEvent | undefined): string {
  const asks = startupProbe?.httpGet ?? startupProbe?.tcpSocket ?? startupProbe?.grpc;
  const isRefused = failure !== undefined && /connection refused|failed to connect/.test(failure.message);
  return asks && !('host' in asks) && isRefused
    ? '; if the server has started, the likely cause is that the server listens on 127.0.0.1 only, and the ' +
        "kubelet asks the pod's IP"
    : '';
}

/** Returns the message without the text that the kubelet adds around it. */
function extractHookMessage(message: string): string {
  return (/(?:failed - error: )(.*)$/s.exec(message)?.[1] ?? message).replace(/: , message: ""$/, '');
}

function formatTimes(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}

/** '2 restarts so far'. */
function formatRestarts(n: number): string {
  return `${n} restart${n > 1 ? 's' : ''} so far`;
}

function describeAll({ length }: readonly LiveContainer[], one: string, several: string): string {
  return length === 1 ? `its one container ${one}` : `its ${length} containers ${several}`;
}

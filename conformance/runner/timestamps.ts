/** What happened, as stamps: who, what, when. Containers write their own; the runner adds what it does and what the API server says. */

export interface Stamp {
  /** Microseconds since 1970, by the clock of the machine that wrote it. */
  readonly t: number;
  readonly pod: string;
  readonly container: string;
  /** What happened: `start`, `ready`, `term`, `exit`, `needs-ok`, `needs-failed`, `hook-start`, `hook-end`, `opened`, `state`, `message`, `says` … */
  readonly stamp: string;
  readonly detail?: string;
}

/** In place of a container: what happened to the pod, to the job, and what the runner did. */
export const POD = '(pod)';
export const JOB = '(job)';
export const RUNNER = '(runner)';

export function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

/** One line of a container log as the kubelet writes it: `TIME STREAM TAG TEXT`. Lines that are no stamps are kept as what it says. */
export function stampOfLogLine(line: string, pod: string, container: string): Stamp {
  const [time, , , ...words] = line.split(' ');
  return stampOfText(words.join(' '), Date.parse(time) * 1000, pod, container);
}

export function stampOfText(text: string, t: number, pod: string, container: string): Stamp {
  if (text.startsWith('{"t":')) { return { pod, ...JSON.parse(text) }; }
  return { t, pod, container, stamp: 'says', detail: text };
}

/** A moment that expectations and faults name: the nth time that something happens. */
export interface Event {
  readonly container: string;
  readonly stamp: string;
  readonly detail?: string | RegExp;
  readonly nth: number;
  /** Of that pod, whoever asks. */
  readonly pod?: string;
  readonly text: string;
}

function event(container: string, stamp: string, verb: string, nth: number): Event {
  return { container, stamp, nth, text: `${container} ${verb}${nth > 1 ? ` (${nth}.)` : ''}` };
}

/** The first instruction of the container's main process. */
export const start = (container: string, nth = 1) => event(container, 'start', 'starts', nth);
/** Everything that its behaviour opens is open. */
export const ready = (container: string, nth = 1) => event(container, 'ready', 'is ready', nth);
export const term = (container: string, nth = 1) => event(container, 'term', 'gets SIGTERM', nth);
export const exit = (container: string, nth = 1) => event(container, 'exit', 'exits', nth);
export const needsFailed = (container: string, nth = 1) => event(container, 'needs-failed', 'misses what it needs', nth);
export const hookStart = (container: string, nth = 1) => event(container, 'hook-start', 'begins its hook', nth);
export const hookEnd = (container: string, nth = 1) => event(container, 'hook-end', 'ends its hook', nth);
/** The API server says that the container waits for that reason, such as `CreateContainerConfigError`. */
export const waiting = (container: string, reason: string, nth = 1): Event =>
  ({ ...event(container, 'state', `waits (${reason})`, nth), detail: `waiting ${reason}` });
/** The API server says that the container waits, with such a message; `kubectl describe` shows it, and the kubelet's events say the same. */
export const waitingMessage = (container: string, message: RegExp): Event =>
  ({ ...event(container, 'message', `waits, with a message like ${message}`, 1), detail: message });
/** A line of its log that is no stamp. */
export const says = (container: string, text: string | RegExp): Event => ({ ...event(container, 'says', `says '${text}'`, 1), detail: text });
/** The API server says that the container runs. */
export const running = (container: string, nth = 1): Event => ({ ...event(container, 'state', 'runs, says the API,', nth), detail: 'running' });
/** The API server says that a run of the container has ended, with that exit code. */
export const ended = (container: string, exitCode: number): Event =>
  ({ ...event(container, 'ended', `ends with ${exitCode}, says the API,`, 1), detail: `${exitCode}` });
/** The container exits by itself with 0. */
export const completes = (container: string, nth = 1): Event => ({ ...event(container, 'exit', 'completes', nth), detail: '0' });
/** The API server has accepted the story's objects. */
export const created = (): Event => ({ container: RUNNER, stamp: 'created', nth: 1, text: 'the app is created' });
/** The runner has injected that fault; see faults.ts for their names. */
export const injected = (fault: string): Event => ({ container: RUNNER, stamp: fault, nth: 1, text: `fault '${fault}'` });
export const podPhase = (phase: string): Event => ({ container: POD, stamp: 'phase', detail: phase, nth: 1, text: `the pod is ${phase}` });
export const podReady = (pod?: string): Event => ({ container: POD, stamp: 'ready', nth: 1, pod, text: `the pod${pod === undefined ? '' : ` ${pod}`} is Ready` });
export const podIp = (): Event => ({ container: POD, stamp: 'ip', nth: 1, text: 'the pod has an address' });
export const podGone = (): Event => ({ container: POD, stamp: 'gone', nth: 1, text: 'the pod is gone' });
export const jobCondition = (condition: string): Event => ({ container: JOB, stamp: 'condition', detail: condition, nth: 1, text: `the Job is ${condition}` });

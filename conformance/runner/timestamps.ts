/** Stamps: events of a run with container and time. Containers write stamps; the runner adds its actions and the changes in the API server. */

export interface Stamp {
  /** Microseconds since 1970, by the clock of the machine that wrote the stamp. */
  readonly t: number;
  readonly pod: string;
  readonly container: string;
  /** The event: `start`, `ready`, `term`, `exit`, `needs-ok`, `needs-failed`, `hook-start`, `hook-end`, `opened`, `state`, `message`, `prints` … */
  readonly stamp: string;
  readonly detail?: string;
}

/** Instead of a container name: events of the pod, of the Job and of the runner. */
export const POD = '(pod)';
export const JOB = '(job)';
export const RUNNER = '(runner)';

export function microseconds(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

/** Parses a line of a container log of the kubelet: `TIME STREAM TAG TEXT`. A line without a stamp becomes an event with its text. */
export function stampOfLogLine(line: string, pod: string, container: string): Stamp {
  const [time, , , ...words] = line.split(' ');
  return stampOfText(words.join(' '), Date.parse(time) * 1000, pod, container);
}

export function stampOfText(text: string, t: number, pod: string, container: string): Stamp {
  if (text.startsWith('{"t":')) { return { pod, container, ...JSON.parse(text) }; }
  return { t, pod, container, stamp: 'prints', detail: text };
}

/** The nth occurrence of an event, for expectations and faults. */
export interface Event {
  readonly container: string;
  readonly stamp: string;
  readonly detail?: string | RegExp;
  readonly nth: number;
  /** The pod of the event, also in expectations about other pods. */
  readonly pod?: string;
  readonly text: string;
}

function event(container: string, stamp: string, verb: string, nth: number): Event {
  return { container, stamp, nth, text: `${container} ${verb}${nth > 1 ? ` (${nth}.)` : ''}` };
}

/** The first instruction of the main process of the container. */
export const start = (container: string, nth = 1) => event(container, 'start', 'starts', nth);
/** The container has opened all its ports and files. */
export const ready = (container: string, nth = 1) => event(container, 'ready', 'is ready', nth);
export const term = (container: string, nth = 1) => event(container, 'term', 'gets SIGTERM', nth);
export const exit = (container: string, nth = 1) => event(container, 'exit', 'exits', nth);
export const needsFailed = (container: string, nth = 1) => event(container, 'needs-failed', 'misses what it needs', nth);
export const hookStart = (container: string, nth = 1) => event(container, 'hook-start', 'begins its hook', nth);
export const hookEnd = (container: string, nth = 1) => event(container, 'hook-end', 'ends its hook', nth);
/** The container is `waiting` in the API server, with this reason, such as `CreateContainerConfigError`. */
export const waiting = (container: string, reason: string, nth = 1): Event =>
  ({ ...event(container, 'state', `waits (${reason})`, nth), detail: `waiting ${reason}` });
/** The container is `waiting` in the API server, with a message that matches. `kubectl describe` and the events of the kubelet show the same message. */
export const waitingMessage = (container: string, message: RegExp): Event =>
  ({ ...event(container, 'message', `waits, with a message like ${message}`, 1), detail: message });
/** The process of an image with its own command: its arguments, environment, user and more, as JSON in `detail` (images/test-app/process.go). */
export const recorded = (container: string) => event(container, 'process', 'records its process', 1);
/** The process of such an image receives a signal, with its name in `detail`. */
export const stopSignal = (container: string) => event(container, 'signal', 'receives a signal', 1);
/** A line of the log that is no stamp. */
export const prints = (container: string, text: string | RegExp): Event => ({ ...event(container, 'prints', `prints '${text}'`, 1), detail: text });
/** The container is `running` in the API server. */
export const running = (container: string, nth = 1): Event => ({ ...event(container, 'state', 'is running in the API', nth), detail: 'running' });
/** A run of the container is `terminated` in the API server, with this exit code. */
export const ended = (container: string, exitCode: number): Event =>
  ({ ...event(container, 'ended', `is terminated with ${exitCode} in the API`, 1), detail: `${exitCode}` });
/** The container exits by itself with 0. */
export const completes = (container: string, nth = 1): Event => ({ ...event(container, 'exit', 'completes', nth), detail: '0' });
/** The API server has accepted the story's objects. */
export const created = (): Event => ({ container: RUNNER, stamp: 'created', nth: 1, text: 'the app is created' });
/** The runner has injected the fault. The names are in faults.ts. */
export const injected = (fault: string): Event => ({ container: RUNNER, stamp: fault, nth: 1, text: `fault '${fault}'` });
export const podPhase = (phase: string): Event => ({ container: POD, stamp: 'phase', detail: phase, nth: 1, text: `the pod is ${phase}` });
export const podReady = (pod?: string): Event => ({ container: POD, stamp: 'ready', nth: 1, pod, text: `the pod${pod === undefined ? '' : ` ${pod}`} is Ready` });
export const podIp = (): Event => ({ container: POD, stamp: 'ip', nth: 1, text: 'the pod has an address' });
export const podGone = (): Event => ({ container: POD, stamp: 'gone', nth: 1, text: 'the pod is gone' });
export const jobCondition = (condition: string): Event => ({ container: JOB, stamp: 'condition', detail: condition, nth: 1, text: `the Job is ${condition}` });

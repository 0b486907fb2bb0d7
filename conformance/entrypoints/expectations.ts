import { Expectation, Verdict } from '../runner/expectations';
import { Seen } from '../runner/observations';
import { ended, recorded, stopSignal } from '../runner/timestamps';

/** The API server can report the end of a container before the runner has read the last line of its log. */
const LOG_DELAY_MS = 1000;
/** The kubelet stops the containers of a pod at the same time. */
const SAME_MOMENT_MS = 500;

/** Asserts that two containers of a pod with the same image record the same process: arguments, environment, directory, user, umask, parent. */
export function sameProcess(container: string, other: string): Expectation {
  const text = `${container} has the same process as ${other}`;
  return {
    text,
    container,
    judge: (seen, pod) => {
      const [a, b] = [container, other].map(name => seen.find(recorded(name), pod)?.detail);
      if (a === undefined || b === undefined) { return { state: 'open', text }; }
      const [one, two] = [a, b].map(detail => JSON.parse(detail) as Readonly<Record<string, unknown>>);
      const different = Object.keys({ ...one, ...two }).filter(field => JSON.stringify(one[field]) !== JSON.stringify(two[field]));
      if (different.length === 0) { return { state: 'holds', text }; }
      const differences = different.map(field => `${field}: ${JSON.stringify(one[field])} instead of ${JSON.stringify(two[field])}`);
      return { state: 'fails', text: `${container} has another process than ${other}: ${differences.join('; ')}` };
    },
  };
}

/** Asserts that two containers of a deleted pod receive the same signal, or none, at the same time, and exit with the same code. */
export function sameStop(container: string, other: string): Expectation {
  const text = `${container} stops as ${other} does`;
  return {
    text,
    container,
    judge: (seen, pod, now) => {
      const [a, b] = [findStop(container, seen, pod), findStop(other, seen, pod)];
      if (!a || !b || now < Math.max(a.t, b.t) + LOG_DELAY_MS * 1000) { return { state: 'open', text: `${text}: has not happened` }; }
      const fails = (why: string): Verdict => ({ state: 'fails', text: `${container} does not stop as ${other} does: ${why}` });
      if (a.exitCode !== b.exitCode) { return fails(`exit code ${a.exitCode} instead of ${b.exitCode}`); }
      if (a.signal?.detail !== b.signal?.detail) { return fails(`signal ${a.signal?.detail} instead of ${b.signal?.detail}`); }
      if (!a.signal || !b.signal) { return { state: 'holds', text }; }
      const milliseconds = (a.signal.t - b.signal.t) / 1000;
      const isSame = Math.abs(milliseconds) <= SAME_MOMENT_MS;
      return { state: isSame ? 'holds' : 'late', text: isSame ? text : `${container} stops ${milliseconds} ms later than ${other}`, milliseconds };
    },
  };
}

function findStop(container: string, seen: Seen, pod: string) {
  const end = seen.find({ ...ended(container, 0), detail: undefined }, pod);
  return end && { t: end.t, exitCode: end.detail, signal: seen.find(stopSignal(container), pod) };
}

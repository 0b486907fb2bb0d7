import { spawn } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { Check, Kind, newTarget, now } from './targets';
import { Waiter } from './waiters';

export const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

/**
 * Measures the time from the moment when a target becomes ready to the end of the waiter, in ms. The target becomes
 * ready after `soonest` to `latest` ms; `look` gets the process ID of the waiter right before.
 */
export async function latency(
  waiter: Waiter,
  kind: Kind,
  soonest: number,
  latest: number,
  look = (_pid: number) => {},
): Promise<number> {
  const target = await newTarget(kind);
  const [file, ...args] = waiter.argv(target.check, Math.ceil(latest / 1000) + 30);
  const child = spawn(file, args, { stdio: 'ignore', env: waiter.env });
  const exited = new Promise<number>((resolve, reject) =>
    child.on('exit', code => (code === 0 ? resolve(now()) : reject(new Error(`${waiter.name} ended with ${code}`)))),
  );
  await pause(soonest + Math.random() * (latest - soonest));
  look(child.pid!);
  const ready = await target.become();
  const end = await exited;
  target.close();
  // A waiter that checks at this moment may end before the clock is read.
  if (end < ready - 5) {
    throw new Error(
      `${waiter.name} ended ${(ready - end).toFixed(0)} ms before its target was ready: ${target.check.kind}`,
    );
  }
  return end - ready;
}

export interface Use {
  /** The user and system time of the waiter and all its children, from the kernel. */
  readonly cpuSeconds: number;
  /**
   * The highest sum of the resident memory of its processes, sampled every 50 ms. Shared memory counts for each
   * process.
   */
  readonly peakKiB: number;
}

export interface WaitInVain {
  readonly waiter: Waiter;
  readonly check: Check;
}

/** Measures CPU and memory of waits that time out, all at the same time. */
export async function use(waits: readonly WaitInVain[], seconds: number): Promise<Use[]> {
  // `time` of bash counts the waiter and all its children.
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', 'bash'];
  const running = waits.map(({ waiter, check }) =>
    spawn('/bin/bash', [...timed, ...waiter.argv(check, seconds)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: waiter.env,
    }),
  );
  const peaks = waits.map(() => 0);
  const look = () =>
    residentBelow(running.map(bash => bash.pid!)).forEach((resident, i) => {
      peaks[i] = Math.max(peaks[i], resident);
    });
  const looking = setInterval(look, 50);
  const ends = await Promise.all(
    running.map(async bash => {
      let text = '';
      bash.stderr.on('data', data => (text += data));
      const code = await new Promise(resolve => bash.on('close', resolve));
      return { code, text };
    }),
  );
  clearInterval(looking);
  return ends.map(({ code, text }, i) => {
    const cpuSeconds = text
      .trim()
      .split(' ')
      .map(Number)
      .reduce((a, b) => a + b, 0);
    if (code !== 124 || Number.isNaN(cpuSeconds)) {
      throw new Error(`${waits[i].waiter.name}: no deadline but ${code}: ${text}`);
    }
    return { cpuSeconds: Math.round(cpuSeconds * 1000) / 1000, peakKiB: peaks[i] };
  });
}

/** Returns the resident memory of all descendants of each process, in KiB. */
function residentBelow(ancestors: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const parent = Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap(child => [child, ...below(child)]);
  return ancestors.map(ancestor =>
    below(ancestor).reduce(
      (sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
      0,
    ),
  );
}

/** Reads a file of /proc. Returns an empty text if the process has exited. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

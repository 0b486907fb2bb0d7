import { spawn } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { Check, Kind, newTarget, now } from './targets';
import { Waiter } from './waiters';

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

/** Milliseconds from the moment at which something that was not ready is, after `soonest` to `latest`, to the end of a waiter. */
export async function latency(waiter: Waiter, kind: Kind, soonest: number, latest: number): Promise<number> {
  const target = await newTarget(kind);
  const [file, ...args] = waiter.argv(target.check, 30);
  const child = spawn(file, args, { stdio: 'ignore', env: waiter.env });
  const exited = new Promise<number>((resolve, reject) =>
    child.on('exit', code => code === 0 ? resolve(now()) : reject(new Error(`${waiter.name} ended with ${code}`))));
  await pause(soonest + Math.random() * (latest - soonest));
  const ready = await target.become();
  const end = await exited;
  target.close();
  // Who asks in the very moment may be done before the clock has been read.
  if (end < ready - 5) { throw new Error(`${waiter.name} has ended ${(ready - end).toFixed(0)} ms before what it waits for was ready: ${target.check.kind}`); }
  return end - ready;
}

export interface Use {
  /** User and system time of the waiter and all its children, as the kernel counts it. */
  readonly cpuSeconds: number;
  /** The largest sum over its processes of what each has in memory, looked at every 50 ms; what they share counts for each. */
  readonly peakKiB: number;
}

export interface WaitInVain {
  readonly waiter: Waiter;
  readonly check: Check;
}

/** What waits take that end in vain, all at the same time. */
export async function use(waits: readonly WaitInVain[], seconds: number): Promise<Use[]> {
  // bash's `time` counts the waiter, and the children it has waited for: all of them.
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', 'bash'];
  const running = waits.map(({ waiter, check }) => spawn('/bin/bash', [...timed, ...waiter.argv(check, seconds)], { stdio: ['ignore', 'ignore', 'pipe'], env: waiter.env }));
  const peaks = waits.map(() => 0);
  const look = () => residentBelow(running.map(bash => bash.pid!)).forEach((resident, i) => { peaks[i] = Math.max(peaks[i], resident); });
  const looking = setInterval(look, 50);
  const ends = await Promise.all(running.map(async bash => {
    let text = '';
    bash.stderr.on('data', data => text += data);
    const code = await new Promise(resolve => bash.on('close', resolve));
    return { code, text };
  }));
  clearInterval(looking);
  return ends.map(({ code, text }, i) => {
    const cpuSeconds = text.trim().split(' ').map(Number).reduce((a, b) => a + b, 0);
    if (code !== 124 || Number.isNaN(cpuSeconds)) { throw new Error(`${waits[i].waiter.name}: no deadline but ${code}: ${text}`); }
    return { cpuSeconds: Math.round(cpuSeconds * 1000) / 1000, peakKiB: peaks[i] };
  });
}

/** KiB that the descendants of each of these processes have in memory. */
function residentBelow(ancestors: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const parent = Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]);
    children.set(parent, [...children.get(parent) ?? [], Number(name)]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap(child => [child, ...below(child)]);
  return ancestors.map(ancestor => below(ancestor).reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0), 0));
}

/** Empty when the process has gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

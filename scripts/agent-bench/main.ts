/**
 * Measures the wait agent against its bars, beside waiters of others, and exits 1 when a bar is missed:
 *
 *     npx ts-node -T -P scripts/tsconfig.json scripts/agent-bench/main.ts [--results FILE]
 *
 * Needs Linux and the busybox of scripts/build-busybox.sh, whose shell runs the agent as in a cluster. Takes about nine minutes.
 * agent-bench/doc.ts writes the table of docs/explanation/measured.md from the file.
 */
import { writeFileSync } from 'fs';
import { cpus, loadavg, release } from 'os';
import { forksPerTry, latency, use } from './measurements';
import { percentile, Results, Row } from './results';
import { Check, Kind, newTarget, removeTargets } from './targets';
import { AGENT, peers, Waiter } from './waiters';

const BARS = { latencyP95: 30, cpuSeconds: 0.2, forksPerTry: 1 };
/** Commands and statuses are tried every 20 ms for only half as long, since a try takes more. */
const READY_AFTER = { soonest: 300, latest: 4000, latestCostly: 2000 };
const TRIALS = 50;
const LANES = 4;
const WAIT_SECONDS = 30;
const ROUNDS = 3;

interface Job extends Row {
  readonly by: Waiter;
  readonly kind?: Kind;
  readonly inVain: Check;
  readonly bars?: Partial<typeof BARS>;
}

function job(by: Waiter, check: string, inVain: Check, more: Pick<Job, 'kind' | 'bars'> = {}): Job {
  return { waiter: by.name, interval: by.interval, check, bytes: by.bytes, latencies: [], cpuSeconds: [], peakKiB: [], by, inVain, ...more };
}

/** They take turns, so that a busy moment of the machine hits all of them. */
async function measureLatencies(jobs: readonly Job[]): Promise<void> {
  const queue = Array.from({ length: TRIALS }, () => jobs.filter(j => j.kind !== undefined)).flat();
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const latest = next.kind === 'command' ? READY_AFTER.latestCostly : READY_AFTER.latest;
      next.latencies.push(await latency(next.by, next.kind!, READY_AFTER.soonest, latest));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Several at a time: each takes a few percent of a core. */
async function measureUse(jobs: readonly Job[]): Promise<void> {
  const queue = Array.from({ length: ROUNDS }, () => jobs).flat();
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { cpuSeconds, peakKiB } = await use(next.by, next.inVain, WAIT_SECONDS);
      next.cpuSeconds.push(cpuSeconds);
      next.peakKiB.push(peakKiB);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** What is measured, and what was to be reached; gives whether it was. */
function say(what: string, measured: string, bar: string | undefined, met: boolean): boolean {
  console.log(`${what.padEnd(60)} ${measured.padStart(18)}   ${(bar ?? '').padEnd(14)} ${bar ? met ? 'ok' : 'MISSED' : ''}`.trimEnd());
  return met;
}

function sayAll(jobs: readonly Job[]): boolean {
  const met = jobs.flatMap(({ waiter, interval, check, latencies, cpuSeconds, peakKiB, bytes, by, bars }) => {
    const who = by === AGENT ? check : `${check}, ${waiter} every ${interval}`;
    const [p50, p95, cpu] = [percentile(latencies, 0.5), percentile(latencies, 0.95), percentile(cpuSeconds, 0.5)];
    const range = `${Math.min(...cpuSeconds).toFixed(3)} to ${Math.max(...cpuSeconds).toFixed(3)} s`;
    const memory = `${(Math.max(...peakKiB) / 1024).toFixed(1)} / ${(bytes / 2 ** 20).toFixed(1)} MiB`;
    return [
      latencies.length === 0 || say(`${who}: ready to detected, p50 / p95 of ${latencies.length}`, `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`,
        bars?.latencyP95 ? `p95 <= ${bars.latencyP95} ms` : undefined, !bars?.latencyP95 || p95 <= bars.latencyP95),
      say(`${who}: CPU of a wait of ${WAIT_SECONDS} s, ${cpuSeconds.length} times`, range, bars?.cpuSeconds ? `p50 <= ${bars.cpuSeconds} s` : undefined,
        !bars?.cpuSeconds || cpu <= bars.cpuSeconds),
      say(`${who}: peak memory / size on disk`, memory, undefined, true),
    ];
  });
  return met.every(Boolean);
}

function sayForks(): boolean {
  const found = forksPerTry();
  if (!found) return say('tcp: processes per try', 'no strace', undefined, true);
  return say(`tcp: processes per try (strace, ${found.tries} tries)`, found.each.toFixed(2), `<= ${BARS.forksPerTry}`, found.each <= BARS.forksPerTry + 0.01);
}

function write(results: Results): void {
  const option = process.argv.indexOf('--results');
  if (option > 0) writeFileSync(process.argv[option + 1], JSON.stringify(results, undefined, 1));
}

async function main(): Promise<void> {
  const unwell = await newTarget('http');
  const url = (unwell.check as { url: string }).url;
  const inVain: Record<Kind, Check> = {
    tcp: { kind: 'tcp', host: '127.0.0.2', port: 1 },
    http: { kind: 'http', url },
    statuses: { kind: 'statuses', url },
    file: { kind: 'file', path: '/no/such/file' },
    command: { kind: 'command', path: '/no/such/file' },
  };
  const both = { latencyP95: BARS.latencyP95, cpuSeconds: BARS.cpuSeconds };
  const { waiters, missing } = peers();
  if (missing) console.log(missing);
  const jobs: Job[] = [
    job(AGENT, 'tcp', inVain.tcp, { kind: 'tcp', bars: both }),
    job(AGENT, 'http', inVain.http, { kind: 'http', bars: both }),
    job(AGENT, 'file', inVain.file, { kind: 'file', bars: both }),
    job(AGENT, 'command', inVain.command, { kind: 'command', bars: { latencyP95: BARS.latencyP95 } }),
    job(AGENT, 'http with statuses', inVain.statuses),
    ...waiters.flatMap(waiter => waiter.kinds.map(kind => job(waiter, kind, inVain[kind], { kind }))),
  ];
  const before = loadavg()[0];
  await measureLatencies(jobs);
  await measureUse(jobs);
  const met = [sayAll(jobs), sayForks()].every(Boolean);
  write({
    machine: {
      date: new Date().toISOString().slice(0, 10),
      kernel: release(),
      cores: cpus().length,
      cpu: cpus()[0].model,
      load: [before, loadavg()[0]],
    },
    rows: jobs.map(({ waiter, interval, check, bytes, latencies, cpuSeconds, peakKiB }) => ({
      waiter, interval, check, bytes, latencies, cpuSeconds, peakKiB,
    })),
    missing,
  });
  unwell.close();
  removeTargets();
  process.exitCode = met ? 0 : 1;
}

if (require.main === module) void main();

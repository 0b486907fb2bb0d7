import { latency, use } from './measurements';
import { AgentResults, Row } from './results';
import { Check, Kind, newTarget, removeTargets } from './targets';
import { AGENT, peers, Waiter } from './waiters';
import { rounded } from '../bench/clock';
import { turns } from '../bench/statistics';

/** The number of measurements. */
export interface Amount {
  readonly trials: number;
  readonly waits: number;
  readonly waitSeconds: number;
}

export const AMOUNT: Amount = { trials: 30, waits: 3, waitSeconds: 30 };
export const QUICK_AMOUNT: Amount = { trials: 1, waits: 1, waitSeconds: 2 };

/**
 * The delay in milliseconds before a target becomes ready. The agent checks most often in the first 2.5 s; late.ts
 * measures longer waits. The other waiters check at least each second, so one second shows all their latencies.
 */
const READY_AFTER = { soonest: 300, latest: 2500, latestOfOthers: 1300 };
/** The number of latencies measured at the same time. With more, the waits would delay each other. */
const LANES = 4;

interface Job extends Row {
  readonly by: Waiter;
  readonly kind?: Kind;
  readonly inVain: Check;
}

/** Needs Linux on amd64. */
export async function measureAgent(
  { trials, waits, waitSeconds }: Amount,
  say: (text: string) => void,
): Promise<AgentResults> {
  const unwell = await newTarget('http');
  const url = (unwell.check as { url: string }).url;
  const inVain: Record<Kind, Check> = {
    tcp: { kind: 'tcp', host: '127.0.0.2', port: 1 },
    http: { kind: 'http', url },
    statuses: { kind: 'statuses', url },
    file: { kind: 'file', path: '/no/such/file' },
    command: { kind: 'command', path: '/no/such/file' },
  };
  const { waiters, missing } = peers();
  if (missing) {
    say(missing);
  }
  const job = (by: Waiter, check: string, vain: Kind, kind?: Kind): Job => ({
    waiter: by.name,
    interval: by.interval,
    check,
    bytes: by.bytes,
    latencies: [],
    cpuSeconds: [],
    peakKiB: [],
    by,
    inVain: inVain[vain],
    kind,
  });
  const jobs = [
    ...AGENT.kinds.map(kind => job(AGENT, kind, kind, kind)),
    job(AGENT, 'http with statuses', 'statuses'),
    ...waiters.flatMap(waiter => waiter.kinds.map(kind => job(waiter, kind, kind, kind))),
  ];
  await measureLatencies(jobs, trials, say);
  await measureUse(jobs, waits, waitSeconds, say);
  unwell.close();
  removeTargets();
  return { rows: jobs.map(({ by: _by, kind: _kind, inVain: _inVain, ...row }) => row), waitSeconds, missing };
}

/** Measures the jobs in turns, so that a busy moment of the machine affects all jobs. */
async function measureLatencies(jobs: readonly Job[], trials: number, say: (text: string) => void): Promise<void> {
  say(`agent: ${trials} trials of each`);
  const queue = turns(
    jobs.filter(j => j.kind !== undefined),
    trials,
  ).flat();
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { soonest, latest, latestOfOthers } = READY_AFTER;
      next.latencies.push(
        rounded(await latency(next.by, next.kind!, soonest, next.by === AGENT ? latest : latestOfOthers)),
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Measures all jobs at the same time, so that the load of the machine is equal for them. Together they take a fifth of
 * a core.
 */
async function measureUse(
  jobs: readonly Job[],
  waits: number,
  waitSeconds: number,
  say: (text: string) => void,
): Promise<void> {
  for (const [turn, order] of turns(jobs, waits).entries()) {
    say(`agent: wait ${turn + 1} of ${waits}, ${waitSeconds} s`);
    const found = await use(
      order.map(({ by, inVain }) => ({ waiter: by, check: inVain })),
      waitSeconds,
    );
    order.forEach(({ cpuSeconds, peakKiB }, i) => {
      cpuSeconds.push(found[i].cpuSeconds);
      peakKiB.push(found[i].peakKiB);
    });
  }
}

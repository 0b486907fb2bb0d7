import { readFileSync } from 'fs';
import { latency, pause } from './measurements';
import { LateRow } from './results';
import { Kind, removeTargets } from './targets';
import { AGENT } from './waiters';
import { rounded } from '../bench/clock';

/** The number of measurements, and the lengths of the waits. */
export interface LateAmount {
  readonly trials: number;
  readonly seconds: readonly number[];
}

export const LATE: LateAmount = { trials: 40, seconds: [1, 10, 60, 300] };
export const QUICK_LATE: LateAmount = { trials: 1, seconds: [1] };

/**
 * The trials begin within this time, in ms: at first, the agent checks often, and many trials would load the machine.
 */
const BEGIN = 20_000;
/** The targets become ready within this time after the wait, in ms. */
const SPREAD = 500;

/**
 * Measures how soon the agent sees a target after waits of each length. The trials of one length run at the same time:
 * they mostly sleep.
 */
export async function measureLate({ trials, seconds }: LateAmount, say: (text: string) => void): Promise<LateRow[]> {
  const rows: LateRow[] = [];
  for (const wait of seconds) {
    say(`late: ${trials} trials of each check, ready after ${wait} s`);
    for (const row of await Promise.all(AGENT.kinds.map(kind => measureKind(kind, wait, trials)))) {
      rows.push(row);
    }
  }
  removeTargets();
  return rows;
}

async function measureKind(kind: Kind, wait: number, trials: number): Promise<LateRow> {
  const row: LateRow = { check: kind, seconds: wait, latencies: [], cpuSeconds: [] };
  const trial = async () => {
    await pause(Math.random() * BEGIN);
    const measured = await latency(AGENT, kind, wait * 1000, wait * 1000 + SPREAD, pid => {
      // The first number is nanoseconds on a processor (Linux, Documentation/scheduler/sched-stats.rst), without the
      // nanoseconds of children.
      const nanoseconds = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
      if (kind !== 'command') {
        row.cpuSeconds.push(rounded(nanoseconds / 1e9));
      }
    });
    row.latencies.push(rounded(measured));
  };
  await Promise.all(Array.from({ length: trials }, trial));
  return row;
}

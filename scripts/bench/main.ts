/**
 * Measures the cost of this library, compared with manifests by hand and with other waiters. Prints whether each limit
 * holds, and exits with 1 otherwise.
 *
 *     npm run bench                                        six to seven minutes
 *     npm run bench -- --quick                             seconds: too few measurements for a verdict, only to test
 * the benchmark
 *     npm run bench -- --only processes|synth|planner|agent|late  a part
 *     npm run bench -- --results docs/data/numbers.json    then `npm run docs` writes docs/contributing/numbers.md
 *     npm run bench -- --only late --results docs/data/late.json   the same; `late` takes another seven minutes, and is
 * no part of the first command
 *
 * Needs Linux on amd64, for the agent.
 */
import { mkdirSync, writeFileSync } from 'fs';
import { loadavg } from 'os';
import { dirname } from 'path';
import { parseArgs } from 'util';
import { verdicts } from './bars';
import { compiled } from './compiled';
import { machine } from './machine';
import { measurePlanner } from './planner';
import { measureProcesses } from './processes';
import { Results } from './results';
import { measureSynth, QUICK_SIZES, SIZES } from './synth';
import { AMOUNT, measureAgent, QUICK_AMOUNT } from '../agent-bench/agent';
import { LATE, measureLate, QUICK_LATE } from '../agent-bench/late';
import {
  agentTable,
  barsTable,
  lateTable,
  machineSentence,
  plannerTable,
  ratiosTable,
  synthTable,
} from '../numbers/tables';
import { rawJson } from '../raw-data';

const PARTS = ['processes', 'synth', 'planner', 'agent'];
/** Alone, because it takes long. */
const LATE_PART = 'late';

async function measure(parts: readonly string[], quick: boolean): Promise<Results> {
  // On stderr: stdout contains the tables.
  const log = (text: string) => console.error(text);
  const before = loadavg()[0];
  const { programs, remove } = await compiled();
  try {
    const processes = parts.includes('processes') ? measureProcesses(programs, quick, log) : undefined;
    const synth = parts.includes('synth') ? measureSynth(programs, quick ? QUICK_SIZES : SIZES, log) : undefined;
    const planner = parts.includes('planner') ? measurePlanner(programs, quick, log) : undefined;
    const agent = parts.includes('agent') ? await measureAgent(quick ? QUICK_AMOUNT : AMOUNT, log) : undefined;
    const late = parts.includes(LATE_PART) ? await measureLate(quick ? QUICK_LATE : LATE, log) : undefined;
    return { machine: { ...machine(), load: [before, loadavg()[0]] }, quick, processes, synth, planner, agent, late };
  } finally {
    remove();
  }
}

function print({ machine: on, quick, processes, synth, planner, agent, late }: Results): void {
  const tables = [
    machineSentence(on),
    ...(synth ? [synthTable(synth), ratiosTable(synth)] : []),
    ...(planner ? [plannerTable(planner)] : []),
    ...(agent ? [agentTable(agent)] : []),
    ...(late ? [lateTable(late)] : []),
    barsTable({ processes, synth, planner, agent, late }),
    verdict({ quick, processes, synth, planner, agent, late }),
  ];
  console.log(tables.join('\n\n'));
}

function verdict({ quick, ...measured }: Omit<Results, 'machine'>): string {
  if (quick) {
    return 'Measured too little for a verdict (--quick).';
  }
  return verdicts(measured).every(v => v.holds) ? 'Every bar holds.' : 'Not every bar holds.';
}

async function main(): Promise<void> {
  const {
    quick,
    only,
    results: file,
  } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      results: { type: 'string', default: 'test-reports/bench.json' },
    },
  }).values;
  if (only !== undefined && ![...PARTS, LATE_PART].includes(only)) {
    throw new Error(`--only takes one of ${PARTS.join(', ')}, ${LATE_PART}, not '${only}'`);
  }
  const parts = only === undefined ? PARTS : [only];
  const results = await measure(parts, quick);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rawJson(results));
  print(results);
  const held = verdicts(results).every(v => v.holds);
  // --quick also checks the limits that do not depend on time.
  process.exitCode = held || (quick && results.synth?.same !== false) ? 0 : 1;
}

if (require.main === module) {
  main().catch(error => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  });
}

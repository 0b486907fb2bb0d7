/**
 * Writes the tables and pictures of docs/contributing/numbers.md from docs/data/numbers.json, the results of `npm run
 * bench`. Without that file the page contains "Not measured yet."
 */
import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { agentPlot, plannerPlot, synthPlot } from './plots';
import { agentTable, barsTable, lateTable, machineSentence, plannerTable, ratiosTable, synthTable } from './tables';
import { Results } from '../bench/results';
import { withBlocks, writeOrCheck } from '../generated-blocks';

const DOCS = join(__dirname, '..', '..', 'docs');
const DATA = join(DOCS, 'data', 'numbers.json');
const LATE = join(DOCS, 'data', 'late.json');

const BLOCKS = ['machine', 'bars', 'synth', 'planner', 'agent', 'late'];
const UNMEASURED = 'Not measured yet.';

/** Returns the blocks of the page. */
export function blocks({ machine, quick, synth, planner, agent }: Results): Record<string, string> {
  if (quick || !synth || !planner || !agent) {
    throw new Error('the page needs the results of a complete run: npm run bench -- --results docs/data/numbers.json');
  }
  if (agent.missing) {
    throw new Error(`the page needs the measurements of the other waiters. ${agent.missing}`);
  }
  return {
    machine: `Measured ${machineSentence(machine)} Raw data: [docs/data/numbers.json](../data/numbers.json).`,
    bars: barsTable({ synth, planner, agent }),
    synth: [
      image('the processor time of each workload and the peak memory, by the number of workloads', 'synth'),
      ratiosTable(synth),
      synthTable(synth),
    ].join('\n\n'),
    planner: [image('the time to plan a pod, by the number of its containers', 'planner'), plannerTable(planner)].join(
      '\n\n',
    ),
    agent: [image('each trial of each waiter, and the processor time of each wait', 'agent'), agentTable(agent)].join(
      '\n\n',
    ),
  };
}

/** The waits of late.json, which another run measures. */
export function lateBlock({ machine, late }: Results): string {
  return [
    lateTable(late!),
    barsTable({ late }),
    `Measured ${machineSentence(machine)} Raw data: [docs/data/late.json](../data/late.json).`,
  ].join('\n\n');
}

function image(said: string, name: string): string {
  return `![${said}](../pictures/numbers-${name}.svg)`;
}

/** The pictures by file name. */
export function pictures({ synth, planner, agent }: Results): Record<string, string> {
  return {
    'numbers-synth.svg': synthPlot(synth!),
    'numbers-planner.svg': plannerPlot(planner!),
    'numbers-agent.svg': agentPlot(agent!),
  };
}

export function writeNumbers(): void {
  const [results, late] = [DATA, LATE].map((file): Results | undefined =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
  );
  const filled: Record<string, string> = {
    ...Object.fromEntries(BLOCKS.map(name => [name, UNMEASURED])),
    ...(results && blocks(results)),
  };
  if (late) {
    filled.late = lateBlock(late);
  }
  writeOrCheck(join(DOCS, 'contributing', 'numbers.md'), before => withBlocks(before, filled));
  for (const [name, svg] of Object.entries(results ? pictures(results) : {})) {
    writeOrCheck(join(DOCS, 'pictures', name), () => svg);
  }
}

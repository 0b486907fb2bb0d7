/** Writes the agent's table of docs/explanation/measured.md from the results of `npm run bench`: doc.ts RESULTS.json */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Row } from './results';
import { Results } from '../bench/results';
import { percentile } from '../bench/statistics';
import { withBlocks } from '../generated-blocks';

const DOC = join(__dirname, '..', '..', 'docs', 'explanation', 'measured.md');

function line({ waiter, interval, check, bytes, latencies, cpuSeconds, peakKiB }: Row): string {
  const found = latencies.length === 0 ? '-' : [0.5, 0.95, 1].map(p => percentile(latencies, p).toFixed(0)).join('/');
  const [least, most] = [Math.min(...cpuSeconds), Math.max(...cpuSeconds)].map(seconds => seconds.toFixed(3));
  const memory = (Math.max(...peakKiB) / 1024).toFixed(1);
  return `| ${waiter}, ${interval} | ${check} | ${found} | ${least} to ${most} | ${memory} | ${(bytes / 2 ** 20).toFixed(1)} |`;
}

function table({ machine: { date, kernel, cores, cpu, load }, agent }: Results): string {
  if (!agent) { throw new Error('the agent was not measured'); }
  const { rows, missing } = agent;
  const [before, after] = load.map(average => average.toFixed(1));
  const [trials, waits] = [Math.max(...rows.map(row => row.latencies.length)), rows[0].cpuSeconds.length];
  return [
    `${date}, ${kernel}, ${cores} cores (${cpu}), load average ${before} before and ${after} at the end; ${trials} trials and ${waits} waits for each line.${missing ? ` ${missing}` : ''}`,
    '',
    '| waiter, how often it asks | check | ready → detected, ms | CPU of a wait of 30 s, s | peak memory, MiB | on disk, MiB |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
  ].join('\n');
}

const [results] = process.argv.slice(2);
if (results === undefined) { throw new Error('usage: doc.ts RESULTS.json'); }
writeFileSync(DOC, withBlocks(readFileSync(DOC, 'utf8'), { 'agent-measured': table(JSON.parse(readFileSync(results, 'utf8'))) }));

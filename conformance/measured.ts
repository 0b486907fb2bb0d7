/** Writes the tables of docs/explanation/measured.md from results of `npm run conformance -- --bench`: measured.ts RESULTS.json… */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Measured, MeasuredMakespan, MeasuredPair, ratio, spread } from './runner/bench';

interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly kernel: string; readonly load: readonly number[] };
  readonly runs: readonly { readonly passed: boolean; readonly version: string }[];
  readonly measured: readonly { readonly version: string; readonly stories: readonly Measured[] }[];
}

const DOC = join(__dirname, '..', 'docs', 'explanation', 'measured.md');
const BLOCK = /(<!-- begin measured -->\n)[\s\S]*(\n<!-- end measured -->)/;

function section({ machine, measured, runs }: Results): string {
  return measured.map(({ version, stories }) => {
    const mine = runs.filter(r => r.version === version);
    const failed = mine.filter(r => !r.passed).length;
    return [
      `### Kubernetes ${version}`,
      '',
      `${machine.date}, Linux ${machine.kernel}, ${machine.cores} cores, load average ${machine.load[0].toFixed(1)} at the end; ${mine.length} runs, ${failed} failed.`,
      '',
      '| story | dependency ready → dependent starts | pod created → dependent starts, less what the dependency needs | n |',
      '|---|---|---|---|',
      ...pairs(stories).map(s => `| ${s.about} | ${spread(s.latencies)} | ${spread(s.overheads)} | ${s.runs} |`),
      '',
      '| six containers | first start → start of the last | of the critical path, p50 | n |',
      '|---|---|---|---|',
      ...makespans(stories).map(s => `| ${s.about} | ${spread(s.makespans)} | ${ratio(s)} | ${s.makespans.length} |`),
    ].join('\n');
  }).join('\n\n');
}

function pairs(stories: readonly Measured[]): MeasuredPair[] {
  return stories.filter(s => s.kind === 'pair');
}

function makespans(stories: readonly Measured[]): MeasuredMakespan[] {
  return stories.filter(s => s.kind === 'makespan');
}

const sections = process.argv.slice(2).map(file => section(JSON.parse(readFileSync(file, 'utf8'))));
const text = readFileSync(DOC, 'utf8');
if (sections.length === 0 || !BLOCK.test(text)) { throw new Error('usage: measured.ts RESULTS.json…, and docs/explanation/measured.md with its two markers'); }
writeFileSync(DOC, text.replace(BLOCK, (_whole, begin: string, end: string) => `${begin}\n${sections.join('\n\n')}\n${end}`));

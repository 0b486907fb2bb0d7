import { mkdirSync, writeFileSync } from 'fs';
import { cpus, loadavg, release } from 'os';
import { dirname } from 'path';
import { signed, Verdict } from './expectations';
import { Run } from './run-story';
import { POD, RUNNER } from './timestamps';

export interface Skipped {
  readonly story: string;
  readonly version: string;
  readonly reason: string;
}

export interface Outcomes {
  readonly passed: number;
  readonly wrong: number;
  readonly late: number;
}

export function countOutcomes(runs: readonly Pick<Run, 'passed' | 'late'>[]): Outcomes {
  const passed = runs.filter(r => r.passed).length;
  const late = runs.filter(r => r.late).length;
  return { passed, late, wrong: runs.length - passed - late };
}

/** Returns 0 if all runs have passed, 1 if a run is wrong or there is no run, and 3 if some runs are late, and none is wrong. */
export function exitCodeOf({ passed, wrong, late }: Outcomes): number {
  if (wrong > 0 || passed + late === 0) { return 1; }
  return late > 0 ? 3 : 0;
}

/** Prints one line for each run, and all observations of a run that is late or wrong. */
export function print(run: Run, onFailure: () => string = () => ''): void {
  const what = run.passed ? times(run.verdicts) : [run.error ?? [], run.verdicts.filter(v => v.state !== 'holds').map(v => v.text)].flat();
  const failure = run.late ? 'LATE ' : 'WRONG';
  const mark = run.passed ? 'ok   ' : failure;
  console.log(`${mark} ${run.version} ${run.story} (${run.seconds.toFixed(1)} s)${what.length > 0 ? `: ${what.join('; ')}` : ''}`);
  if (!run.passed) { console.log([timeline(run), onFailure()].filter(Boolean).join('\n')); }
}

/** Merges the verdicts of several pods on one expectation, with the shortest and the longest time. */
function times(verdicts: readonly Verdict[]): string[] {
  const byText = new Map<string, number[]>();
  for (const { text, milliseconds } of verdicts) {
    if (milliseconds !== undefined) { byText.set(text, [...byText.get(text) ?? [], milliseconds]); }
  }
  return [...byText].map(([text, all]) => {
    const spread = [...new Set([Math.min(...all), Math.max(...all)])].map(signed).join(' … ');
    return `${text}: ${spread} ms${all.length > 1 ? ` in ${all.length} pods` : ''}`;
  });
}

export function printSkipped({ story, version, reason }: Skipped): void {
  console.log(`--    ${version} ${story}: ${reason}`);
}

function timeline({ stamps, notices }: Run): string {
  const from = stamps.find(s => s.container === RUNNER)?.t ?? stamps[0]?.t ?? 0;
  const several = new Set(stamps.map(s => s.pod).filter(Boolean)).size > 1;
  const lines = stamps.map(s => {
    const who = several && s.container !== RUNNER ? `${s.pod} ${s.container === POD ? '' : s.container}` : s.container;
    return `     ${((s.t - from) / 1e6).toFixed(3).padStart(8)} s  ${who.padEnd(24)} ${s.stamp}${s.detail ? `: ${s.detail}` : ''}`;
  });
  return [...lines, ...notices.split('\n').filter(Boolean).map(n => `     ${n}`)].join('\n');
}

export function writeResults(file: string, results: object): void {
  mkdirSync(dirname(file), { recursive: true });
  const machine = { date: new Date().toISOString().slice(0, 10), cores: cpus().length, kernel: release(), load: loadavg() };
  writeFileSync(file, JSON.stringify({ machine, ...results }, undefined, 1) + '\n');
}

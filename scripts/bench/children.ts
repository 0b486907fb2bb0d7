import { execFileSync } from 'child_process';
import { join } from 'path';

/** Runs a program of the benchmark in a new process, and returns its output: one value as JSON. */
export function inChild<T>(programs: string, program: string, ...words: readonly (string | number | boolean)[]): T {
  const argv = ['--expose-gc', join(programs, `${program}.js`), ...words.map(String)];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
}

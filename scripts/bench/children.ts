import { execFileSync } from 'child_process';
import { join } from 'path';

/** What a program of the bench, in a fresh process, has written: one value as JSON. */
export function inChild<T>(programs: string, program: string, ...words: readonly (string | number | boolean)[]): T {
  const argv = ['--expose-gc', join(programs, `${program}.js`), ...words.map(String)];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
}

import { spawnSync } from 'child_process';
import { readFileSync } from 'fs';
import { join } from 'path';
import { describeAgent, folder, run, testAlone as test } from './run-agent';
import { REFUSED, statuses } from './servers';

/** The times that the agent asks the kernel to sleep, in ms: a machine with other load changes when it wakes up, and not these times. */
async function readPauses(args: readonly string[]): Promise<number[]> {
  const trace = join(folder(), 'trace');
  expect((await run(['--for=x', ...args, '--timeout=3s'], { within: ['strace', '-o', trace, '-e', 'trace=ppoll'] })).code).toBe(124);
  const sleeps = readFileSync(trace, 'utf8').matchAll(/^ppoll\(\[\{fd=-1\}.*\{tv_sec=0, tv_nsec=(\d+)\}/gm);
  return [...sleeps].map(([, nanoseconds]) => Math.ceil(Number(nanoseconds) / 1e6));
}

const CHECKS: [string, () => Promise<string[]>, number][] = [
  ['a port', async () => [REFUSED], 70],
  ['a file', async () => ['--file=/missing'], 70],
  ['a server', async () => [`--http=http://127.0.0.1:${(await statuses(503)).port}/`], 90],
];

describeAgent('the pauses of docs/contributing/agent-contract.md', () => {
  (spawnSync('strace', ['--version']).error && !process.env.CI ? test.skip : test).each(CHECKS)('for %s', async (_what, check, late) => {
    const pauses = await readPauses(await check());
    expect(Math.max(...pauses.slice(0, 50))).toBe(20);
    expect(Math.max(...pauses)).toBe(late);
  });
});

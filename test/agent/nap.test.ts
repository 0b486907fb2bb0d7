import * as fs from 'fs';
import { join } from 'path';
import { between, BUSYBOX, each, everywhere, HOME, inEveryShell, Run, Shell, SHELLS } from './shells';
import { SCRIPT } from '../../src/agent/script';

// What the agent does between two tries.

const wait = (...words: string[]) => ['--for=db', `--words=${words.length}`, ...words];
const TWO_SECONDS = ['--timeout=2', '--on-timeout=fail'];
/** busybox can read with a time limit; elsewhere the agent has to start `sleep`. */
const reads = ({ name }: { name: string }) => name === 'busybox' || name === 'installed';
const openFiles = ['/bin/sh', '-c', 'ls /proc/self/fd'];

afterAll(() => { fs.rmSync(HOME, { recursive: true }); });

/** The programs of busybox that an agent in this shell has started. */
async function started(shell: Shell, words: string[]): Promise<string[]> {
  const log = fs.mkdtempSync(join(HOME, 'log-'));
  const busybox = join(log, 'busybox');
  fs.writeFileSync(busybox, `#!/bin/sh\necho "$1" >>${log}/names\nexec ${BUSYBOX} "$@"\n`, { mode: 0o755 });
  fs.writeFileSync(`${log}/names`, '');
  const interpreter = shell.name === 'installed' ? [BUSYBOX!, 'sh'] : shell.argv.slice(0, shell.argv.indexOf('-c'));
  await new Run([...interpreter, '-c', SCRIPT, busybox, ...words]).outcome;
  return fs.readFileSync(`${log}/names`, 'utf8').split('\n').filter(name => name !== '');
}

(BUSYBOX ? describe : describe.skip)('between two tries', () => {
  test('no program is started in a shell of busybox, nor by the clock', async () => {
    const programs = await each(shell => started(shell, [...TWO_SECONDS, ...wait('file', '/no/such')]));
    for (const shell of SHELLS) {
      if (reads(shell)) expect(programs[shell.name]).toEqual([]);
      else expect(new Set(programs[shell.name])).toEqual(new Set(['sleep']));
    }
  });

  test('the agent rests: it never spins, and it tries often enough', async () => {
    const programs = await each(shell => started(shell, [...TWO_SECONDS, ...wait('tcp', '127.0.0.2', '1')]));
    const tries = Object.fromEntries(SHELLS.map(({ name }) => [name, programs[name].filter(program => program === 'nc').length]));
    // Two to four seconds: 100 tries at 20 ms and what a try takes, 64 at 28 ms, then some at 100 ms; fewer on a machine that is busy.
    expect(tries).toEqual(Object.fromEntries(SHELLS.map(({ name }) => [name, between(15, 175)])));
  });

  test('SIGTERM ends it at once, also in the half second between two tries of https', async () => {
    for (const shell of SHELLS.filter(reads)) {
      const obeyed: number[] = [];
      for (let count = 0; count < 7; count++) {
        const outcome = await new Run([...shell.argv, ...wait('http', 'https://127.0.0.2:1/', '200-399')]).kill('SIGTERM');
        expect(outcome).toMatchObject({ code: 143, stderr: '', left: [] });
        obeyed.push(outcome.obeyed);
      }
      // One that slept on would take 0.25 s on the average.
      expect(obeyed.sort((a, b) => a - b)[3]).toBeLessThan(0.12);
    }
  });
});

describe('what the agent reads from', () => {
  test('is not open in the command behind a gate, nor in one that checks', async () => {
    const alone = await each(() => new Run(openFiles).outcome);
    const behind = await inEveryShell([...wait('file', '/'), '--', ...openFiles]);
    const asked = await inEveryShell(wait('blocking', ...openFiles));
    for (const { name } of SHELLS) {
      expect(behind[name].stdout).toBe(alone[name].stdout);
      expect(asked[name].stdout).toBe(alone[name].stdout);
    }
  });

  test('needs nothing on stdin, and takes nothing from it', async () => {
    expect(await inEveryShell([...TWO_SECONDS, ...wait('file', '/no/such')], { stdin: 'closed' })).toEqual(everywhere({ code: 124, seconds: between(2, 6) }));
  });
});

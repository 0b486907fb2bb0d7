import * as fs from 'fs';
import { join } from 'path';
import { between, BUSYBOX, each, everywhere, HOME, inEveryShell, pause, Run, Shell, SHELLS, until } from './shells';

// The lock that tells whether a container lives. Each test runs the agent in every shell of the machine at once.

const path = (name: string) => (shell: Shell) => join(HOME, `${name}.${shell.name}`);
const sh = (script: string, ...args: string[]) => ['--', '/bin/sh', '-c', script, ...args];
const unlocked = (file: string) => [`--unlocked=${file}`];

/** The tool that locks is busybox's. */
const withBusybox = BUSYBOX ? describe : describe.skip;

afterAll(() => { fs.rmSync(HOME, { recursive: true }); });

withBusybox('the lock of a gate', () => {
  test('holds up who waits for it until the command has ended, and no longer', async () => {
    const file = path('gate');
    const held = each(async shell => {
      const run = new Run([...shell.argv, `--lock=${file(shell)}`, ...sh('sleep 1.5')]);
      await until(() => run.processes().length > 0 && fs.existsSync(file(shell)), 'the lock is made');
      await pause(300);
      const start = Date.now();
      const waited = await new Run([...shell.argv, ...unlocked(file(shell))]).outcome;
      const [seconds] = [(Date.now() - start) / 1000];
      return { ...waited, seconds, ended: (await run.outcome).code };
    });
    expect(await held).toEqual(everywhere({ code: 0, stderr: '', seconds: between(0.7, 1.6), ended: 0 }));
  });

  test('is let go of when the command is killed', async () => {
    const file = path('killed');
    const outcomes = await each(async shell => {
      const run = new Run([...shell.argv, `--lock=${file(shell)}`, ...sh('exec sleep 61')]);
      await until(() => fs.existsSync(file(shell)), 'the lock is made');
      await pause(300);
      const waiting = new Run([...shell.argv, ...unlocked(file(shell))]).outcome;
      await pause(300);
      run.processes().forEach(pid => process.kill(pid, 'SIGKILL'));
      await run.outcome;
      return waiting;
    });
    expect(outcomes).toEqual(everywhere({ code: 0, seconds: between(0.25, 1.5) }));
  });

  test('lets several wait at once', async () => {
    const file = path('several');
    const outcomes = await each(async shell => {
      const run = new Run([...shell.argv, `--lock=${file(shell)}`, ...sh('sleep 1')]);
      await until(() => fs.existsSync(file(shell)), 'the lock is made');
      await pause(200);
      const all = await Promise.all([1, 2, 3].map(() => new Run([...shell.argv, ...unlocked(file(shell))]).outcome));
      await run.outcome;
      return { ...all[0], codes: all.map(o => o.code), shortest: Math.min(...all.map(o => o.seconds)) };
    });
    expect(outcomes).toEqual(everywhere({ codes: [0, 0, 0], shortest: between(0.4, 1.2) }));
  });

  test('can be waited for by another user, whatever the umask of the one who locks', async () => {
    const folder = fs.mkdtempSync(join(HOME, 'users-'));
    fs.chmodSync(folder, 0o1777);
    const outcomes = await each(async shell => {
      const file = join(folder, shell.name);
      const run = new Run(['/bin/sh', '-c', 'umask 077; exec "$@"', 'sh', ...shell.argv, `--lock=${file}`, ...sh('sleep 1')], { uid: 12345 });
      await until(() => fs.existsSync(file), 'the lock is made');
      await pause(200);
      const waited = await new Run([...shell.argv, ...unlocked(file)], { uid: 54321 }).outcome;
      await run.outcome;
      return waited;
    });
    expect(outcomes).toEqual(everywhere({ code: 0, stderr: '', seconds: between(0.4, 1.2) }));
  });

  test('that cannot be taken keeps nobody from starting', async () => {
    expect(await inEveryShell(['--lock=/no/such/folder/lock', ...sh('echo runs')])).toEqual(everywhere({
      code: 0, stdout: 'runs\n', stderr: "wait-agent: cannot lock '/no/such/folder/lock'\n",
    }));
  });
});

withBusybox('a file that nobody locks', () => {
  test('holds up nobody, whether it is there or not', async () => {
    const file = path('free');
    SHELLS.forEach(shell => fs.writeFileSync(file(shell), ''));
    expect(await inEveryShell(shell => unlocked(file(shell)))).toEqual(everywhere({ code: 0, stderr: '', seconds: between(0, 0.6) }));
    expect(await inEveryShell(unlocked('/no/such/file'))).toEqual(everywhere({ code: 0, stderr: '', seconds: between(0, 0.6) }));
  });

  test("lets the user's own hook run behind it", async () => {
    expect(await inEveryShell([...unlocked('/no/such/file'), '--run-first=3', '/bin/sh', '-c', 'echo drained'])).toEqual(everywhere({ code: 0, stdout: 'drained\n' }));
  });
});

withBusybox('the lock that a hook leaves behind', () => {
  test('is there when the hook has ended, and lives as long as one process does', async () => {
    const file = path('left');
    const outcomes = await each(async shell => {
      const hook = new Run([...shell.argv, `--leave-lock=${file(shell)}`]);
      // The output is closed, or the hook would hang: its end is waited for with that.
      await pause(700);
      const keepers = hook.processes();
      const waiting = new Run([...shell.argv, ...unlocked(file(shell))]).outcome;
      await pause(500);
      const start = Date.now();
      keepers.forEach(pid => process.kill(pid, 'SIGKILL'));
      const waited = await waiting;
      const obeyed = (Date.now() - start) / 1000;
      const { code, stderr } = await hook.outcome;
      return { ...waited, keepers: keepers.length, code, stderr, obeyed };
    });
    expect(outcomes).toEqual(everywhere({ code: 0, stderr: '', keepers: 1, seconds: between(0.45, 1.5), obeyed: between(0, 0.7) }));
  });
});

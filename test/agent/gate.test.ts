import { spawnSync } from 'child_process';
import * as fs from 'fs';
import { join } from 'path';
import { between, each, everywhere, HOME, inEveryShell, killedInEveryShell, pause, Run, Shell, SHELLS } from './shells';

// The agent in front of a container's own command. Each test runs it in every shell of the machine at once.

const wait = (...words: string[]) => ['--for=db', `--words=${words.length}`, ...words];
const path = (name: string) => (shell: Shell) => join(HOME, `${name}.${shell.name}`);
const sh = (script: string, ...args: string[]) => ['--', '/bin/sh', '-c', script, ...args];

afterAll(() => { fs.rmSync(HOME, { recursive: true }); });

describe('the command behind a gate', () => {
  test('runs when all checks have passed, and not before', async () => {
    const there = path('there');
    const ran = path('ran');
    const waiting = inEveryShell(s => [...wait('file', there(s)), ...sh(': >"$0"', ran(s))]);
    await pause(500);
    expect(SHELLS.filter(s => fs.existsSync(ran(s)))).toEqual([]);
    SHELLS.forEach(s => fs.writeFileSync(there(s), ''));
    expect(await waiting).toEqual(everywhere({ code: 0 }));
    expect(SHELLS.filter(s => !fs.existsSync(ran(s)))).toEqual([]);
  });

  test.each([0, 1, 42, 124, 143, 255])('gives its exit code %d', async code => {
    expect(await inEveryShell([...wait('file', '/'), ...sh(`exit ${code}`)])).toEqual(everywhere({ code }));
  });

  test('that dies of a signal is seen to die of it', async () => {
    expect(await inEveryShell([...wait('file', '/'), ...sh('kill -KILL $$')])).toEqual(everywhere({ code: null, signal: 'SIGKILL' }));
  });

  test('gets its words byte for byte, whatever they look like', async () => {
    const words = ['$(HOME)', '$$', '--', '--words=3', '', ' ', '\n', "'", '"', '*', '\\', '-n', 'é\u{1f600}'];
    expect(await inEveryShell([...wait('file', '/'), ...sh('printf "%s\\0" "$@"', 'sh', ...words)]))
      .toEqual(everywhere({ code: 0, stdout: words.map(w => `${w}\0`).join('') }));
  });

  test('takes the place of the agent: the same process, no child of the agent, no signal of its clock', async () => {
    const outcome = await each(async shell => {
      const run = new Run([...shell.argv, ...wait('file', '/'), ...sh('sleep 2.5; echo "$$"')]);
      await pause(1500);
      const alive = run.processes().length;
      return { ...await run.outcome, alive };
    });
    // The shell and its sleep.
    expect(outcome).toEqual(everywhere({ code: 0, alive: 2, stdout: expect.stringMatching(/^\d+\n$/) }));
  });

  test('has no signal ignored or blocked, and nothing of the agent in its environment', async () => {
    const masks = (words: string[]) => inEveryShell([...words, ...sh('grep -E "^Sig(Blk|Ign)" /proc/self/status; env -0 | sort -z'
      + ' | grep -zvE "^(STARTUP_ORDER_TEST|_|PWD|OLDPWD|SHLVL)="')]);
    const [behind, alone] = [await masks(wait('file', '/')), await each(() => new Run(sh('grep -E "^Sig(Blk|Ign)" /proc/self/status; env -0 | sort -z'
      + ' | grep -zvE "^(STARTUP_ORDER_TEST|_|PWD|OLDPWD|SHLVL)="').slice(1)).outcome)];
    for (const shell of SHELLS) { expect(behind[shell.name].stdout).toBe(alone[shell.name].stdout); }
  });

  test('ends with SIGTERM as it does without a gate', async () => {
    const outcome = await killedInEveryShell('SIGTERM', [...wait('file', '/'), ...sh('trap "echo bye; exit 7" TERM; while :; do sleep 0.05; done')]);
    expect(outcome).toEqual(everywhere({ code: 7, stdout: 'bye\n', obeyed: between(0, 1) }));
  });

  test.each([['/no/such/program', 127], ['/etc', 126]])('that is %s gives %d', async (program, code) => {
    expect(await inEveryShell([...wait('file', '/'), '--', program])).toEqual(everywhere({ code }));
  });

  test('reads what stands on stdin', () => {
    for (const shell of SHELLS) {
      const [file, ...args] = [...shell.argv, ...wait('file', '/'), '--', '/bin/cat'];
      expect(spawnSync(file, args, { input: 'all of it\n', encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'all of it\n' });
    }
  });
});

describe('a command whose end is marked', () => {
  const end = path('end');
  const runs = (...words: string[]) => inEveryShell(s => [`--reset=${end(s)}`, `--ends=${end(s)}`, ...words]);
  const marks = () => Object.fromEntries(SHELLS.map(s => [s.name, fs.readFileSync(end(s), 'utf8')]));
  const said = (text: string) => Object.fromEntries(SHELLS.map(s => [s.name, text]));

  test.each([
    [0, "# nothing yet\nCOMPLETED='true'\nEXITED='true'\n"],
    [42, "# nothing yet\nEXITED='true'\n"],
    [143, "# nothing yet\nEXITED='true'\n"],
  ])('gives its exit code %d', async (code, text) => {
    expect(await runs(...sh(`exit ${code}`))).toEqual(everywhere({ code }));
    expect(marks()).toEqual(said(text));
  });

  test('that dies of a signal gives 128 and the signal, as a container does', async () => {
    expect(await runs(...sh('kill -KILL $$'))).toEqual(everywhere({ code: 137 }));
    expect(marks()).toEqual(said("# nothing yet\nEXITED='true'\n"));
  });

  test('is not marked before it has ended', async () => {
    const running = runs(...sh('sleep 1'));
    await pause(500);
    expect(marks()).toEqual(said('# nothing yet\n'));
    expect(await running).toEqual(everywhere({ code: 0 }));
  });

  test.each(['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const)('gets %s', async signal => {
    const name = signal.slice(3);
    const outcome = await killedInEveryShell(signal, [...wait('file', '/'), `--ends=${HOME}/ignored`, ...sh(`trap "echo ${name}; exit 7" ${name}; while :; do sleep 0.05; done`)]);
    expect(outcome).toEqual(everywhere({ code: 7, stdout: `${name}\n`, obeyed: between(0, 1) }));
  });

  test.each([['/no/such/program', 127], ['/etc', 126]])('that is %s gives %d', async (program, code) => {
    expect(await runs('--', program)).toEqual(everywhere({ code }));
  });

  test('reads what stands on stdin, and gets its words byte for byte', () => {
    for (const shell of SHELLS) {
      const [file, ...args] = [...shell.argv, `--ends=${end(shell)}`, '--', '/bin/sh', '-c', 'cat; printf "%s|" "$@"', 'sh', '$(HOME)', '', ' *'];
      expect(spawnSync(file, args, { input: 'all of it\n', encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'all of it\n$(HOME)|| *|' });
    }
  });
});

describe('a mark that is waited for', () => {
  const marker = path('marker');
  const opens = (shell: Shell, ...failed: string[]) => [...wait('mark', 'COMPLETED', marker(shell), ...failed), ...sh('echo ran')];

  test('opens the gate', async () => {
    SHELLS.forEach(s => fs.writeFileSync(marker(s), '# nothing yet\n'));
    const waiting = inEveryShell(s => opens(s));
    await pause(500);
    SHELLS.forEach(s => fs.appendFileSync(marker(s), "EXITED='true'\nCOMPLETED='true'\n"));
    expect(await waiting).toEqual(everywhere({ code: 0, stdout: 'ran\n' }));
  });

  test('is not there before its file is, nor is another its own', async () => {
    SHELLS.forEach(s => fs.rmSync(marker(s), { force: true }));
    const waiting = inEveryShell(s => ['--timeout=1', '--on-timeout=fail', ...opens(s)]);
    await pause(500);
    SHELLS.forEach(s => fs.writeFileSync(marker(s), "EXITED='true'\nNOT_COMPLETED='true'\nCOMPLETED='false'\n"));
    expect(await waiting).toEqual(everywhere({ code: 124, stdout: '' }));
  });

  test('that will never come ends the wait, and the agent says so', async () => {
    SHELLS.forEach(s => fs.writeFileSync(marker(s), "# nothing yet\nEXITED='true'\n"));
    expect(await inEveryShell(s => opens(s, 'EXITED'))).toEqual(everywhere({ code: 1, stdout: '', stderr: "wait-agent: 'db' is EXITED, not COMPLETED\n" }));
  });

  test('that came with the other one is there', async () => {
    SHELLS.forEach(s => fs.writeFileSync(marker(s), "COMPLETED='true'\nEXITED='true'\n"));
    expect(await inEveryShell(s => opens(s, 'EXITED'))).toEqual(everywhere({ code: 0, stdout: 'ran\n' }));
  });
});

describe('while the gate waits', () => {
  test('SIGTERM ends it, and the command never runs', async () => {
    expect(await killedInEveryShell('SIGTERM', [...wait('file', '/no/such'), ...sh('echo ran')])).toEqual(everywhere({ code: 143, stdout: '', obeyed: between(0, 0.5) }));
  });

  test('a deadline ends it, or lets the command go on, as asked', async () => {
    const after = (what: string) => inEveryShell(['--timeout=1', `--on-timeout=${what}`, ...wait('file', '/no/such'), ...sh('echo ran')]);
    expect(await after('fail')).toEqual(everywhere({ code: 124, stdout: '' }));
    expect(await after('continue')).toEqual(everywhere({ code: 0, stdout: 'ran\n' }));
  });
});

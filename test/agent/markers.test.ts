import { spawnSync } from 'child_process';
import * as fs from 'fs';
import { join } from 'path';
import { between, BUSYBOX, each, everywhere, HOME, inEveryShell, pause, Run, Shell, SHELLS, until } from './shells';
import { INSTALL_SCRIPT, SCRIPT } from '../../src/agent/script';

// Marker files: what the kubelet reads (KEP-3721), what the agent writes. Each test runs the agent in every shell of the machine at once.

/** A wait of one second, which ends with a failure. */
const ONE_SECOND = ['--timeout=1', '--on-timeout=fail'];
const DONE = { code: 0, stdout: '', stderr: '' };
const NOTHING_YET = '# nothing yet\n';

/** A marker file, and another file that a check may wait for, for each test and shell. */
const marker = (test: string) => (shell: Shell) => join(HOME, `${test}.${shell.name}`);
const contents = async (path: (shell: Shell) => string) => each(async shell => fs.readFileSync(path(shell), 'utf8'));
const said = (text: string) => Object.fromEntries(SHELLS.map(shell => [shell.name, text]));
const wait = (...words: string[]) => ['--for=db', `--words=${words.length}`, ...words];

afterAll(() => { fs.rmSync(HOME, { recursive: true }); });

/** kubelet 1.35–1.37, util/env/env_util.go ParseEnv: `KEY='value'` lines, comments; all else is an error. */
function valueOf(key: string, text: string): string | undefined {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  for (const line of lines) {
    const [, name, value] = /^([^=\s]+)='([^']*)'$/.exec(line) ?? [];
    if (name === undefined) { throw new Error(`the kubelet refuses the line ${line}`); }
    if (name === key) { return value; }
  }
  return undefined;
}

describe('a mark', () => {
  test('is made when all checks before it have passed, and not before', async () => {
    const file = marker('mark');
    const there = marker('there');
    const waiting = inEveryShell(shell => [`--reset=${file(shell)}`, ...wait('file', there(shell)), `--mark=READY:${file(shell)}`]);
    await pause(600);
    expect(await contents(file)).toEqual(said(NOTHING_YET));
    SHELLS.forEach(shell => fs.writeFileSync(there(shell), ''));
    expect(await waiting).toEqual(everywhere(DONE));
    for (const text of Object.values(await contents(file))) { expect(valueOf('READY', text)).toBe('true'); }
  });

  test('stands beside others in one file', async () => {
    const file = marker('two');
    expect(await inEveryShell(s => [`--reset=${file(s)}`, `--mark=RUNNING:${file(s)}`, ...wait('file', '/'), `--mark=READY:${file(s)}`])).toEqual(everywhere(DONE));
    expect(await contents(file)).toEqual(said(`${NOTHING_YET}RUNNING='true'\nREADY='true'\n`));
  });

  test('is not made by a wait that gives up, which is no failure for a hook', async () => {
    const file = marker('late');
    const outcome = await inEveryShell(s =>
      [`--reset=${file(s)}`, '--timeout=1', '--on-timeout=continue', ...wait('file', '/no/such'), `--mark=READY:${file(s)}`]);
    expect(outcome).toEqual(everywhere({ code: 0, seconds: between(1, 3.5) }));
    expect(await contents(file)).toEqual(said(NOTHING_YET));
  });

  test('that is looked for, and is not there, leaves out the waits and marks behind it; one that is there does not', async () => {
    const [own, other] = [marker('own'), marker('other')];
    const looks = (s: Shell) => [`--reset=${own(s)}`, '--timeout=9', '--on-timeout=continue', `--mark=RUNNING:${own(s)}`, `--if=RUNNING:${other(s)}`];
    const run = () => inEveryShell(s => [...looks(s), ...wait('file', '/'), `--mark=READY:${own(s)}`]);
    expect(await inEveryShell(s => [...looks(s), ...wait('file', '/no/such'), `--mark=READY:${own(s)}`])).toEqual(everywhere({ ...DONE, seconds: between(0, 2) }));
    expect(await run()).toEqual(everywhere(DONE));
    expect(await contents(own)).toEqual(said(`${NOTHING_YET}RUNNING='true'\n`));
    SHELLS.forEach(s => fs.writeFileSync(other(s), "RUNNING='true'\n"));
    expect(await run()).toEqual(everywhere(DONE));
    expect(await contents(own)).toEqual(said(`${NOTHING_YET}RUNNING='true'\nREADY='true'\n`));
  });

  test('of another container waits behind one that has been made', async () => {
    const file = marker('first');
    const other = marker('second');
    const outcome = await inEveryShell(s => [
      '--timeout=1', '--on-timeout=continue', ...wait('file', '/'), `--mark=READY:${file(s)}`, ...wait('file', '/no/such'), `--mark=READY:${other(s)}`,
    ]);
    expect(outcome).toEqual(everywhere({ code: 0 }));
    expect(await contents(file)).toEqual(said("READY='true'\n"));
    expect(SHELLS.filter(s => fs.existsSync(other(s)))).toEqual([]);
  });

  test('that cannot be made is a failure', async () => {
    const outcome = await inEveryShell(['--mark=READY:/no/such/folder/db']);
    expect(outcome).toEqual(everywhere({ code: 1, stderr: expect.stringContaining('/no/such/folder/db') }));
    expect(await inEveryShell(['--reset=/no/such/folder/db'])).toEqual(everywhere({ code: 1 }));
  });
});

describe('a reset', () => {
  test('takes away the marks of the run before, and comes before the user\'s own hook', async () => {
    const file = marker('reset');
    SHELLS.forEach(shell => fs.writeFileSync(file(shell), "READY='true'\n"));
    const look = ['/bin/sh', '-c', 'cat "$0"'];
    const outcome = await inEveryShell(s => [`--reset=${file(s)}`, '--run-first=4', ...look, file(s)]);
    expect(outcome).toEqual(everywhere({ ...DONE, stdout: NOTHING_YET }));
  });
});

describe('a blocking command that fails', () => {
  test('with --retry is tried again, as it is only not ready', async () => {
    const file = marker('retry');
    const failsOnce = (shell: Shell) => ['/bin/sh', '-c', 'test -e "$0" || { : >"$0"; exit 7; }', file(shell)];
    expect(await inEveryShell(s => ['--retry', ...wait('blocking', ...failsOnce(s))])).toEqual(everywhere({ ...DONE, seconds: between(1, 3) }));
  });

  test('with --retry is given up at the deadline', async () => {
    const outcome = await inEveryShell(['--retry', '--timeout=2', '--on-timeout=fail', ...wait('blocking', '/bin/false')]);
    expect(outcome).toEqual(everywhere({ code: 124, seconds: between(2, 5) }));
  });
});

describe('an agent that ends at once', () => {
  test('does so when the mark is there, and waits when it is not', async () => {
    const file = marker('unless');
    const words = (s: Shell) => [`--unless=READY:${file(s)}`, ...ONE_SECOND, ...wait('file', '/no/such')];
    SHELLS.forEach(shell => fs.writeFileSync(file(shell), NOTHING_YET));
    expect(await inEveryShell(words)).toEqual(everywhere({ code: 124 }));
    SHELLS.forEach(shell => fs.writeFileSync(file(shell), `${NOTHING_YET}READY='true'\n`));
    expect(await inEveryShell(words)).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
  });
});

(BUSYBOX ? describe : describe.skip)('an agent that stays behind', () => {
  const shell = SHELLS.find(s => s.name === 'installed')!;

  test('goes on when the one that left it has ended and let go of its output, and makes the mark', async () => {
    const [file, there] = [marker('linger')(shell), marker('linger-there')(shell)];
    const words = [`--unless=READY:${file}`, ...wait('file', there), `--mark=READY:${file}`];
    const started = await new Run([...shell.argv, `--reset=${file}`, ...ONE_SECOND.map(w => w.replace('=fail', '=continue')), ...wait('file', there),
      `--mark=READY:${file}`, `--linger=${words.length}`, ...words]).outcome;
    expect(started).toMatchObject({ code: 0, seconds: between(1, 3.5), left: expect.arrayContaining([expect.stringContaining('wait-agent')]) });
    expect(fs.readFileSync(file, 'utf8')).toBe(NOTHING_YET);
    fs.writeFileSync(there, '');
    await until(() => fs.readFileSync(file, 'utf8') === `${NOTHING_YET}READY='true'\n`, 'the agent makes the mark');
  });

  test('ends at once when there is nothing left to do', async () => {
    const file = marker('linger-done')(shell);
    const words = [`--unless=READY:${file}`, ...wait('file', '/no/such')];
    expect(await new Run([...shell.argv, `--mark=READY:${file}`, `--linger=${words.length}`, ...words]).outcome).toMatchObject({ ...DONE, left: [] });
  });
});

(BUSYBOX ? test : test.skip)('an agent whose busybox is gone ends, and does not spin', async () => {
  const folder = join(HOME, 'gone');
  fs.mkdirSync(folder);
  spawnSync(BUSYBOX!, ['sh', '-c', INSTALL_SCRIPT, BUSYBOX!, folder, SCRIPT]);
  const waiting = new Run([join(folder, 'wait-agent'), ...wait('file', '/no/such')]).outcome;
  await pause(500);
  fs.rmSync(folder, { recursive: true });
  expect(await waiting).toMatchObject({ code: 127, left: [] });
});

describe('each --timeout begins a new clock', () => {
  test('which 0 stops', async () => {
    const outcome = await inEveryShell(['--timeout=1', '--on-timeout=fail', ...wait('file', '/'), '--timeout=0', '--on-timeout=fail', ...wait('delay', '2.5')]);
    expect(outcome).toEqual(everywhere({ ...DONE, seconds: between(2.5, 5) }));
  });
});

describe('a readiness probe that holds', () => {
  const probe = (file: string) => [`--hold=READY:${file}`, ...wait('file', '/'), `--mark=READY:${file}`];

  test('returns at once when it has made the mark, and once more; then it sleeps, until it is ended', async () => {
    const file = marker('hold');
    const first = await inEveryShell(s => probe(file(s)));
    expect(first).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
    expect(await inEveryShell(s => probe(file(s)))).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
    expect(await contents(file)).toEqual(said("READY='true'\n"));
    const sleeping = await each(shell => new Run([...shell.argv, ...probe(file(shell))]).kill('SIGTERM'));
    expect(sleeping).toEqual(everywhere({ code: 143, obeyed: between(0, 0.5) }));
  });

  test('returns at once when nobody has probed for some seconds: the kubelet is a new one', async () => {
    const file = marker('restart');
    SHELLS.forEach(shell => {
      fs.writeFileSync(file(shell), "READY='true'\n");
      fs.writeFileSync(`${file(shell)}.probed`, '5\n');
    });
    expect(await inEveryShell(s => probe(file(s)))).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
    expect(Object.values(await each(async s => fs.readFileSync(`${file(s)}.probed`, 'utf8'))).every(t => Number(t) > 5)).toBe(true);
  });

  test('waits while there is no mark, or no file', async () => {
    const file = marker('empty');
    SHELLS.forEach((shell, i) => { if (i % 2) { fs.writeFileSync(file(shell), NOTHING_YET); } });
    const outcome = await inEveryShell(s => [`--hold=READY:${file(s)}`, '--timeout=1', '--on-timeout=fail', ...wait('file', '/no/such'), `--mark=READY:${file(s)}`]);
    expect(outcome).toEqual(everywhere({ code: 124 }));
  });

  test('begins anew after a reset', async () => {
    const file = marker('anew');
    await inEveryShell(s => probe(file(s)));
    await inEveryShell(s => probe(file(s)));
    expect(await inEveryShell(s => [`--reset=${file(s)}`])).toEqual(everywhere(DONE));
    expect(await inEveryShell(s => probe(file(s)))).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
    expect(await inEveryShell(s => probe(file(s)))).toEqual(everywhere({ ...DONE, seconds: between(0, 1) }));
  });
});

(BUSYBOX ? describe : describe.skip)('the installer', () => {
  const install = (folder: string, ...markers: string[]) =>
    spawnSync(BUSYBOX!, ['sh', '-c', INSTALL_SCRIPT, BUSYBOX!, folder, SCRIPT, ...markers], { encoding: 'utf8' });

  test('makes marker files that everybody may write, without a key, and empties those of an earlier sandbox', () => {
    const folder = join(HOME, 'installed-markers');
    fs.mkdirSync(folder);
    const [db, proxy] = [join(folder, 'db'), join(folder, 'my proxy')];
    fs.writeFileSync(db, "READY='true'\n", { mode: 0o600 });
    fs.writeFileSync(`${db}.probed`, '1\n');
    expect(install(folder, db, proxy)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    for (const file of [db, proxy]) {
      expect(fs.readFileSync(file, 'utf8')).toBe(NOTHING_YET);
      expect(fs.statSync(file).mode.toString(8).slice(-3)).toBe('666');
    }
    expect([fs.readFileSync(`${db}.probed`, 'utf8'), fs.statSync(`${db}.probed`).mode.toString(8).slice(-3)]).toEqual(['', '666']);
  });
});

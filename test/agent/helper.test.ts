import * as fs from 'fs';
import { join } from 'path';
import { closeServers, http, REFUSED } from './servers';
import { between, each, everywhere, HOME, inEveryShell, pause, Run, Shell, SHELLS } from './shells';

// The agent in front of a helper, which it ends when others have ended. Each test runs it in every shell of the machine at once.

const path = (name: string) => (shell: Shell) => join(HOME, `${name}.${shell.name}`);
const sh = (script: string, ...args: string[]) => ['--', '/bin/sh', '-c', script, ...args];
const OBEYS = sh('trap "exit 42" TERM; while :; do sleep 0.05; done');

afterAll(() => { fs.rmSync(HOME, { recursive: true }); });

test('it gets SIGTERM when all marks are there, and its exit code does not count', async () => {
  const [a, b] = [path('a'), path('b')];
  const runs = each(shell => new Run([...shell.argv, `--until=EXITED:${a(shell)}`, `--until=COMPLETED:${b(shell)}`, ...OBEYS]).outcome);
  SHELLS.forEach(s => fs.writeFileSync(a(s), "EXITED='true'\n"));
  SHELLS.forEach(s => fs.writeFileSync(b(s), "EXITED='true'\n"));
  await pause(1500);
  SHELLS.forEach(s => fs.appendFileSync(b(s), "COMPLETED='true'\n"));
  expect(await runs).toEqual(everywhere({ code: 0, stderr: '', seconds: between(1.4, 2.6) }));
});

test('one that ends by itself before gives its exit code, and nothing of the agent is left', async () => {
  expect(await inEveryShell(['--until=EXITED:/no/such', ...sh('exit 9')])).toEqual(everywhere({ code: 9, stderr: '' }));
  expect(await inEveryShell(['--until=EXITED:/no/such', ...sh('exit 0')])).toEqual(everywhere({ code: 0, stderr: '' }));
});

test('SIGTERM reaches it, and its exit code is the one that counts', async () => {
  expect(await each(shell => new Run([...shell.argv, '--until=EXITED:/no/such', ...OBEYS]).kill('SIGTERM'))).toEqual(everywhere({ code: 42, obeyed: between(0, 0.8) }));
});

test('it may wait before it starts, and mark its own end', async () => {
  const [there, ends] = [path('there'), path('ends')];
  SHELLS.forEach(s => fs.writeFileSync(there(s), "EXITED='true'\n"));
  SHELLS.forEach(s => fs.writeFileSync(ends(s), ''));
  const outcome = await inEveryShell(s => ['--for=db', '--words=2', 'file', '/', `--ends=${ends(s)}`, `--until=EXITED:${there(s)}`, ...OBEYS]);
  expect(outcome).toEqual(everywhere({ code: 0, stderr: '' }));
  expect(new Set(SHELLS.map(s => fs.readFileSync(ends(s), 'utf8')))).toEqual(new Set(["COMPLETED='true'\nEXITED='true'\n"]));
});

test('its stdin is its own, and no file of the agent is open in it', async () => {
  const files = 'cat; for fd in 0 1 2 3 4 9; do [ ! -e "/proc/$$/fd/$fd" ] || printf "%s " "$fd"; done';
  expect(await inEveryShell(['--until=EXITED:/no/such', ...sh(files)])).toEqual(everywhere({ code: 0, stdout: '0 1 2 ' }));
});

describe('a command behind which the proxy of a mesh ends', () => {
  const proxy = () => http((request, response) => { asked.push(`${request.method} ${request.url}`); response.end(); });
  const asked: string[] = [];
  beforeEach(() => { asked.length = 0; });
  afterAll(closeServers);

  test('has it asked when all the others have ended, too, and its own exit code stays', async () => {
    const { port } = await proxy();
    const [own, other] = [path('own'), path('other')];
    SHELLS.forEach(s => fs.writeFileSync(own(s), ''));
    SHELLS.forEach(s => fs.writeFileSync(other(s), "EXITED='true'\n"));
    const words = (s: Shell) => [`--ends=${own(s)}`, `--quit=http://127.0.0.1:${port}/quit`, `--behind=EXITED:${own(s)}`, `--behind=EXITED:${other(s)}`];
    const withTools = SHELLS.filter(s => s.argv.some(w => w.includes('busybox') || w.includes('wait-agent')));
    const outcomes = await Promise.all(withTools.map(s => new Run([...s.argv, ...words(s), ...sh('exit 7')]).outcome));
    expect(outcomes.map(o => [o.code, o.left])).toEqual(withTools.map(() => [7, []]));
    expect(asked).toEqual(withTools.map(() => 'POST /quit'));
  });

  test('does not have it asked while another still runs', async () => {
    const { port } = await proxy();
    const own = path('alone');
    SHELLS.forEach(s => fs.writeFileSync(own(s), ''));
    const words = (s: Shell) => [`--ends=${own(s)}`, `--quit=http://127.0.0.1:${port}/quit`, `--behind=EXITED:${own(s)}`, '--behind=EXITED:/no/such'];
    expect(await inEveryShell(s => [...words(s), ...sh('exit 0')])).toEqual(everywhere({ code: 0, stderr: '' }));
    expect(asked).toEqual([]);
  });

  test('ends all the same when nobody answers', async () => {
    const own = path('deaf');
    SHELLS.forEach(s => fs.writeFileSync(own(s), ''));
    const words = (s: Shell) => [`--ends=${own(s)}`, `--quit=http://${REFUSED.join(':')}/quit`, `--behind=EXITED:${own(s)}`];
    expect(await inEveryShell(s => [...words(s), ...sh('exit 3')])).toEqual(everywhere({ code: 3, stderr: '', seconds: between(0, 3) }));
  });
});

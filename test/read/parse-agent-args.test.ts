import { parseAgentArgs } from '../../tools/read/parse-agent-args';
import { CHECK_OPTIONS } from '../agent/check-options';

const read = (...words: string[]) => parseAgentArgs(['/startup-order/wait', ...words])!;
const checks = (...words: string[]) => read('--for=db', ...words).waits.map(w => w.check);

/** The description of each check of the agent. */
const DESCRIPTIONS: Readonly<Record<string, readonly [words: readonly string[], check: string]>> = {
  '--tcp': [['--tcp=127.0.0.1:6379', '--try-timeout=2s'], 'TCP 127.0.0.1:6379'],
  '--http': [['--http=http://web:80/', '--header=Host: shop.example', '--status=200,204'], 'GET http://web:80/ (status 200, 204)'],
  '--dns': [['--dns=db.shop'], 'the name db.shop'],
  '--file': [['--file=/a=b'], 'the file /a=b'],
  '--file-contains': [['--file-contains=/log', '--text=is ready'], "'is ready' in the file /log"],
  '--unix-socket': [['--unix-socket=/run/csi.sock'], 'the socket /run/csi.sock'],
  '--command': [['--command=3', 'nc', '-z', '--tcp=db:1'], "the command 'nc -z --tcp=db:1'"],
  '--blocking-command': [['--blocking-command=2', '--', 'x', '--retry'], "the blocking command '-- x'"],
  '--delay': [['--delay=1.5s'], 'a delay of 1.5 s'],
  '--marked': [['--marked=db:READY'], 'the mark READY'],
  '--running': [['--running=db', '--marked=db:READY'], 'the mark READY'],
  '--exited': [['--exited=db.lock:COMPLETED', '--final'], 'its end with exit code 0'],
};

test('each check of the agent has a case', () => { expect(Object.keys(DESCRIPTIONS)).toEqual(CHECK_OPTIONS); });

test.each(Object.entries(DESCRIPTIONS))('the description of %s', (_option, [words, check]) => { expect(checks(...words)).toEqual([check]); });

test('the description of a command omits templates', () => {
  expect(checks('--command=5', 'kubectl', 'get', 'pods', '--output', `go-template={{range .items}}${'{{.status.phase}}'.repeat(9)}{{end}}`)).toEqual(["the command 'kubectl get pods --output …'"]);
});

test('a limit applies to all waits for one dependency only', () => {
  const { waits } = read('--for=db', '--continue-after=2m', '--tcp=db:1', '--dns=db', '--mark=db:READY', '--for=api', '--tcp=api:1');
  expect(waits.map(w => [w.name, w.limitSeconds, w.goesOn])).toEqual([['db', 120, true], ['db', 120, true], ['api', undefined, false]]);
});

test.each([['500ms', 0.5], ['1h', 3600], ['0s', undefined], ['soon', undefined], ['5', undefined]])('a limit of %s', (timeout, seconds) => {
  expect(read('--for=db', `--continue-after=${timeout}`, '--tcp=db:1').waits[0]).toMatchObject({ goesOn: seconds !== undefined });
  expect(read('--for=db', `--timeout=${timeout}`, '--tcp=db:1').waits[0].limitSeconds).toBe(seconds);
});

test('options of nested agents and of the command are no waits of the agent', () => {
  const { waits, command } = read('--run-first=2', '--for=x', '--tcp=x:1', '--linger=3', '--for=y', '--tcp=y:1', '--mark=y:READY', '--for=db', '--tcp=db:1', '--', '/app', '--for=z', '--tcp=z:1');
  expect([waits.map(w => w.name), command]).toEqual([['db'], ['/app', '--for=z', '--tcp=z:1']]);
});

test('a wait ends with a check, a mark, a gate, an end, or a delay', () => {
  const { waits } = read('--for=db', '--tcp=db:1', '--marked=db:READY', '--marked=db.gate:OPEN', '--exited=db.lock:EXITED', '--delay=5s');
  expect(waits.map(w => [w.sees, w.condition])).toEqual([['check', undefined], ['mark', 'READY'], ['gate', undefined], ['end', 'EXITED'], ['delay', undefined]]);
});

test('`--renew` and `--hold` begin waits for the container of the file; `--if-marked` looks at its file', () => {
  expect(read('--renew=a:READY', '--continue-after=9s', '--tcp=127.0.0.1:1').waits).toMatchObject([{ name: 'a', limitSeconds: 9, goesOn: true }]);
  expect(read('--hold=a:READY', '--tcp=127.0.0.1:1').waits).toMatchObject([{ name: 'a', goesOn: false }]);
  expect(read('--reset=a', '--if-marked=b:RUNNING', '--for=a', '--tcp=127.0.0.1:1')).toMatchObject({ looksAt: ['b'], waits: [{ name: 'a' }] });
});

test('a shell that selects the binary of the agent is the agent, and no other script', () => {
  const shell = (script: string) => parseAgentArgs(['sh', '-c', script, 'sh', '--for=db', '--timeout=9s', '--tcp=db:1']);
  expect(shell('exec /startup-order/`uname -m` "$@"')).toMatchObject({ waits: [{ name: 'db', check: 'TCP db:1', limitSeconds: 9 }] });
  expect(shell('/startup-order/`uname -m` "$@" || true')).toBeUndefined();
});

test('another program is no agent, and an agent can have no waits', () => {
  const words = ['--for=db', '--tcp=db:1'];
  expect([parseAgentArgs(['/wait', ...words]), parseAgentArgs([]), parseAgentArgs(['/wait', ...words], '/bin/wait')]).toEqual([undefined, undefined, undefined]);
  expect(parseAgentArgs(['/wait', ...words], '/wait')).toEqual(read(...words));
  expect(read('--tcp=db:1', '--command=9', 'x')).toEqual({ waits: [], looksAt: [] });
});

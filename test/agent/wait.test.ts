import { execFileSync, spawn, spawnSync } from 'child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, unlinkSync, writeFileSync, rmdirSync } from 'fs';
import * as net from 'net';
import { join } from 'path';
import { CHECK_OPTIONS } from './check-options';
import {
  AGENT, AS_PROCESS_1, childrenOf, describeAgent, describeAsRoot, expectEnd, expectReadyAfter, folder, READY, run,
  sleep, start, startAndSleep, testAlone, testBeside as test, testReleased, testUnlessEmulated, withFile,
} from './run-agent';
import { http, REFUSED, statuses, tcp } from './servers';
import { AGENT_VERSION } from '../../src/agent/contract';

describeAgent('the agent', () => {
  test.each([
    ['an unknown option', ['--bogus=1'], "argument '--bogus=1': unknown"],
    ['a word without dashes', ['tcp'], "argument 'tcp': unknown"],
    ['an empty word', [''], "argument '': unknown"],
    ['a check without --for', [REFUSED], 'needs --for=NAME before it'],
    ['a check after --then without --for', ['--for=db', '--then', REFUSED], 'needs --for=NAME before it'],
    ['an option without its value', ['--for'], 'takes a value'],
    ['a flag with a value', ['--then=1'], 'takes no value'],
    ['a duration without a unit', ['--for=db', '--timeout=60'], 'expected a duration such as 60s'],
    ['a duration of 2147483648 s, more than an int32', ['--for=db', '--timeout=2147483648s'], 'too long'],
    ['a duration of 596524 h, more than an int32 of seconds', ['--for=db', '--timeout=596524h'], 'too long'],
    ['a marker file with --fails-with, which belongs to commands', ['--for=db', '--marked=/f:READY', '--fails-with=EXITED'], 'follows no argument that it modifies'],
    ['a status for a TCP check', ['--for=db', REFUSED, '--status=200'], 'follows no argument that it modifies'],
    ['more words than there are', ['--for=db', '--command=3', 'a', 'b'], 'expected the number of words that follow'],
    ['a mark without a key', ['--mark=/file'], 'expected FILE:KEY'],
    ['a limit without --for', ['--continue-after=1s'], 'needs --for=NAME before it'],
    ['a renewal without a key', ['--renew=/file'], 'expected FILE:KEY'],
    ['-- without a command', ['--'], 'no command follows'],
    ['--ends without a command', ['--ends=/file'], 'need a command'],
    ['--file-contains without --text', ['--for=db', '--file-contains=/file'], 'needs --text'],
    ['an https URL', ['--for=web', '--http=https://web/'], 'the agent has no TLS'],
    ['an https URL of a request after the command', ['--quit=https://web/', '--', 'true'], 'the agent has no TLS'],
    ['a URL without a host', ['--for=web', '--http=http://'], 'expected http://HOST:PORT/PATH'],
    ['a URL of another protocol', ['--for=web', '--http=ftp://web/'], 'expected http://HOST:PORT/PATH'],
  ])('%s ends the agent with 2 before anything is done', withFile(async (file, _, args, message) => {
    expect(await run([`--reset=${file}`, ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(file)).toBe(false);
  }));

  test('--version alone prints the version of the contract and the build ID of the binary on stdout', async () => {
    expect(await run(['--version', '--then'])).toMatchObject({ code: 2, stdout: '' });
    const { code, stdout, stderr } = await run(['--version']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, version, id] = /^startup-order-wait (\d+), build ([0-9a-f]{40})\n$/.exec(stdout) ?? [];
    expect(Number(version)).toBe(AGENT_VERSION);
    expect(readFileSync(AGENT.at(-1)!).includes(Buffer.from(id, 'hex'))).toBe(true);
  });

  test('the longest duration that the library accepts, 2147483647 s, is valid', async () => {
    expect(await run(['--for=db', '--timeout=2147483647s', '--file=/', '--try-timeout=2147483647s'])).toMatchObject(READY);
  });

  test.each([['1500ms', 1.5], ['1.5s', 1.5], ['0.01m', 0.6]])('the duration %s is %d seconds', async (duration, seconds) => {
    const ended = await run(['--for=db', `--delay=${duration}`]);
    expect(ended).toMatchObject(READY);
    expect(ended.seconds).toBeGreaterThanOrEqual(seconds - 0.01);
    expect(ended.seconds).toBeLessThan(seconds + 1);
  });

  const CASES: Readonly<Record<string, readonly string[]>> = {
    '--tcp': [REFUSED],
    '--http': ['--http=http://127.0.0.2:1/'],
    '--dns': ['--dns=missing.invalid'],
    '--file': ['--file=/missing'],
    '--file-contains': ['--file-contains=/missing', '--text=x'],
    '--unix-socket': ['--unix-socket=/missing'],
    '--command': ['--command=1', 'false'],
    '--blocking-command': ['--blocking-command=2', 'sleep', '9'],
    '--delay': ['--delay=1h'],
    '--marked': ['--marked=/missing:READY'],
    '--running': ['--running=/missing'],
    '--exited': ['--exited=/missing:EXITED'],
  };

  test('each check of the agent has a case', () => { expect(Object.keys(CASES)).toEqual(CHECK_OPTIONS); });

  test.each(Object.entries(CASES))('a check that cannot pass: %s ends the agent with 124 after its timeout', async (_option, args) => {
    expect((await run(['--for=db', '--timeout=200ms', ...args])).code).toBe(124);
  });

  test('a TCP check passes when a server listens, by address, by name and in IPv6 notation', async () => {
    const { port } = await tcp();
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      expect(await run(['--for=db', `--tcp=${host}:${port}`])).toMatchObject(READY);
    }
  });

  test('a TCP check passes soon after a server begins to listen', async () => {
    const free = await tcp();
    free.close();
    const waiting = await startAndSleep(1, ['--for=db', `--tcp=127.0.0.1:${free.port}`]);
    await expectReadyAfter(waiting, () => tcp(undefined, free.port), 200);
  });

  test.each(['127.0.0.1', '127.0.0.1:', '127.0.0.1:0', '127.0.0.1:65536', ':80', '[::1:80'])('a TCP check rejects the address %s', async address => {
    expect((await run(['--for=db', `--tcp=${address}`])).code).toBe(2);
  });

  test.each([200, 204, 301, 399])('an HTTP check passes at the status %d', async status => {
    const { port } = await statuses(status);
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/`])).toMatchObject(READY);
  });

  test('an HTTP check waits while the status is 503', async () => {
    const { port, asked } = await statuses(503, 503, 200);
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/ready?deep=1#part`])).toMatchObject(READY);
    expect(asked).toEqual(['/ready?deep=1', '/ready?deep=1', '/ready?deep=1']);
  });

  test.each([['404', 404], ['500-503,401', 502], ['500-503,401', 401]])('an HTTP check with --status=%s passes at %d', async (wanted, status) => {
    const { port } = await statuses(200, status);
    expectEnd(await run(['--for=web', `--http=http://127.0.0.1:${port}`, `--status=${wanted}`]), 0, 1);
  });

  test('an HTTP check follows a redirect on the same host, by path and by URL', async () => {
    const { port, asked } = await http((_, response, count) => {
      const to = [`http://127.0.0.1:${port}/a/b`, 'c?d', '/e', 'login?next=http://elsewhere.example/'][count - 1];
      if (to) { response.writeHead(302, { location: to }); }
      response.end();
    });
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/`])).toMatchObject(READY);
    expect(asked).toEqual(['/', '/a/b', '/a/c?d', '/e', '/login?next=http://elsewhere.example/']);
  });

  test.each(['http', 'https'])('an HTTP check passes at a redirect to %s on another host', async scheme => {
    const { port } = await http((_, response) => response.writeHead(307, { location: `${scheme}://elsewhere.example/` }).end());
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/`])).toMatchObject(READY);
  });

  test.each<[string, (port: number) => string, string, RegExp]>([
    ['an HTTP check does not follow a redirect to https on the same host', port => `https://127.0.0.1:${port}/`, '300ms', /HTTP status 302: a redirect to 'https:.*': the agent has no TLS/],
    ['an HTTP check fails after ten redirects', () => '/again', '2s', /more than 10 redirects/],
  ])('%s', async (_title, location, limit, reason) => {
    const { port } = await http((_request, response) => response.writeHead(302, { location: location(port) }).end());
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/`, `--timeout=${limit}`])).toMatchObject({ code: 124, stderr: expect.stringMatching(reason) });
  });

  test('an HTTP check sends the given headers, and its default headers unless overridden', async () => {
    const seen: Record<string, unknown>[] = [];
    const { port } = await http((request, response) => { seen.push(request.headers); response.end(); });
    await run(['--for=web', `--http=http://127.0.0.1:${port}/`, '--header=X-Empty:', '--header=Host: shop.example', '--header=Authorization: Basic a=:b']);
    await run(['--for=web', `--http=http://127.0.0.1:${port}/`]);
    expect(seen).toEqual([
      { 'x-empty': '', 'host': 'shop.example', 'authorization': 'Basic a=:b', 'user-agent': 'startup-order', 'accept': '*/*', 'connection': 'close' },
      { 'host': `127.0.0.1:${port}`, 'user-agent': 'startup-order', 'accept': '*/*', 'connection': 'close' },
    ]);
  });

  test.each([
    ['closes the connection', (s: net.Socket) => s.end()],
    ['resets the connection', (s: net.Socket) => s.resetAndDestroy()],
    ['does not speak HTTP', (s: net.Socket) => s.write('SSH-2.0-OpenSSH\r\n\r\n')],
    ['sends headers without an end', (s: net.Socket) => s.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}`)],
    ['says nothing', () => undefined],
    ['sends a status that is no number', (s: net.Socket) => s.write('HTTP/1.1 OK\r\n\r\n')],
  ])('an HTTP check does not pass for a server that %s', async (_, greet) => {
    const { port } = await tcp(greet);
    expect((await run(['--for=web', `--http=http://127.0.0.1:${port}/`, '--try-timeout=200ms', '--timeout=500ms'])).code).toBe(124);
  });

  test('an HTTP check does not pass for a server that never stops sending headers', async () => {
    const { port } = await http(({ socket }) => {
      const more = () => { while (socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))) { /* more */ } };
      socket.on('drain', more);
      more();
    });
    expectEnd(await run(['--for=web', `--http=http://127.0.0.1:${port}/`, '--try-timeout=500ms', '--timeout=1s']), 124, 4);
  });

  test('an HTTP check passes for a response of single bytes, after 100 Continue, and with an incomplete body', async () => {
    const { port } = await tcp(socket => {
      const bytes = [...'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n'];
      const timer = setInterval(() => { const byte = bytes.shift(); if (byte) { socket.write(byte); } else { clearInterval(timer); } }, 1);
    });
    expect(await run(['--for=web', `--http=http://127.0.0.1:${port}/`])).toMatchObject(READY);
  });

  test('a file check passes soon after the path and its folders were created', async () => {
    const path = join(folder(), 'a', 'b', 'ready');
    const waiting = await startAndSleep(0.3, ['--for=config', `--file=${path}`]);
    mkdirSync(join(path, '..'), { recursive: true });
    await sleep(0.3);
    await expectReadyAfter(waiting, () => writeFileSync(path, ''), 300);
  });

  test('a file check finds a text at any position of a large file, soon after the text was written', withFile(async path => {
    writeFileSync(path, 'x'.repeat(65530));
    const waiting = await startAndSleep(0.3, ['--for=config', `--file-contains=${path}`, '--text=a [ready] $1\\n']);
    await expectReadyAfter(waiting, () => appendFileSync(path, 'a [ready] $1\\n and more'), 300);
  }));

  test('a socket check passes where a process listens, and not for a file or the socket of a killed process', async () => {
    const short = folder();
    const [socket, file, long] = ['socket', 'file', 'a'.repeat(120)].map(name => join(short, name));
    writeFileSync(file, '');
    mkdirSync(long);
    await tcp(undefined, socket);
    const leave = "require('net').createServer().listen('left', () => process.kill(process.pid, 'SIGKILL'))";
    [short, long].forEach(cwd => spawnSync(process.execPath, ['-e', leave], { cwd }));
    const check = (path: string) => run(['--for=csi', `--unix-socket=${path}`, '--timeout=200ms']);
    expect(await check(socket)).toMatchObject(READY);
    expect((await check(file)).stderr).toContain('not a Unix socket');
    expect((await check(join(short, 'left'))).stderr).toContain('Connection refused');
    expect(await check(join(long, 'left'))).toMatchObject(READY); // an address has at most 107 bytes
  });

  test('a command check runs until the command exits with 0', withFile(async file => {
    const count = ['--command=3', 'sh', '-c', `echo >>${file}; [ $(wc -l <${file}) = 3 ]`];
    expect(await run(['--for=db', ...count, '--try-timeout=30s'])).toMatchObject(READY); // on a busy machine, a shell takes more than 1 s
    expect(readFileSync(file, 'utf8')).toHaveLength(3);
  }));

  test('a command check passes its words unchanged', withFile(async file => {
    const words = ['', ' ', '*', '$(id)', '--', '--timeout=1s', 'a\nb', '"', "'", 'ü'];
    await run(['--for=db', `--command=${words.length + 4}`, 'sh', '-c', `printf '%s\\0' "$@" >${file}`, 'sh', ...words]);
    expect(readFileSync(file, 'utf8').split('\0').slice(0, -1)).toEqual(words);
  }));

  test('a try that hangs is killed with all its processes', withFile(async file => {
    const { code } = await run(['--for=db', '--command=3', 'sh', '-c', `sleep 60 & echo $! >${file}; wait`, '--try-timeout=300ms', '--timeout=300ms']);
    expect(code).toBe(124);
    await sleep(0.1); // The agent does not wait until processes exit that are not its children.
    expect(existsSync(`/proc/${readFileSync(file, 'utf8').trim()}/exe`)).toBe(false);
  }));

  test('a blocking command runs once, with its exit code; with --retry it runs until it succeeds', withFile(async file => {
    expect((await run(['--for=db', '--blocking-command=3', 'sh', '-c', `echo >>${file}; [ $(wc -l <${file}) = 2 ]`, '--retry'])).code).toBe(0);
    expect((await run(['--for=db', '--blocking-command=3', 'sh', '-c', 'sleep 0.5; exit 42'])).code).toBe(42);
    expect(await run(['--for=db', '--blocking-command=2', 'sleep', '0.3'])).toMatchObject(READY);
  }));

  test('the agent prints its dependency and the reason once, after six seconds', async () => {
    const { code, stderr } = await run(['--for=cache', REFUSED, '--timeout=8s']);
    expect(code).toBe(124);
    expect(stderr.split('\n')).toEqual([
      "startup-order: 'cache' is not ready after 6 s (tcp 127.0.0.2:1: Connection refused), waiting up to 8 s",
      "startup-order: 'cache' was not ready within 8 s (tcp 127.0.0.2:1: Connection refused), ending with exit code 124",
      '',
    ]);
  }, 20_000);

  testReleased('a wait of five seconds uses at most 0.05 s of CPU and less than 0.3 MB of memory', async () => {
    const waiting = await startAndSleep(5, ['--for=cache', REFUSED]);
    const stat = readFileSync(`/proc/${waiting.process.pid}/stat`, 'utf8').split(' ');
    const status = readFileSync(`/proc/${waiting.process.pid}/status`, 'utf8');
    expect((Number(stat[13]) + Number(stat[14])) / 100).toBeLessThanOrEqual(0.05);
    expect(Number(/VmHWM:\s+(\d+)/.exec(status)![1])).toBeLessThan(300);
  }, 20_000);

  test('a timeout ends the agent with 124, or starts the command with --continue-after', async () => {
    const late = ['--for=db', REFUSED];
    expect(await run([...late, '--timeout=200ms', '--', 'echo', 'started'])).toMatchObject({ code: 124, stdout: '' });
    expect(await run([...late, '--continue-after=200ms', '--', 'echo', 'started'])).toMatchObject({ code: 0, stdout: 'started\n', stderr: expect.stringContaining('going on without it') });
  });

  test('the limits of several dependencies are separate, and count from the start or from --then', async () => {
    const { seconds, stderr } = await run(['--for=a', REFUSED, '--continue-after=300ms', '--for=b', REFUSED, '--continue-after=500ms']);
    expect(stderr.split('\n')).toHaveLength(3);
    expect(seconds).toBeGreaterThanOrEqual(0.5);
    expect(seconds).toBeLessThan(1.5);
    expect((await run(['--for=a', '--delay=400ms', '--then', '--for=b', REFUSED, '--timeout=400ms'])).seconds).toBeGreaterThanOrEqual(0.8);
  });

  test('before a command, a dependency that goes down while the agent waits for another one is awaited again', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map(name => join(folder(), name));
    const checks = ['--for=a', `--file=${first}`, '--for=b', `--file=${second}`, '--for=c', '--continue-after=50ms', `--file=${third}`];
    const [gate, hook] = [[...checks, '--', 'echo', 'starts'], checks].map(args => { writeFileSync(first, ''); return start(args); });
    await sleep(0.5);
    unlinkSync(first);
    writeFileSync(second, '');
    expect(await hook.ended).toMatchObject({ code: 0 });
    await sleep(0.5);
    expect(gate.hasEnded()).toBe(false);
    writeFileSync(first, '');
    expect(await gate.ended).toMatchObject({ code: 0, stdout: 'starts\n', stderr: expect.stringMatching(/^[^\n]*'c' was not ready within 50 ms[^\n]*\n$/) });
  });

  test('there is no later round where only the first dependency has not been ready at once', async () => {
    const [there, passed] = ['there', 'passed'].map(name => join(folder(), name));
    const check = (name: string) => ['--for=' + name, '--command=3', 'sh', '-c', `test -e ${there} && echo ${name} >> ${passed}`];
    const gate = start([...check('a'), ...check('b'), '--', 'true']);
    await sleep(0.3);
    writeFileSync(there, '');
    expect((await gate.ended).code).toBe(0);
    expect(readFileSync(passed, 'utf8')).toBe('a\nb\n');
  });

  test('a later round counts the limits again, and repeats neither an exit nor a delay', async () => {
    const [there, lock] = ['there', 'lock'].map(name => join(folder(), name));
    writeFileSync(there, '');
    await run([`--lock=${lock}`, `--ends=${lock}`, '--', 'true']);
    const gate = start(['--for=a', `--exited=${lock}:COMPLETED`, '--for=b', '--timeout=800ms', `--file=${there}`, '--for=c', '--delay=1200ms', '--', 'echo', 'starts']);
    await sleep(0.4);
    unlinkSync(lock);
    unlinkSync(there);
    await sleep(1.1);
    expect(gate.hasEnded()).toBe(false);
    writeFileSync(there, '');
    const { seconds, ...ended } = await gate.ended;
    expect(ended).toMatchObject({ code: 0, stdout: 'starts\n' });
    expect(seconds).toBeLessThan(2.3);
  });

  test('a dependency after its limit loses its remaining checks and marks, and other dependencies do not', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => join(folder(), name));
    await run([
      '--for=a', REFUSED, '--delay=9s', '--continue-after=200ms', `--mark=${a}:READY`,
      '--for=b', '--delay=0s', `--mark=${b}:READY`, '--then', `--mark=${c}:OPEN`,
    ]);
    expect([a, b, c].map(file => existsSync(file))).toEqual([false, true, true]);
  });

  test.each([0, 1, 42, 124, 138, 143, 255])('the exit code %d of the command is the exit code of the agent', async code => {
    expect((await run(['--', 'sh', '-c', `exit ${code}`])).code).toBe(code);
    expect((await run([`--ends=${join(folder(), 'end')}`, '--', 'sh', '-c', `exit ${code}`])).code).toBe(code);
  });

  test.each([
    ['/no/such/program', 127], ['no-such-program', 127], ['/etc/passwd', 126], ['/etc/passwd/program', 126], ['/etc', 126],
  ])('the command %s ends the agent with %d and the reason, and opens no gate', async (program, code) => {
    const gate = join(folder(), 'gate');
    expect(await run([`--gate=${gate}`, '--', program])).toMatchObject({ code, stderr: expect.stringContaining(`cannot start '${program}'`) });
    expect(readFileSync(gate, 'utf8').includes('OPEN')).toBe(false);
  });

  describe('the command gets the state of the agent', () => {
    const words = ['', ' ', '--', '$(HOME)', '\x01', 'a\nb'];
    const env = { 'name': 'x', 'url': 'y', 'timeout': '1', 'code': '', 'a b': 'c', 'ü': '\n', 'PATH': process.env.PATH };
    /** Returns the output of the script without process and socket numbers: after an agent with all kinds of checks, and without an agent. */
    const look = async (script: string) => {
      const [cwd, { port }] = [folder(), await tcp()];
      const agent = [...AGENT, '--for=db', `--tcp=127.0.0.1:${port}`, '--command=1', 'true', '--file=/', '--dns=localhost', '--'];
      return [agent, []].map(before => execFileSync('sh', ['-c', 'umask 027; trap "" USR2; exec "$@"', 'sh', ...before, 'sh', '-c', script, 'sh', ...words],
        { env, cwd, encoding: 'utf8', input: '' }).replace(/(?<=\/proc\/|:\[|SigQ:\t\d+\/|SigQ:\t)\d+/g, 'N'));
    };

    test('the command gets the environment, words, umask, folder and descriptors of the agent', async () => {
      const [gated, plain] = await look('env; umask; pwd; ls -l /proc/self/fd | cut -c40- | grep -v pipe; for word; do echo "<$word>"; done');
      expect(plain).toContain('timeout=1\n');
      expect(gated).toBe(plain);
    });

    testUnlessEmulated('qemu handles signals that are ignored')('the command gets the signal handling of the agent', async () => {
      const [gated, plain] = await look('grep ^Sig /proc/self/status');
      expect(plain).toMatch(/SigIgn:\t0*800\n/);
      expect(gated).toBe(plain);
    });
  });

  test('the command replaces the agent, with its process ID and without children', async () => {
    const { process: { pid }, ended } = start(['--for=db', '--command=1', 'true', '--', 'sh', '-c', 'echo $$; read children </proc/$$/task/$$/children; echo "$children"']);
    expect((await ended).stdout).toBe(`${pid}\n\n`);
  });

  test('the command reads stdin', async () => {
    expect((await run(['--for=db', '--command=1', 'cat', '--', 'cat'], { input: 'text' })).stdout).toBe('text');
    expect((await run([`--ends=${join(folder(), 'end')}`, '--', 'cat'], { input: 'text' })).stdout).toBe('text');
  });

  test('the agent makes a mark once, after the checks before it, and another agent can wait for it', withFile(async file => {
    const marking = start([`--reset=${file}`, '--for=db', '--delay=500ms', `--mark=${file}:READY`]);
    const waiting = await startAndSleep(0.3, ['--for=db', `--marked=${file}:READY`]);
    expect(readFileSync(file, 'utf8')).toMatch(/^# sandbox [^\n]+\n$/);
    expect(waiting.hasEnded()).toBe(false);
    await marking.ended;
    expect(await waiting.ended).toMatchObject(READY);
    await run([`--mark=${file}:READY`]);
    expect(readFileSync(file, 'utf8')).toMatch(/^# sandbox [^\n]+\nREADY='true'\n$/);
  }));

  test('a mark of another sandbox does not count, and the next mark replaces it', withFile(async file => {
    writeFileSync(file, "# sandbox 1-2-3\nREADY='true'\n");
    expect((await run(['--for=db', `--marked=${file}:READY`, '--timeout=200ms'])).code).toBe(124);
    await run([`--mark=${file}:STARTED`]);
    expect(readFileSync(file, 'utf8')).not.toContain('READY');
    expect(await run(['--for=db', `--marked=${file}:STARTED`])).toMatchObject(READY);
  }));

  test('a mark counts only while a process locks its file, and the next run of the container empties it', withFile(async file => {
    const gate = (limit: string) => run(['--for=db', `--timeout=${limit}`, `--running=${file}`, `--marked=${file}:READY`]);
    const first = start([`--lock=${file}`, `--mark=${file}:READY`, '--', 'sleep', '100']);
    expect(await gate('5s')).toMatchObject(READY);
    first.process.kill('SIGKILL');
    await first.ended;
    expect(readFileSync(file, 'utf8')).toContain('READY');
    expect(await gate('300ms')).toMatchObject({ code: 124, stderr: expect.stringContaining('the container does not run') });
    const second = start([`--lock=${file}`, '--', 'sleep', '100']);
    expect(await gate('300ms')).toMatchObject({ code: 124, stderr: expect.stringContaining('the mark READY is not there yet') });
    second.process.kill('SIGKILL');
    await second.ended;
  }));

  test('without its mark, --if-marked skips the next arguments; with it, --unless-marked ends the agent', async () => {
    const [there, made] = [join(folder(), 'there'), join(folder(), 'made')];
    await run([`--mark=${there}:READY`]);
    expect(await run(['--for=a', `--if-marked=${there}:STARTED`, '--delay=9s', '--then', '--', 'echo', 'on'])).toMatchObject({ stdout: 'on\n' });
    expect(await run([`--unless-marked=${there}:READY`, `--mark=${made}:READY`])).toMatchObject(READY);
    expect(existsSync(made)).toBe(false);
  });

  test('without the mark, --if-marked skips checks, marks and other dependencies up to the next --then', async () => {
    const [looked, made] = [join(folder(), 'looked'), join(folder(), 'made')];
    const rest = ['--for=a', '--delay=9s', `--mark=${made}:READY`, '--for=b', '--timeout=9s', '--file=/no/such/file', `--mark=${made}:STARTED`];
    expect(await run([`--if-marked=${looked}:RUNNING`, ...rest, '--then', `--mark=${made}:RUNNING`])).toMatchObject(READY);
    expect(readFileSync(made, 'utf8')).toMatch(/^# sandbox [^\n]+\nRUNNING='true'\n$/);
    await run([`--mark=${looked}:RUNNING`]);
    expect((await run([`--if-marked=${looked}:RUNNING`, '--for=b', '--timeout=100ms', '--file=/no/such/file'])).code).toBe(124);
  });

  test('--forget removes a mark of another sandbox, keeps a mark of this sandbox, and creates no file', async () => {
    const [old, current, none] = ['old', 'current', 'none'].map(name => join(folder(), name));
    writeFileSync(old, "# sandbox 1-2-3\nREADY='true'\n");
    await run([`--mark=${current}:READY`]);
    expect(await run([old, current, none].map(file => `--forget=${file}`))).toMatchObject(READY);
    expect(readFileSync(old, 'utf8')).toMatch(/^# sandbox [^\n]+\n$/);
    expect(readFileSync(current, 'utf8')).toContain("READY='true'");
    expect(existsSync(none)).toBe(false);
  });

  test('containers of other users can write the marker file, with any umask', async () => {
    const files = ['reset', 'marked', 'gated', 'locked'].map(name => join(folder(), name));
    const [reset, marked, gated, locked] = files;
    const within = ['sh', '-c', 'umask 077; exec "$@"', 'sh'];
    await run([`--reset=${reset}`, `--mark=${marked}:READY`, `--gate=${gated}`, `--lock=${locked}`, '--', 'true'], { within });
    expect(files.map(file => statSync(file).mode.toString(8))).toEqual(files.map(() => '100666'));
  });

  describe('a mark in a file that an attacker has replaced', () => {
    test.each([
      ['a link to another file', (file: string, other: string) => symlinkSync(other, file)],
      ['a link to nothing', (file: string) => symlinkSync('/no/such/file', file)],
      ['a FIFO', (file: string) => { execFileSync('mkfifo', [file]); }],
      ['a folder', (file: string) => mkdirSync(file)],
    ])('the agent neither makes nor finds a mark in a file replaced by %s, and does not block', withFile(async (file, _, replace) => {
      const other = join(folder(), 'other');
      writeFileSync(other, "READY='true'\n");
      replace(file, other);
      expect([(await run([`--reset=${file}`])).code, (await run([`--mark=${file}:READY`])).code]).toEqual([1, 1]);
      expect((await run(['--for=db', `--marked=${file}:READY`, '--timeout=200ms'])).code).toBe(124);
      expect((await run([`--lock=${file}`, '--', 'echo', 'on'])).stdout).toBe('on\n');
      expect(readFileSync(other, 'utf8')).toBe("READY='true'\n");
    }));

    test('the agent makes a mark in a file replaced by garbage', withFile(async file => {
      writeFileSync(file, Buffer.alloc(100_000, 0));
      expect((await run(['--for=db', `--marked=${file}:READY`, '--timeout=200ms'])).code).toBe(124);
      expect(await run([`--mark=${file}:READY`])).toMatchObject(READY);
      expect(await run(['--for=db', `--marked=${file}:READY`])).toMatchObject(READY);
    }));

    test.each([['a line without an end', 'garbage'], ['more than the agent reads', 'garbage\n'.repeat(1000)]])('the agent makes a mark in a file that ends with %s', withFile(async (file, _, garbage) => {
      await run([`--mark=${file}:STARTED`]);
      appendFileSync(file, garbage);
      expect(await run([`--mark=${file}:READY`])).toMatchObject(READY);
      expect((await run(['--for=db', `--marked=${file}:READY`, '--timeout=500ms'])).code).toBe(0);
    }));
  });

  test("a hook runs the user's command first, and ends with its exit code if that is not 0", async () => {
    expect(await run(['--run-first=3', 'sh', '-c', 'echo first; exit 7', '--', 'echo', 'second'])).toMatchObject({ code: 7, stdout: 'first\n' });
    expect(await run(['--run-first=2', 'echo', 'first', '--', 'echo', 'second'])).toMatchObject({ code: 0, stdout: 'first\nsecond\n' });
  });

  test('a hook starts a lingering agent that makes the mark and keeps no pipe of the hook', withFile(async file => {
    const { seconds } = await run(['--linger=3', '--for=db', '--delay=600ms', `--mark=${file}:READY`]);
    expect(seconds).toBeLessThan(0.6);
    expect(existsSync(file)).toBe(false);
    expect(await run(['--for=db', `--marked=${file}:READY`, '--timeout=5s'])).toMatchObject(READY);
  }));

  test('a hook with --renew empties the marker file at once, and adds the mark after the checks', withFile(async file => {
    await run([`--mark=${file}:READY`]);
    const hook = await startAndSleep(0.5, [`--renew=${file}:READY`, '--delay=1s']);
    expect(readFileSync(file, 'utf8')).toMatch(/^# sandbox .*\n$/);
    await sleep(1);
    expect(hook.hasEnded()).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain("READY='true'\n");
    // After its limit, the file stays empty.
    expect((await run([`--renew=${file}:READY`, '--continue-after=100ms', REFUSED])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^# sandbox .*\n$/);
  }));

  test('a probe with --hold returns at once when the mark is new, then sleeps', withFile(async file => {
    await run([`--mark=${file}:READY`]);
    const probe = [`--hold=${file}:READY`, '--delay=60s'];
    expect((await run(probe)).seconds).toBeLessThan(1);
    const second = await startAndSleep(1, probe);
    expect(second.hasEnded()).toBe(false);
  }));

  test('a probe with --hold adds the mark after its checks, and no mark after its limit', withFile(async file => {
    await run([`--hold=${file}:READY`, '--continue-after=100ms', REFUSED]);
    expect(existsSync(file)).toBe(false);
    const { seconds } = await run([`--reset=${file}`, `--hold=${file}:READY`, `--mark=${file}:RUNNING`, '--delay=300ms']);
    expect(seconds).toBeGreaterThanOrEqual(0.3);
    expect(readFileSync(file, 'utf8')).toMatch(/^# sandbox .*\nRUNNING='true'\nREADY='true'\n$/);
  }));

  test('a probe with --hold returns at once if the last probe was seconds ago, as after a kubelet restart', withFile(async file => {
    await run([`--mark=${file}:READY`]);
    await run([`--hold=${file}:READY`]);
    await sleep(3.1);
    expect((await run([`--hold=${file}:READY`])).seconds).toBeLessThan(1);
  }), 10_000);
});

describeAsRoot('the agent as root', () => {
  /** Sends a signal as a process of this PID namespace, as the runtime does. */
  const sendFromOutside = (signal: string, agent: string) => execFileSync('bash', ['-c', `kill -${signal} ${agent}`]);
  /** Sends a signal as a process of the same PID namespace. */
  const sendFromInside = (signal: string, agent: string) => {
    const [, own] = /^NSpid:.*\t(\d+)$/m.exec(readFileSync(`/proc/${agent}/status`, 'utf8'))!;
    return execFileSync('nsenter', ['--target', agent, '--pid', 'bash', '-c', `kill -${signal} ${own}`]);
  };

  const terminating = ['HUP', 'INT', 'QUIT', 'ABRT', 'USR1', 'USR2', 'PIPE', 'ALRM', 'TERM', 'VTALRM', 'PROF', 'IO', 'PWR', 'STKFLT', 'WINCH', 'RTMIN', 'RTMAX'];
  testAlone.each(terminating)('a waiting process 1 ends at once at SIG%s', async signal => {
    const waiting = start(['--for=db', '--command=2', 'sleep', '60', '--try-timeout=60s', '--', 'true'], { within: AS_PROCESS_1 });
    await sleep(0.4);
    const begun = Date.now();
    sendFromOutside(signal, childrenOf(waiting.process.pid)[0]);
    const { code } = await waiting.ended;
    expect(Date.now() - begun).toBeLessThan(5000); // a sanitizer takes its time to end
    expect(code).toBeGreaterThan(128);
  });

  testAlone.each(['CHLD', 'CONT', 'URG'])('a waiting process 1 ignores SIG%s', async signal => {
    const waiting = start(['--for=db', '--delay=1500ms', '--', 'echo', 'started'], { within: AS_PROCESS_1 });
    await sleep(0.4);
    sendFromOutside(signal, childrenOf(waiting.process.pid)[0]);
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'started\n' });
  });

  const staysWithItsCommand = async (signal: string, code: number) => {
    const script = 'trap "exit 38" RTMIN+2; trap "exit 10" USR1; (sleep 0.3 & exec true) & while :; do sleep 0.05; done';
    const command = start([`--ends=${join(folder(), 'end')}`, '--', 'bash', '-c', script], { within: AS_PROCESS_1 });
    await sleep(0.8);
    const agent = childrenOf(command.process.pid)[0];
    const zombies = () => childrenOf(agent).filter(child => existsSync(`/proc/${child}`) && / Z /.test(readFileSync(`/proc/${child}/stat`, 'utf8')));
    for (let i = 0; i < 50 && zombies().length > 0; i++) { await sleep(0.1); }
    expect(zombies()).toEqual([]);
    sendFromOutside(signal, agent);
    expect((await command.ended).code).toBe(code);
  };

  testAlone('an agent that stays with its command forwards signals, reaps orphans, and ends as the command does', () => staysWithItsCommand('USR1', 10));

  testUnlessEmulated('qemu gives real-time signals other numbers')('an agent that stays with its command forwards real-time signals', () => staysWithItsCommand('RTMIN+2', 38));

  testAlone.each([['exits with 0', 'exit 0', 0, 0], ['exits with 3', 'exit 3', 0, 124], ['is killed', 'kill -KILL $$', 0, 124]])(
    'the end of a container that %s is seen as EXITED and COMPLETED as it should', withFile(async (file, _, script, exited, completed) => {
      await run([`--lock=${file}`, `--ends=${file}`, '--', 'sh', '-c', script]);
      expect((await run(['--for=job', `--exited=${file}:EXITED`, '--timeout=300ms'])).code).toBe(exited);
      expect((await run(['--for=job', `--exited=${file}:COMPLETED`, '--timeout=300ms'])).code).toBe(completed);
    }));

  test('an agent that lingers writes its mark as soon as the marker file can be written', withFile(async file => {
    mkdirSync(file);
    const lingering = await startAndSleep(0.5, [`--unless-marked=${file}:READY`, `--mark=${file}:READY`]);
    expect([lingering.hasEnded(), (await run([`--mark=${file}:READY`])).code]).toEqual([false, 1]);
    rmdirSync(file);
    expect((await lingering.ended).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain("READY='true'");
  }));

  testAlone('an end with exit code 0 in an earlier sandbox counts, other ends do not, and no end counts while the container runs again', withFile(async file => {
    const ended = async (key: string) => (await run(['--for=job', `--exited=${file}:${key}`, '--timeout=300ms'])).code;
    writeFileSync(file, "# sandbox 1-2-3\nRUNS='true'\nCOMPLETED='true'\n");
    expect([await ended('COMPLETED'), await ended('EXITED')]).toEqual([0, 0]);
    const again = start([`--lock=${file}`, `--ends=${file}`, '--', 'sleep', '60'], { within: AS_PROCESS_1 });
    await sleep(0.3);
    expect([await ended('COMPLETED'), await ended('EXITED')]).toEqual([124, 124]);
    again.process.kill('SIGKILL');
    await again.ended;
    writeFileSync(file, "# sandbox 1-2-3\nRUNS='true'\n");
    expect([await ended('COMPLETED'), await ended('EXITED')]).toEqual([124, 124]);
  }));

  /** Runs a command that exits with 0 after a signal. Returns the exit code of a gate: 0 after a completion, 1 after another end. */
  const gateAfter = async (signal: string, within: readonly string[], send: (signal: string, agent: string) => Buffer) => {
    const file = join(folder(), 'job');
    const script = `trap "exit 0" ${signal}; echo trapped; while :; do sleep 0.05; done`;
    const command = start([`--lock=${file}`, `--ends=${file}`, '--', 'bash', '-c', script], { within });
    await new Promise(resolve => command.process.stdout!.once('data', resolve));
    send(signal, within.length > 0 ? childrenOf(command.process.pid)[0] : `${command.process.pid}`);
    expect((await command.ended).code).toBe(0);
    return (await run(['--for=job', `--exited=${file}:COMPLETED`, '--final', '--timeout=10s'])).code;
  };
  /** Words before an agent in the PID namespace of another process 1, as with shareProcessNamespace. */
  const besideProcess1 = async () => {
    const pause = spawn(AS_PROCESS_1[0], [...AS_PROCESS_1.slice(1), 'sh', '-c', 'echo runs; exec sleep 60']);
    await new Promise(resolve => pause.stdout.once('data', resolve));
    return { pause, within: ['nsenter', '--target', childrenOf(pause.pid)[0], '--pid', '--mount'] };
  };

  // nginx has STOPSIGNAL SIGQUIT, httpd SIGWINCH, HAProxy SIGUSR1.
  const isStopOfRuntime = async (signal: string, within: readonly string[] = AS_PROCESS_1) => {
    expect(await gateAfter(signal, within, sendFromOutside)).toBe(1);
    expect(await gateAfter(signal, within, sendFromInside)).toBe(0);
  };

  testAlone.each(['TERM', 'QUIT', 'WINCH', 'USR1'])('an end with 0 after SIG%s is a completion, unless the runtime sent the signal to stop the container',
    async signal => isStopOfRuntime(signal));

  testUnlessEmulated('qemu gives real-time signals other numbers')('SIGRTMIN+3, the stop signal of systemd, is no exception', async () => isStopOfRuntime('RTMIN+3'));

  testAlone('in a shared PID namespace, too, only a signal of the runtime is a stop', async () => {
    const { pause, within } = await besideProcess1();
    await isStopOfRuntime('USR1', within);
    pause.kill('SIGKILL');
  });

  testAlone('in the PID namespace of the runtime each signal is a stop', async () => {
    expect(await gateAfter('USR1', [], sendFromOutside)).toBe(1);
  });

  testAlone('a gate beside another process 1 obeys SIGWINCH of the runtime only', async () => {
    const { pause, within } = await besideProcess1();
    const gate = start(['--for=db', '--delay=60s', '--', 'true'], { within });
    const agents = () => childrenOf(gate.process.pid).filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--delay'));
    while (agents().length === 0) { await sleep(0.05); }
    await sleep(0.3);
    const [agent] = agents();
    sendFromInside('WINCH', agent);
    await sleep(0.3);
    expect(gate.hasEnded()).toBe(false);
    sendFromOutside('WINCH', agent);
    expect((await gate.ended).code).toBe(128 + 28);
    pause.kill('SIGKILL');
  });

  testAlone('the end of a container is not reported before its start or while it runs, and is reported soon when agent and command are killed', withFile(async file => {
    const watch = await startAndSleep(0.3, ['--for=job', `--exited=${file}:EXITED`]);
    expect(watch.hasEnded()).toBe(false);
    const job = start([`--lock=${file}`, `--ends=${file}`, '--', 'sleep', '60'], { within: AS_PROCESS_1 });
    await sleep(0.6);
    await expectReadyAfter(watch, () => job.process.kill('SIGKILL'), 1500);
  }));

  testAlone('a container that failed before its command ran has exited', withFile(async file => {
    await run([`--lock=${file}`, '--for=db', REFUSED, '--timeout=200ms', '--', 'true']);
    expect((await run(['--for=job', `--exited=${file}:EXITED`, '--timeout=1s'])).code).toBe(0);
    await run([`--lock=${file}`, `--ends=${file}`, '--', '/no/such/program']);
    expect((await run(['--for=job', `--exited=${file}:COMPLETED`, '--final', '--timeout=1s']))).toMatchObject({ code: 1, stderr: expect.stringContaining('will not be COMPLETED') });
  }));

  testAlone.each([
    ['SIGTERM', [], 'trap "echo told; exit 9" TERM'], ['the signal of --stop-signal', ['--stop-signal=SIGQUIT'], 'trap "" TERM; trap "echo told; exit 9" QUIT'],
  ])('--until ends a helper with %s and exit code 0', withFile(async (file, _, more, traps) => {
    const helper = start([`--until=${file}:EXITED`, ...more, '--', 'sh', '-c', `${traps}; while :; do sleep 0.05; done`]);
    await sleep(0.3);
    await run([`--lock=${file}`, '--', 'true']);
    expect(await helper.ended).toMatchObject({ ...READY, stdout: 'told\n' });
  }));

  testAlone.each(['QUIT', '3', 'SIGNONE', ''])('--stop-signal=%s is refused', async name => {
    expect(await run([`--stop-signal=${name}`, '--', 'true'])).toMatchObject({ code: 2, stderr: expect.stringContaining('expected a signal such as SIGQUIT') });
  });

  testAlone('--quit ends the proxy of a mesh after the other containers have exited', async () => {
    const [file, own] = ['other', 'own'].map(name => join(folder(), name));
    const { port, asked } = await statuses(200);
    const job = (other: string) => run([`--lock=${own}`, `--ends=${own}`, `--quit=http://127.0.0.1:${port}/quit`, `--after=${other}:EXITED`, '--', 'sh', '-c', 'exit 5']);
    await job(file);
    expect(asked).toEqual([]);
    await run([`--lock=${file}`, '--', 'true']);
    expect([(await job(file)).code, asked]).toEqual([5, ['/quit']]);
    // The containers of a Job have the same list, which contains their own lock.
    await job(own);
    expect(asked).toEqual(['/quit', '/quit']);
  });

  testAlone('a lock delays a preStop hook until the command has exited with any exit code', withFile(async file => {
    expect((await run([`--unlocked=${file}`])).seconds).toBeLessThan(1);
    const app = await startAndSleep(0.3, [`--lock=${file}`, '--', 'sleep', '60']);
    const hooks = [1, 2, 3].map(() => start([`--unlocked=${file}`]));
    await sleep(0.3);
    expect(hooks.map(h => h.hasEnded())).toEqual([false, false, false]);
    app.process.kill('SIGKILL');
    expect((await Promise.all(hooks.map(h => h.ended))).map(e => e.code)).toEqual([0, 0, 0]);
  }));

  testAlone('other users can read a lock with any umask, and a hook can leave a lock in the container', async () => {
    const path = folder();
    chmodSync(path, 0o1777);
    const file = join(path, 'app');
    execFileSync('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...AGENT, `--leave-lock=${file}`], { stdio: 'ignore' });
    const waiting = start([`--unlocked=${file}`], { within: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] });
    await sleep(0.3);
    expect(waiting.hasEnded()).toBe(false);
    const holds = (pid: string) => { try { return readdirSync(`/proc/${pid}/fd`).some(fd => readlinkSync(`/proc/${pid}/fd/${fd}`) === file); } catch { return false; } };
    const holders = readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && pid !== `${process.pid}` && Number(pid) !== waiting.process.pid && holds(pid));
    holders.forEach(pid => process.kill(Number(pid), 'SIGKILL'));
    expect((await waiting.ended).code).toBe(0);
  });

  testAlone('a command keeps its lock with a low limit of open files', withFile(async file => {
    const app = start([`--lock=${file}`, '--', 'sleep', '60'], { within: ['prlimit', '--nofile=64', '--'] });
    await sleep(0.3);
    const hook = await startAndSleep(0.3, [`--unlocked=${file}`]);
    expect(hook.hasEnded()).toBe(false);
    app.process.kill('SIGKILL');
    expect((await hook.ended).code).toBe(0);
  }));

  testUnlessEmulated('qemu itself starts threads')('a hook that cannot leave a process in the container fails', async () => {
    const path = folder();
    chmodSync(path, 0o1777);
    // An ID of a user without processes, because the limit counts all processes of the user.
    const within = ['prlimit', '--nproc=1', '--', 'setpriv', '--reuid=64999', '--regid=65534', '--clear-groups'];
    const message = expect.stringContaining('cannot leave a process in the container: Resource temporarily unavailable');
    for (const args of [[`--leave-lock=${join(path, 'app')}`], ['--linger=2', '--for=db', '--delay=1s']]) {
      expect({ args, ...await run(args, { within }) }).toMatchObject({ args, code: 1, stderr: message });
    }
  });
});

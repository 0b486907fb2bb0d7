import { execFileSync, spawnSync } from 'child_process';
import { appendFileSync, closeSync, constants, existsSync, openSync, readFileSync, readSync, renameSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'fs';
import { join } from 'path';
import {
  AS_PROCESS_1, childrenOf, describeAgent, describeAsRoot, expectEnd, folder, run, sleep, start, startAndSleep,
  testAlone as test, testReleased, testUnlessEmulated, withFile,
} from './run-agent';
import { http, REFUSED, statuses } from './servers';

/** Files without an end, servers that send too much, and surroundings that deny the agent something. */

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined;
/** A hanging agent fails the test, and not the suite. */
const FOR_5_SECONDS = ['timeout', '--signal=KILL', '5'];

/** The processes that run `sleep SECONDS`. */
const sleepers = (seconds: string): string[] =>
  spawnSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).stdout.split('\n').filter(line => line.endsWith(`sleep ${seconds}`) && !line.startsWith('Z'));

describeAgent('--file-contains', () => {
  const inFile = (path: string, text = 'ready') => ['--for=log', `--file-contains=${path}`, `--text=${text}`];

  test('a file of 4 TiB does not outlast the timeout', withFile(async path => {
    writeFileSync(path, '');
    truncateSync(path, 2 ** 42);
    expectEnd(await run([...inFile(path), '--try-timeout=500ms', '--timeout=1s'], { within: FOR_5_SECONDS }), 124, 3);
  }));

  test('a device is not read', withFile(async path => {
    symlinkSync('/dev/zero', path);
    expect(await run([...inFile(path), '--timeout=300ms'], { within: FOR_5_SECONDS })).toMatchObject({ code: 124, stderr: expect.stringContaining('not a regular file') });
  }));

  test('a FIFO keeps its data for its reader', withFile(async path => {
    execFileSync('mkfifo', [path]);
    const fifo = openSync(path, constants.O_RDWR + constants.O_NONBLOCK);
    writeSync(fifo, 'for the reader\n');
    expect((await run([...inFile(path), '--timeout=200ms'])).code).toBe(124);
    expect(readSync(fifo, Buffer.alloc(100))).toBe(15);
    closeSync(fifo);
  }));

  testReleased('a large file is read once, and then only what is new', withFile(async path => {
    writeFileSync(path, 'x'.repeat(8_000_000));
    const waiting = await startAndSleep(1.5, inFile(path));
    const { process: { pid } } = waiting;
    expect(Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])).toBeLessThan(9_000_000);
    appendFileSync(path, 'rea');
    await sleep(0.3);
    appendFileSync(path, 'dy');
    expect((await waiting.ended).code).toBe(0);
  }));

  test.each<[string, (path: string) => void]>([
    ['is replaced by a longer one', path => { writeFileSync(path, 'ready and much more'); }],
    ['is replaced by one of its length', path => { writeFileSync(path, 'ready  '); }],
    ['grows large and is truncated', path => { appendFileSync(path, 'x'.repeat(200_000)); execFileSync('sleep', ['0.5']); writeFileSync(path, 'ready'); }],
    ['grows large and is replaced by another file', path => {
      appendFileSync(path, 'x'.repeat(200_000));
      execFileSync('sleep', ['0.5']);
      writeFileSync(`${path}.new`, `ready${'x'.repeat(300_000)}`);
      renameSync(`${path}.new`, path);
    }],
  ])('a file that %s is read again', withFile(async (path, _, change) => {
    writeFileSync(path, 'waiting');
    const waiting = await startAndSleep(0.3, [...inFile(path), '--timeout=5s']);
    change(path);
    expect((await waiting.ended).code).toBe(0);
  }));
});

describeAgent('an HTTP check', () => {
  test.each([16_300, 20_000, 120_000])('with a URL of %d characters reports that the request is too long', async length => {
    const { port } = await statuses(200);
    const { code, stderr } = await run(['--for=web', '--timeout=300ms', `--http=http://127.0.0.1:${port}/${'a'.repeat(length)}`, `--header=X-Long: ${'b'.repeat(1000)}`]);
    // The URL fills the line.
    expect([code, stderr.length < 1100]).toEqual([124, true]);
  });

  test('follows a redirect of 15,000 bytes', async () => {
    const target = `/${'a'.repeat(15_000)}`;
    const { port, asked } = await http((request, response) => request.url === '/' ? response.writeHead(302, { location: target }).end() : response.end());
    expect((await run(['--for=web', `--http=http://127.0.0.1:${port}/`, '--timeout=2s'])).code).toBe(0);
    expect(asked).toEqual(['/', target]);
  });

  // The first versions of the agent waited a 20th of the time: 0.3 s and more.
  test('is still repeated every 0.1 s after six seconds, and not many times more', async () => {
    const times: number[] = [];
    const { port } = await http((_, response) => { times.push(Date.now()); response.writeHead(503).end(); });
    await run(['--for=web', `--http=http://127.0.0.1:${port}/`, '--timeout=9s']);
    const late = times.filter(time => time > times[0] + 6000);
    const pauses = late.slice(1).map((time, i) => time - late[i]).sort((a, b) => a - b);
    expect(pauses[Math.floor(pauses.length / 2)]).toBeLessThan(130);
    expect(times.length).toBeLessThan(200);
  }, 20_000);
});

describeAgent('commands of the agent', () => {
  test.each([
    ['a check', ['--for=x', '--command=1', 'true', '--timeout=2s']],
    ["the user's hook", ['--run-first=1', 'true', '--', 'true']],
    ['the command after --', [`--ends=${join(folder(), 'end')}`, '--', 'true']],
  ])('%s is seen to exit although the parent of the agent ignores SIGCHLD', async (_, args) => {
    expect((await run(args, { within: [...FOR_5_SECONDS, 'env', '--ignore-signal=CHLD'] })).code).toBe(0);
  });

  test('the command gets the ignored SIGCHLD back', async () => {
    const { stdout } = await run(['--for=x', '--command=1', 'true', '--', 'grep', 'SigIgn', '/proc/self/status'], { within: ['env', '--ignore-signal=CHLD'] });
    // The bit of signal 17.
    expect(stdout).toMatch(/SigIgn:\t0*1....\n/);
  });

  test('a failed try ends all its processes', async () => {
    await run(['--for=x', '--command=3', 'sh', '-c', 'sleep 61.25 & exit 1', '--timeout=300ms']);
    expect(sleepers('61.25')).toEqual([]);
  });

  test('a command ends with an agent that is killed, as at the timeout of a probe', async () => {
    const waiting = start(['--for=x', '--command=2', 'sleep', '62.25', '--try-timeout=60s']);
    for (let i = 0; i < 50 && sleepers('62.25').length === 0; i++) { await sleep(0.1); }
    waiting.process.kill('SIGKILL');
    await waiting.ended;
    await sleep(0.2);
    expect(sleepers('62.25')).toEqual([]);
  });

  testUnlessEmulated('qemu gives these signals other numbers').each([32, 33, 34])('the command gets signal %d, which the libc reserves', async number => {
    const app = await startAndSleep(0.4, [`--ends=${join(folder(), 'end')}`, '--', 'sleep', '63.25']);
    execFileSync('kill', [`-${number}`, `${app.process.pid}`]);
    expect((await app.ended).code).toBe(128 + number);
    expect(sleepers('63.25')).toEqual([]);
  });

  test('a hook that cannot read the words of its background agent fails', async () => {
    expect(await run(['--linger=1', '--bogus'])).toMatchObject({ code: 2, stderr: expect.stringContaining("argument '--bogus': unknown") });
  });
});

describeAgent('surroundings', () => {
  test('a message to a stderr without a reader does not end the agent', async () => {
    const waiting = start(['--for=x', REFUSED, '--continue-after=500ms', '--', 'true']);
    waiting.process.stderr!.destroy();
    expect((await waiting.ended).code).toBe(0);
  });

  test('a probe with --hold returns at once after a restart of the node, when its last run is in the future', withFile(async file => {
    await run([`--hold=${file}:READY`]);
    writeFileSync(`${file}.probed`, Buffer.from('ffffffffffffff3f', 'hex'));
    expect((await run([`--hold=${file}:READY`], { within: FOR_5_SECONDS })).code).toBe(0);
  }));

  const denied = (call: string) => ['strace', '-f', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:error=EPERM`, ...FOR_5_SECONDS];
  (isMissing('strace') && !process.env.CI ? test.skip : test).each([
    ['signalfd4', ['--for=x', '--command=1', 'true'], 1, 'signalfd: Operation not permitted'],
    ['ppoll', ['--for=x', '--delay=1s'], 1, 'ppoll: Operation not permitted'],
    ['flock', ['--for=x', `--running=${__filename}`, '--timeout=300ms'], 124, 'flock: Operation not permitted'],
  ])('a denied %s fails the agent with its name', async (call, args, code, message) => {
    expect(await run(args, { within: denied(call) })).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describeAsRoot('process 1', () => {
  test('hands no zombies to its command', async () => {
    // The shell leaves two processes, which exit while the agent waits.
    const script = '(sh -c "sleep 0.2 & sleep 0.3 & exit 0"); exec "$@"';
    const gate = start(['--for=x', '--delay=1s', '--', 'sleep', '64.25'], { within: [...AS_PROCESS_1, 'sh', '-c', script, 'sh'] });
    await sleep(2);
    const [first] = childrenOf(gate.process.pid);
    expect([readFileSync(`/proc/${first}/cmdline`, 'utf8'), childrenOf(first)]).toEqual(['sleep\x0064.25\x00', []]);
    gate.process.kill('SIGKILL');
  });

  test('a background agent starts without /proc', withFile(async file => {
    await run(['--linger=3', '--for=db', '--delay=100ms', `--mark=${file}:READY`], { within: ['unshare', '-m', 'sh', '-c', 'umount -l /proc; exec "$@"', 'sh'] });
    await sleep(0.5);
    expect(existsSync(file)).toBe(true);
  }));
});

import * as net from 'net';
import { describeAgent, expectEnd, expectReadyAfter, READY, run, sleep, startAndSleep, testBeside as test } from './run-agent';
import { dribble, tcp, writeSlowly } from './servers';

/** A protocol with each kind of word. */
const WORDS = ['--protocol=Echo', '--send=HELLO\\r\\n', '--not-yet=-LOADING ', '--ready=+OK', '--ready=-NOAUTH', '--wrong=-', '--ready=E*\\x00C?7\\x00M'];

const atPort = (port: number, ...words: readonly string[]) => ['--for=db', `--tcp=127.0.0.1:${port}`, ...words];
/** The reason why a server is not ready. */
async function reasonFrom(greet: (socket: net.Socket) => void, words = WORDS, tryLimit = '300ms'): Promise<string> {
  const { port } = await tcp(greet);
  const { code, stderr } = await run(atPort(port, ...words, `--try-timeout=${tryLimit}`, '--timeout=700ms'));
  expect(code).toBe(124);
  const [, found] = new RegExp(`^startup-order: 'db' was not ready within 700 ms \\((?:Echo at|tcp) 127\\.0\\.0\\.1:${port}: (.*)\\), ending with exit code 124\n$`).exec(stderr) ?? [undefined, stderr];
  return found;
}

describeAgent('a question to a server', () => {
  test.each<[string, string[], string]>([
    ...['--send', '--not-yet', '--wrong', '--protocol'].map(word => [`${word} without --ready`, [`${word}=x`], "argument '--tcp': needs --ready after it"] as [string, string[], string]),
    ['an unknown escape in bytes', ['--send=a\\q', '--ready=x'], "argument '--send=a\\q': expected printable characters"],
    ['a backslash at the end', ['--ready=a\\'], "argument '--ready=a\\': expected printable characters"],
    ['an escape with one digit', ['--ready=\\x4'], "argument '--ready=\\x4': expected printable characters"],
    ['an escape with a letter that is no digit', ['--not-yet=\\x4g'], "argument '--not-yet=\\x4g': expected printable characters"],
    ['a byte that is not printable', ['--wrong=a\x01'], "argument '--wrong=a ': expected printable characters"],
    ['a character that is not ASCII', ['--ready=é'], 'expected printable characters'],
    ['an empty pattern', ['--ready='], "argument '--ready=': expected printable characters"],
    ['17 patterns', Array(17).fill('--ready=x'), "argument '--ready=x': too many of these"],
    ['a pattern after another check', ['--dns=x', '--ready=x'], 'follows no argument that it modifies'],
    ['bytes after an HTTP check', ['--http=http://x/', '--send=x'], 'follows no argument that it modifies'],
    ['a status', ['--ready=x', '--status=200'], 'follows no argument that it modifies'],
  ])('%s ends the agent with 2', async (_, words, message) => {
    expect(await run(atPort(1, ...words))).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  test.each([
    ['the answer +OK', '+OK\r\n', WORDS],
    ['a longer answer', `+OK${'x'.repeat(100_000)}`, WORDS],
    ['a server that refuses credentials', '-NOAUTH Authentication required.\r\n', WORDS],
    ['the rest of a pattern after any number of bytes, also 0', 'E..\0C..\0C\x007\0Mx', WORDS],
    ['each byte of 0 to 255 by its escape', String.fromCharCode(...Array(256).keys()), [`--ready=${[...Array(256).keys()].map((n, i) => `\\x${i % 2 ? n.toString(16).padStart(2, '0') : n.toString(16).padStart(2, '0').toUpperCase()}`).join('')}`]],
    ['escaped wildcards', 'a?b*c\\\r\n', ['--ready=a\\?b\\*c\\\\\\r\\n']],
    ['a pattern that begins with any number of bytes', 'aaab', ['--ready=*aab']],
    ['any first byte', '\0', ['--ready=?']],
  ])('passes for %s, whole and byte by byte', async (_, answer, words) => {
    const whole = await tcp(socket => socket.write(answer, 'latin1'));
    expect(await run(atPort(whole.port, ...words, '--timeout=5s'))).toMatchObject(READY);
    const slow = await tcp(socket => writeSlowly(socket, answer));
    expect(await run(atPort(slow.port, ...words, '--timeout=5s', '--try-timeout=4s'))).toMatchObject(READY);
  });

  test('sends its bytes once in each try', async () => {
    const asked: Buffer[] = [];
    const { port } = await tcp(socket => {
      socket.on('data', data => { asked.push(data); socket.write(asked.length < 3 ? '-LOADING x\r\n' : '+OK\r\n'); });
    });
    expect(await run(atPort(port, ...WORDS, '--send=\\x00\\xff?*\\\\\\r\\n\\x24'))).toMatchObject(READY);
    expect(asked).toEqual(Array(3).fill(Buffer.from('\0\xff?*\\\r\n$', 'latin1')));
  });

  test('waits for a server that is not started, then not ready, then ready', async () => {
    const free = await tcp();
    free.close();
    const waiting = await startAndSleep(0.3, atPort(free.port, ...WORDS));
    let answer = '-LOADING x\r\n';
    await tcp(socket => socket.write(answer), free.port);
    await sleep(0.5);
    await expectReadyAfter(waiting, () => { answer = '+OK\r\n'; }, 300);
  });

  test('reports a refused connection with the name of the protocol', async () => {
    expect(await run(['--for=db', '--tcp=127.0.0.2:1', ...WORDS, '--timeout=200ms']))
      .toMatchObject({ code: 124, stderr: expect.stringContaining('(Echo at 127.0.0.2:1: Connection refused)') });
  });

  test.each<[string, (socket: net.Socket) => void, string]>([
    ['accepts and says nothing', () => undefined, 'connected, but the server said nothing within 300 ms'],
    ['closes without a byte', socket => socket.end(), 'connected, but the server has closed the connection without an answer'],
    ['resets the connection', socket => socket.once('data', () => socket.resetAndDestroy()), 'response: Connection reset by peer'],
    ['is not ready yet', socket => socket.write('-LOADING Redis is loading the dataset in memory\r\n'), 'Redis is loading the dataset in memory'],
    ['is not ready yet, byte by byte', socket => writeSlowly(socket, '-LOADING a dataset of 3 GB\r\n'), 'a dataset of 3 GB'],
    ['is not ready yet, and closes within its message', socket => socket.end('-LOADING a data'), 'a data'],
    ['is not ready yet, without a message', socket => socket.write('-LOADING \r\n'), 'the server is not ready yet'],
    ['is not ready yet, with a long message', socket => socket.write(`-LOADING ${'x'.repeat(200)}`), 'x'.repeat(80)],
    ['is another one', socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), "unexpected answer 'HTTP/1.1 400 Bad Request....'"],
    ['has a wrong answer', socket => socket.write('-DENIED protected mode'), "unexpected answer '-DENIED protected mode'"],
    ['sends 4 KiB of garbage', socket => socket.end(Buffer.from(`\xf0${'\xf1'.repeat(4095)}`, 'latin1')), `unexpected answer '${'.'.repeat(80)}'`],
    ['sends the begin of an answer, and then nothing', socket => socket.write('+O'), "unexpected answer '+O'"],
    ['sends the begin of an answer, and closes', socket => socket.end('-LOA'), "unexpected answer '-LOA'"],
    ['sends more than 4 KiB before the rest of a pattern', socket => socket.write(`E${'\xf1'.repeat(5000)}\0C\x007\0M`), `unexpected answer 'E${'.'.repeat(79)}'`],
  ])('does not pass for a server that %s', async (_, greet, reason) => { expect(await reasonFrom(greet)).toBe(reason); });

  test('without --protocol, the message names the address only', async () => {
    expect(await reasonFrom(socket => socket.write('x'), ['--ready=y'])).toBe("unexpected answer 'x'");
  });

  test('a pattern that needs more bytes does not stop a later pattern when no more bytes come', async () => {
    const closing = await tcp(socket => socket.end('Error'));
    expect(await run(atPort(closing.port, '--not-yet=E*yet', '--ready=Err'))).toMatchObject(READY);
    const silent = await tcp(socket => socket.write('Error'));
    const { code, seconds } = await run(atPort(silent.port, '--not-yet=E*yet', '--ready=Err', '--try-timeout=400ms'));
    expect(code).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(0.4);
    const full = await tcp(socket => socket.write('E'.repeat(4096)));
    expect((await run(atPort(full.port, '--not-yet=E*yet', '--ready=EEE', '--try-timeout=9s'))).seconds).toBeLessThan(5);
  });

  test('does not pass for a server that never stops sending', async () => {
    const { port, asked } = await tcp(socket => {
      const more = () => { while (socket.write('E'.repeat(1000))) { /* more */ } };
      socket.on('drain', more);
      more();
    });
    expectEnd(await run(atPort(port, '--ready=E*yet', '--timeout=500ms')), 124, 2);
    // A try ends after 4 KiB, and not at its limit of 1 s.
    expect(asked.length).toBeGreaterThan(3);
  });

  test('the end of a try ends a slow answer, and the timeout ends the try', async () => {
    const { port } = await dribble('x', 'E');
    expectEnd(await run(atPort(port, '--ready=E*yet', '--try-timeout=9s', '--timeout=500ms')), 124, 2);
  });
});

import { execFileSync } from 'child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { IncomingMessage, ServerResponse } from 'http';
import { ServerOptions } from 'https';
import * as net from 'net';
import { tmpdir } from 'os';
import { join } from 'path';
import { cleanUp, describeAgent, describeAsRoot, Ended, folder, HTTPS_AGENT, run as runAgent, sleep, start as startAgent, StartOptions, testReleased } from './run-agent';
import { closeServers, http, tcp } from './servers';

afterEach(() => {
  cleanUp();
  closeServers();
});

const start = (args: readonly string[], options: StartOptions = {}) => startAgent(args, { agent: HTTPS_AGENT, ...options });
const run = (args: readonly string[], options?: StartOptions) => start(args, options).ended;
const READY = { code: 0, stderr: '' };
const LATE = (reason: string | RegExp) => ({ code: 124, stderr: expect.stringMatching(reason) });
const ok = ({ code, stderr }: Ended) => ({ code, stderr });

const SHORT = ['--try-timeout=500ms', '--timeout=1s'];

describeAgent('an HTTPS check', () => {
  const certificates = mkdtempSync(join(tmpdir(), 'wait-certificates-'));
  const path = (name: string) => join(certificates, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: certificates, stdio: 'pipe' });
  const RSA = ['-newkey', 'rsa:2048'];
  const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

  /** An authority, or a certificate that an authority has signed. */
  const authority = (name: string) => openssl('req', '-x509', ...EC, '-nodes', '-days', '9', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);
  const certify = (name: string, key: readonly string[], names: string, days = '9') => {
    writeFileSync(path('extensions'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`);
    openssl('req', ...key, '-nodes', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.request`);
    const signer = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial'];
    openssl('x509', '-req', '-in', `${name}.request`, ...signer, '-days', days, '-extfile', 'extensions', '-out', `${name}.crt`);
  };
  beforeAll(() => {
    authority('authority');
    authority('stranger');
    certify('server', EC, 'DNS:localhost,DNS:shop.example,IP:127.0.0.1');
    certify('rsa', RSA, 'DNS:localhost');
    certify('other', EC, 'DNS:other.example,IP:127.0.0.9');
    certify('expired', EC, 'DNS:localhost', '0');
  });
  afterAll(() => rmSync(certificates, { recursive: true }));

  const identity = (name = 'server'): ServerOptions => ({ key: readFileSync(path(`${name}.key`)), cert: readFileSync(path(`${name}.crt`)) });
  const https = (answer: Parameters<typeof http>[0] = (_, response) => response.end(), tls: ServerOptions = {}) =>
    http(answer, { ...identity(), ...tls });
  /** The name in SNI; false without one. */
  const serverName = ({ socket }: IncomingMessage) => (socket as unknown as { readonly servername: unknown }).servername;
  const check = (port: number, ...more: readonly string[]) => ['--for=web', `--http=https://localhost:${port}/ready`, ...more];
  const ca = (name = 'authority') => `--ca=${path(`${name}.crt`)}`;

  test('an https check passes at a wanted status, without verification of the certificate', async () => {
    const { port, asked } = await https((_, response, count) => response.writeHead(count < 3 ? 503 : 200).end());
    expect(ok(await run(check(port)))).toEqual(READY);
    expect(asked).toEqual(['/ready', '/ready', '/ready']);
    expect(ok(await run([...check(port), '--status=404', '--timeout=2s']))).toEqual(LATE('HTTP status 200'));
  });

  test('an https check passes for a response in many records, with a body of a megabyte', async () => {
    const { port } = await https((_, response) => { response.writeHead(200, { 'x-long': 'x'.repeat(15_000) }).end('x'.repeat(1_000_000)); });
    expect(ok(await run(check(port)))).toEqual(READY);
  });

  test('an https check sends the given headers', async () => {
    const seen: unknown[] = [];
    const { port } = await https((request, response) => { seen.push(request.headers.authorization, request.headers['x-long']); response.end(); });
    const long = 'x'.repeat(9000); // more than one record of the agent
    expect(ok(await run(check(port, '--header=Authorization: Basic a=:b', `--header=X-Long: ${long}`)))).toEqual(READY);
    expect(seen).toEqual(['Basic a=:b', long]);
  });

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)('with %s only', version => {
    const only: ServerOptions = { minVersion: version, maxVersion: version };

    test.each(['server', 'rsa'])('an https check verifies the certificate of %s', async name => {
      const { port } = await https(undefined, { ...only, ...identity(name) });
      expect(ok(await run(check(port, ca())))).toEqual(READY);
    });

    test.each(['X25519', 'P-256', 'P-384', 'P-521'])('an https check passes with the curve %s', async curve => {
      const { port } = await https(undefined, { ...only, ecdhCurve: curve });
      expect(ok(await run(check(port, ca())))).toEqual(READY);
    });
  });

  test.each([
    'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA',
  ])('an https check passes with the cipher suite %s', async ciphers => {
    const { port } = await https(undefined, { ...identity('rsa'), ciphers, maxVersion: 'TLSv1.2' });
    expect(ok(await run(check(port, ca())))).toEqual(READY);
  });

  describe('with --ca', () => {
    test('with --ca a check passes for the name and for the address of the certificate', async () => {
      const { port } = await https();
      expect(ok(await run(check(port, ca())))).toEqual(READY);
      expect(ok(await run(['--for=web', `--http=https://127.0.0.1:${port}/`, ca()]))).toEqual(READY);
    });

    test('with --ca a check does not pass for a certificate of another authority', async () => {
      const { port, asked } = await https();
      expect(ok(await run(check(port, ca('stranger'), ...SHORT)))).toEqual(LATE('not correctly signed by the trusted CA'));
      expect(asked).toEqual([]);
    });

    test.each(['localhost', '127.0.0.1'])('with --ca a check does not pass for a certificate without the name %s', async host => {
      const { port, asked } = await https(undefined, identity('other'));
      expect(ok(await run(['--for=web', `--http=https://${host}:${port}/`, ca(), ...SHORT]))).toEqual(LATE('does not match with the expected CN'));
      expect(asked).toEqual([]);
    });

    test('with --ca a check does not pass for an expired certificate', async () => {
      const { port } = await https(undefined, identity('expired'));
      expect(ok(await run(check(port)))).toEqual(READY);
      await sleep(1);
      expect(ok(await run(check(port, ca(), ...SHORT)))).toEqual(LATE('validity has expired'));
    });

    test('with --ca a check waits for the file, and reports a file without a certificate', async () => {
      const { port } = await https();
      const file = join(folder(), 'ca.crt');
      expect(ok(await run(check(port, `--ca=${file}`, ...SHORT)))).toEqual(LATE(`${file}: No such file`));
      writeFileSync(file, 'no certificate');
      expect(ok(await run(check(port, `--ca=${file}`, ...SHORT)))).toEqual(LATE(`${file}: not a file with certificates`));
      const waiting = start(check(port, `--ca=${file}`));
      await sleep(0.3);
      writeFileSync(file, readFileSync(path('authority.crt')));
      expect(ok(await waiting.ended)).toEqual(READY);
    });
  });

  describe('a try ends in time for a server that', () => {
    test.each<readonly [string, (socket: net.Socket) => void, string]>([
      ['sends nothing', () => undefined, 'no response in time'],
      ['sends its handshake one byte at a time', s => { const timer = setInterval(() => s.write('\x16'), 50); s.on('close', () => clearInterval(timer)); }, 'TLS'],
      ['closes the connection', s => s.end(), 'EOF'],
      ['resets the connection', s => s.resetAndDestroy(), 'Connection reset'],
      ['has no TLS', s => s.end('HTTP/1.1 200 OK\r\n\r\n'), 'invalid SSL record'],
    ])('%s', async (_, greet, reason) => {
      const { port } = await tcp(greet);
      const { code, stderr, seconds } = await run(check(port, ...SHORT));
      expect({ code, stderr }).toEqual(LATE(reason));
      expect(seconds).toBeLessThan(4);
    });

    test('closes the connection or sends nothing after the handshake', async () => {
      const silent = await https(() => undefined);
      expect(ok(await run(check(silent.port, ...SHORT)))).toEqual(LATE('no response in time'));
      const closing = await https(request => request.socket.end());
      expect(ok(await run(check(closing.port, ...SHORT)))).toEqual(LATE('closed before a response'));
    });

    test('never stops sending', async () => {
      const flood = (socket: NodeJS.WritableStream) => {
        const more = () => { while (socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))) { /* more */ } };
        socket.on('drain', more);
        more();
      };
      const encrypted = await https(request => flood(request.socket));
      expect((await run(check(encrypted.port, ...SHORT))).seconds).toBeLessThan(4);
      const plain = await http(request => flood(request.socket));
      expect((await run(['--for=web', `--http=http://127.0.0.1:${plain.port}/`, ...SHORT])).seconds).toBeLessThan(4);
    });
  });

  describe('redirects of an https check', () => {
    test('an https check follows redirects on the same host, from https to http and back', async () => {
      const to: string[] = [];
      const redirect = (_: IncomingMessage, response: ServerResponse) => {
        const location = to.shift();
        response.writeHead(location ? 302 : 200, location ? { location } : {}).end();
      };
      const encrypted = await https(redirect);
      const plain = await http(redirect);
      to.push('/a/b', 'c', `//localhost:${encrypted.port}/d`, `http://localhost:${plain.port}/e`, `https://LOCALHOST:${encrypted.port}/f`);
      expect(ok(await run(check(encrypted.port)))).toEqual(READY);
      expect(encrypted.asked).toEqual(['/ready', '/a/b', '/a/c', '/d', '/f']);
      expect(plain.asked).toEqual(['/e']);
    });

    test('a redirect to another host counts as a success, also in the agent without TLS', async () => {
      const elsewhere = (_: IncomingMessage, response: ServerResponse) => response.writeHead(307, { location: 'https://elsewhere.example/' }).end();
      const [encrypted, plain] = [await https(elsewhere), await http(elsewhere)];
      expect(ok(await run(check(encrypted.port)))).toEqual(READY);
      expect(ok(await runAgent(['--for=web', `--http=http://localhost:${plain.port}/`]))).toEqual(READY);
    });

    test('an https check verifies the server after a redirect', async () => {
      // Each try has two handshakes.
      const limits = ['--try-timeout=2s', '--timeout=2s'];
      const other = await https(undefined, identity('other'));
      const { port } = await https((_, response) => response.writeHead(302, { location: `https://localhost:${other.port}/` }).end());
      expect(ok(await run(check(port, ca(), ...limits)))).toEqual(LATE('does not match'));
    });

    test('the agent without TLS reports that it cannot follow a redirect to https', async () => {
      const { port } = await http((_, response) => response.writeHead(302, { location: `https://localhost:${port}/` }).end());
      expect(ok(await runAgent(['--for=web', `--http=http://localhost:${port}/`, '--timeout=300ms']))).toEqual(LATE('HTTP status 302: a redirect to .*no TLS'));
    });
  });

  test('an https check sends a host name as SNI, and no address', async () => {
    const names: unknown[] = [];
    const { port } = await https((request, response) => { names.push(serverName(request)); response.end(); });
    await run(check(port));
    await run(['--for=web', `--http=https://127.0.0.1:${port}/`]);
    expect(names).toEqual(['localhost', false]);
  });

  describeAsRoot('of an absolute name', () => {
    test('an absolute host name has no final dot in SNI and in the certificate', async () => {
      const names: unknown[] = [];
      const { port } = await https((request, response) => { names.push(serverName(request)); response.end(); });
      const hosts = join(folder(), 'hosts');
      writeFileSync(hosts, '127.0.0.1 shop.example.\n');
      const within = ['unshare', '--mount', 'sh', '-c', `mount --bind ${hosts} /etc/hosts && exec "$@"`, 'sh'];
      expect(ok(await run(['--for=web', `--http=https://shop.example.:${port}/`, ca()], { within }))).toEqual(READY);
      expect(names).toEqual(['shop.example']);
    });
  });

  testReleased('an https check of 5 s uses at most 0.3 s of CPU while the server is not ready', async () => {
    const { port } = await https((_, response) => response.writeHead(503).end());
    const waiting = start(check(port));
    await sleep(5);
    const stat = readFileSync(`/proc/${waiting.process.pid}/stat`, 'utf8').split(' ');
    expect((Number(stat[13]) + Number(stat[14])) / 100).toBeLessThanOrEqual(0.3);
  }, 20_000);

  test('--quit sends a POST request with TLS to the proxy of a mesh after the command', async () => {
    const methods: unknown[] = [];
    const { port } = await https((request, response) => { methods.push(request.method); response.end(); });
    expect((await run([`--quit=https://127.0.0.1:${port}/quitquitquit`, '--', 'sh', '-c', 'exit 5'])).code).toBe(5);
    expect(methods).toEqual(['POST']);
  });

  test.each([
    ['wait', false, ['--for=web', '--http=https://web/'], 'this agent has no TLS; the agent wait-https has it'],
    ['wait', false, ['--quit=https://web/', '--', 'true'], 'this agent has no TLS; the agent wait-https has it'],
    ['wait-https', true, ['--for=web', '--http=http://web/', '--ca=/ca.crt'], 'needs --http=https://... before it'],
    ['wait-https', true, ['--for=web', '--ca=/ca.crt'], 'follows no argument that it modifies'],
    ['wait-https', true, ['--for=web', '--http=https://'], 'expected http://HOST:PORT/PATH or https://HOST:PORT/PATH'],
    ['wait-https', true, ['--for=web', '--http=ftp://web/'], 'expected http://HOST:PORT/PATH or https://HOST:PORT/PATH'],
  ])('%s, with TLS: %j, refuses %j before anything is done', async (_, tls, args, message) => {
    const { code, stderr, seconds } = await (tls ? run(args) : runAgent(args));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(seconds).toBeLessThan(1);
  });
});

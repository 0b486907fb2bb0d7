import { ChildProcess, spawn } from 'child_process';
import * as dgram from 'dgram';
import { writeFileSync } from 'fs';
import * as http from 'http';
import * as net from 'net';
import { join } from 'path';
import { describeAsRoot, folder, run, StartOptions, testAlone as test } from './run-agent';
import { tcp } from './servers';

/** Name servers that fail in the ways that getaddrinfo of glibc survives (2.36, which connects in 0.1 to 35 s). All addresses are of 127.0.0.0/8, so the tests need no namespace for their network. */

const SERVER = '127.0.53.1';
/** The search list of a pod, and the domain that the kubelet copies from the node. */
const SEARCH = 'search shop.svc.cluster.test svc.cluster.test cluster.test corp.test\noptions ndots:5\n';
const NAME = 'db.example.test';
const HERE = '127.0.0.1';
const SILENT = '127.0.53.9';

interface Reply { readonly code?: number; readonly addresses?: readonly string[]; readonly truncated?: boolean }
/** The reply to a question for a name and a family; `undefined` for none. */
type Zone = (name: string, family: 'A' | 'AAAA', overTcp: boolean) => Reply | undefined;

const SERVFAIL = { code: 2 };
const MISSING = { code: 3 };
const REFUSED = { code: 5 };
/** Only NAME exists, with an IPv4 address. */
const healthy: Zone = (name, family) => name !== NAME ? MISSING : family === 'A' ? { addresses: [HERE] } : {};
const inSearchDomain = (name: string) => name.endsWith('.corp.test');

function reply(query: Buffer, zone: Zone, overTcp: boolean): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] > 0; at += query[at] + 1) { labels.push(query.toString('latin1', at + 1, at + 1 + query[at])); }
  const found = zone(labels.join('.'), query[at + 2] === 1 ? 'A' : 'AAAA', overTcp);
  if (!found) { return undefined; }
  const { code = 0, addresses = [], truncated = false } = found;
  const records = addresses.map(address => Buffer.from([0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, ...address.split('.').map(Number)]));
  const header = Buffer.from([query[0], query[1], 0x81 + (truncated ? 2 : 0), 0x80 + code, 0, 1, 0, records.length, 0, 0, 0, 0]);
  return Buffer.concat([header, query.subarray(12, at + 5), ...records]);
}

let udp: dgram.Socket;
let overTcp: net.Server;
let zone: Zone;
let delay = 0;
let questions = 0;

async function startNameServer(): Promise<void> {
  udp = dgram.createSocket('udp4');
  udp.on('message', (query, { port, address }) => {
    questions++;
    const answer = reply(query, zone, false);
    if (answer) { setTimeout(() => udp.send(answer, port, address), delay); }
  });
  await new Promise<void>(resolve => udp.bind(53, SERVER, resolve));
  overTcp = net.createServer(socket => socket.on('error', () => undefined).on('data', query => {
    const answer = reply(query.subarray(2), zone, true)!;
    // In two parts: one ends within the length.
    const whole = Buffer.concat([Buffer.alloc(2), answer]);
    whole.writeUInt16BE(answer.length);
    socket.write(whole.subarray(0, 1));
    setTimeout(() => socket.end(whole.subarray(1)), 20);
  }));
  await new Promise<void>(resolve => overTcp.listen(53, SERVER, resolve));
}

/** Runs the agent with its own /etc/resolv.conf. */
function within(configuration: string): StartOptions {
  const file = join(folder(), 'resolv.conf');
  writeFileSync(file, configuration);
  return { within: ['unshare', '-m', 'sh', '-c', 'mount --bind "$1" /etc/resolv.conf; shift; exec "$@"', 'sh', file] };
}

/** A server that accepts no connection: its queue is full, so the kernel drops the packets. */
async function silentServer(port: number): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['-e', `require('net').createServer().listen(${port}, '${SILENT}', 1, () => { console.log('listens'); process.kill(process.pid, 'SIGSTOP'); })`]);
  await new Promise(resolve => server.stdout.once('data', resolve));
  const sockets = [1, 2, 3, 4].map(() => net.connect(port, SILENT).on('error', () => undefined));
  await new Promise(resolve => setTimeout(resolve, 200));
  server.once('exit', () => sockets.forEach(socket => socket.destroy()));
  return server;
}

describeAsRoot('the agent finds a name', () => {
  let port: number;
  beforeAll(async () => {
    await startNameServer();
    ({ port } = await tcp());
  });
  beforeEach(() => { [zone, delay, questions] = [healthy, 0, 0]; });
  afterAll(() => { udp.close(); overTcp.close(); });

  const connects = async (configuration = `nameserver ${SERVER}\n${SEARCH}`) => {
    const { code, stderr, seconds } = await run(['--for=db', `--tcp=${NAME}:${port}`, '--timeout=5s'], within(configuration));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return seconds;
  };

  test.each<[string, Zone]>([
    ['answers SERVFAIL for a search domain', (name, family) => inSearchDomain(name) ? SERVFAIL : healthy(name, family, false)],
    ['answers REFUSED for a search domain', (name, family) => inSearchDomain(name) ? REFUSED : healthy(name, family, false)],
    ['does not answer for a search domain', (name, family) => inSearchDomain(name) ? undefined : healthy(name, family, false)],
    ['answers SERVFAIL for IPv6 addresses', (name, family) => family === 'AAAA' ? SERVFAIL : healthy(name, family, false)],
    ['does not answer for IPv6 addresses', (name, family) => family === 'AAAA' ? undefined : healthy(name, family, false)],
    ['answers for IPv6 addresses that the name does not exist', (name, family) => family === 'AAAA' ? MISSING : healthy(name, family, false)],
    ['truncates its answers, and answers over TCP', (name, family, tcpToo) => tcpToo ? healthy(name, family, true) : { ...healthy(name, family, false), addresses: [], truncated: true }],
  ])('when a name server %s', async (_, answers) => {
    zone = answers;
    expect(await connects()).toBeLessThan(2);
  });

  test('when each answer takes 0.3 s, and when the first name server does not run', async () => {
    expect(await connects(`nameserver 127.0.53.2\nnameserver ${SERVER}\n${SEARCH}`)).toBeLessThan(2);
    delay = 300;
    expect(await connects()).toBeLessThan(3);
  });

  test('with one question for each family, without a search list', async () => {
    await connects(`nameserver ${SERVER}\n`);
    expect(questions).toBe(2);
  });

  test('and reports the error of a name server', async () => {
    zone = () => SERVFAIL;
    expect(await run(['--for=db', `--dns=${NAME}`, '--timeout=300ms'], within(`nameserver ${SERVER}\n`)))
      .toMatchObject({ code: 124, stderr: expect.stringContaining(`a name server answers for '${NAME}' with error 2`) });
  });

  test.each<[string, Reply | undefined]>([['has no', {}], ['gets no answer for', undefined]])('that %s IPv6 addresses, and connects to another address when the first drops packets', async (_, ipv6) => {
    zone = (name, family) => family === 'AAAA' ? ipv6 : name === NAME ? { addresses: [SILENT, HERE] } : MISSING;
    const silent = await silentServer(port);
    expect(await connects(`nameserver ${SERVER}\n`).finally(() => silent.kill('SIGKILL'))).toBeLessThan(3);
  });

  test.each<[string, (socket: net.Socket) => void]>([
    ['sends nothing', () => undefined],
    ['is another server', socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('and asks the server of another address when the first %s', async (_, greet) => {
    const addresses = ['127.0.54.3', '127.0.54.4'];
    const greets = [greet, (socket: net.Socket) => socket.end('+PONG')];
    const servers = greets.map((each, i) => net.createServer(socket => each(socket.on('error', () => undefined))).listen(port, addresses[i]));
    zone = (name, family) => name === NAME && family === 'A' ? { addresses } : MISSING;
    const { code, seconds } = await run(['--for=db', `--tcp=${NAME}:${port}`, '--ready=+PONG', '--timeout=9s'], within(`nameserver ${SERVER}\n`));
    servers.forEach(server => server.close());
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(4);
  });

  test('and begins each try with another address', async () => {
    const asked = new Set<string | undefined>();
    const addresses = ['127.0.54.1', '127.0.54.2'];
    const servers = addresses.map(address => http.createServer(({ socket }, response) => {
      asked.add(socket.localAddress);
      response.writeHead(503).end();
    }).listen(port, address));
    zone = (name, family) => name === NAME && family === 'A' ? { addresses } : MISSING;
    await run(['--for=db', `--http=http://${NAME}:${port}/`, '--timeout=500ms'], within(`nameserver ${SERVER}\n`));
    servers.forEach(server => server.close());
    expect([...asked].sort()).toEqual(addresses);
  });
});

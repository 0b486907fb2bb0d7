import { ChildProcess, execFileSync, spawn, spawnSync } from 'child_process';
import { chownSync, writeFileSync } from 'fs';
import { connect, createServer, Socket } from 'net';
import { join } from 'path';
import { folder, run } from './run-agent';
import { Protocol } from '../../src/api/protocol';
import { buildAgentArguments } from '../../src/pod/checks';

/** Real servers from Debian and Maven (scripts/get-servers.sh), each in its own processes, as the user 999. */

export const ROOT = process.env.STARTUP_ORDER_SERVERS;
const USER = 999;
/** Binds the file systems of the machine and the data into the root, and runs the words in it. Java needs a root that is mounted. */
const ENTER = `
  mount --bind "$1" "$1"
  for each in dev proc; do mount --rbind /$each "$1/$each"; done
  for each in tmp run; do mount -t tmpfs -o mode=1777 tmpfs "$1/$each"; done
  mount --bind "$2" "$1/data"
  root=$1; shift 2
  exec chroot --userspec=${USER}:${USER} "$root" env -i HOME=/data LC_ALL=C.UTF-8 PATH=/usr/lib/postgresql/17/bin:/usr/bin:/usr/sbin "$@"`;
const enter = (data: string, words: readonly string[]) => ['--mount', '--pid', '--fork', 'sh', '-c', ENTER, 'sh', ROOT!, data, ...words];

const running = new Set<RealServer>();
afterAll(async () => { for (const server of running) { await server.stop(); } });

/** A folder of the user of the servers, with these files. */
export function dataFolder(files: Readonly<Record<string, string>> = {}): string {
  const path = folder();
  chownSync(path, USER, USER);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), content);
    chownSync(join(path, name), USER, USER);
  }
  return path;
}

export function copyOf(data: string): string {
  const copy = folder();
  execFileSync('cp', ['-a', `${data}/.`, copy]);
  return copy;
}

/** Runs a command of a server to its end. */
export function prepare(data: string, words: readonly string[], input?: string): void {
  const { status, stdout, stderr } = spawnSync('unshare', enter(data, words), { input, encoding: 'utf8' });
  if (status !== 0) { throw new Error(`${words[0]}: ${stdout}${stderr}`); }
}

export interface RealServer {
  readonly port: number;
  log(): string;
  /** Waits until the log contains the text, and returns the time. */
  logs(text: string): Promise<number>;
  stop(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export function startServer(port: number, data: string, words: readonly string[]): RealServer {
  return supervise(port, spawn('unshare', enter(data, words), { stdio: ['ignore', 'pipe', 'pipe'], detached: true }));
}

export function supervise(port: number, child: ChildProcess): RealServer {
  let log = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', data => { log += data; listeners.forEach(listener => listener()); });
  }
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()));
  const logs = (text: string) => new Promise<number>((resolve, reject) => {
    const look = () => { if (log.includes(text)) { listeners.delete(look); resolve(performance.now()); } };
    listeners.add(look);
    void ended.then(() => reject(new Error(`the server has ended: ${log}`)));
    setTimeout(() => reject(new Error(`the server has not printed '${text}': ${log}`)), 90_000).unref();
    look();
  });
  const server: RealServer = {
    port,
    log: () => log,
    logs,
    stop: async () => { if (running.delete(server)) { server.signal('SIGKILL'); } await ended; },
    // The first process of a PID namespace is in the group, too: its end ends all processes of the server.
    signal: signal => { process.kill(-child.pid!, signal); },
  };
  running.add(server);
  void ended.then(() => running.delete(server));
  return server;
}

/** Linux takes the ports of clients from 32768 on: no connection of an agent uses these. */
let nextPort = 12_000 + (process.pid % 200) * 100;

/** The first of so many consecutive ports that no other process uses. */
export async function freePort(count = 1): Promise<number> {
  const first = nextPort;
  nextPort += count;
  for (let port = first; port < nextPort; port++) {
    if (!await isFree(port)) { return freePort(count); }
  }
  return first;
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

export interface Client {
  readonly socket: Socket;
  /** The first bytes of the server; `''` if the connection has ended without them. */
  readonly greeting: string;
}

/** Connects to a server, and keeps the connection open. */
export const connectTo = (port: number, send = ''): Promise<Client> => new Promise(resolve => {
  const socket = connect(port, '127.0.0.1');
  socket.write(send);
  socket.on('error', () => undefined);
  socket.once('data', data => resolve({ socket, greeting: data.toString('latin1') }));
  socket.once('close', () => resolve({ socket, greeting: '' }));
});

/** The words of the library for a wait. */
export const wordsFor = (protocol: Protocol, port: number) => ['--for=it', ...buildAgentArguments({ kind: 'server', protocol, port, host: '127.0.0.1' }, { retries: false }) as string[]];

/** Enough for an answer on a busy machine. */
export const PATIENT = '20s';

/** `''` when the server is ready within the time, or else the reason why it is not. */
export async function ask(protocol: Protocol, port: number, limit = '1s'): Promise<string> {
  const { code, stderr } = await run([...wordsFor(protocol, port), `--timeout=${limit}`]);
  if (code === 0) { return ''; }
  return /^startup-order: 'it' was not ready within \S+ \S+ \(.* at 127\.0\.0\.1:\d+: (.*)\), ending with exit code 124\n$/.exec(stderr)?.[1] ?? stderr;
}

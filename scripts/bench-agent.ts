/**
 * Measures the wait agent against its bars and exits 1 when one is missed: npx ts-node -T scripts/bench-agent.ts
 *
 * Needs Linux and the busybox of scripts/build-busybox.sh, whose shell runs the agent as in a cluster; strace for the last row.
 */
import { spawn, spawnSync } from 'child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { createServer } from 'http';
import * as net from 'net';
import { homedir, tmpdir } from 'os';
import { join } from 'path';
import { SCRIPT } from '../src/agent/script';

const BARS = { latencyP95: 30, cpuSeconds: 0.5, forksPerPoll: 2 };
const TRIALS = 50;
const PARALLEL = 2;

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const BUSYBOX = process.env.STARTUP_ORDER_BUSYBOX ?? join(cache, 'cdk8s-startup-order', 'busybox-1.37.0-musl');
const AGENT = [BUSYBOX, 'sh', '-c', SCRIPT, BUSYBOX];
const FOLDER = mkdtempSync(join(tmpdir(), 'bench-agent-'));
const waitFor = (...words: string[]) => ['--for=it', `--words=${words.length}`, ...words];
const url = (port: number) => `http://127.0.0.1:${port}/`;
const now = () => Number(process.hrtime.bigint()) / 1e6;
const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
}

/** Something an agent waits for; `become` makes it ready and gives the time of that. */
interface Target {
  readonly words: string[];
  become(): Promise<number>;
  close(): void;
}

function file(): Promise<Target> {
  const path = join(FOLDER, `${process.hrtime.bigint()}`);
  writeFileSync(`${path}.not-yet`, '');
  const become = async () => {
    renameSync(`${path}.not-yet`, path);
    return now();
  };
  return Promise.resolve({ words: ['file', path], become, close: () => undefined });
}

async function command(): Promise<Target> {
  const { words, ...rest } = await file();
  return { words: ['command', BUSYBOX, 'test', '-e', words[1]], ...rest };
}

/** A port that refuses, and then listens. */
async function tcp(): Promise<Target> {
  const server = net.createServer(socket => socket.on('error', () => undefined).resume());
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return { words: ['tcp', '127.0.0.1', `${port}`], become: () => listen(port).then(now), close: () => server.close() };
}

/** A server that answers 503, and then 200. */
async function http(): Promise<Target> {
  let status = 503;
  const server = createServer((_, response) => {
    response.statusCode = status;
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const become = async () => {
    status = 200;
    return now();
  };
  return { words: ['http', url((server.address() as net.AddressInfo).port), '200-399'], become, close: () => server.close() };
}

async function latency(target: Target): Promise<number> {
  const agent = spawn(AGENT[0], [...AGENT.slice(1), ...waitFor(...target.words)], { stdio: 'ignore' });
  const exited = new Promise<number>((resolve, reject) =>
    agent.on('exit', code => code === 0 ? resolve(now()) : reject(new Error(`the agent ended with ${code}`))));
  await pause(300 + Math.random() * 1700);
  const ready = await target.become();
  const latest = await exited;
  target.close();
  return latest - ready;
}

async function latencies(what: string, make: () => Promise<Target>): Promise<Row> {
  const found: number[] = [];
  const lane = async () => {
    while (found.length < TRIALS) found.push(await latency(await make()));
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  const percentile = (p: number) => found.sort((a, b) => a - b)[Math.ceil(found.length * p) - 1];
  const p95 = percentile(0.95);
  return {
    what: `${what}: ready to detected, p50 / p95 of ${found.length}`,
    measured: `${percentile(0.5).toFixed(1)} / ${p95.toFixed(1)} ms`,
    bar: `p95 <= ${BARS.latencyP95} ms`,
    met: p95 <= BARS.latencyP95,
  };
}

/** bash's `time` counts the agent, and the children it has waited for: all of them. */
async function cpu(what: string, words: string[]): Promise<Row> {
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', 'bash', ...AGENT, '--timeout=30', '--on-timeout=fail', ...waitFor(...words)];
  const bash = spawn('bash', timed, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  bash.stderr.on('data', data => text += data);
  const code = await new Promise(resolve => bash.on('close', resolve));
  const seconds = text.trim().split(' ').map(Number).reduce((a, b) => a + b, 0);
  if (code !== 124 || Number.isNaN(seconds)) throw new Error(`no deadline but ${code}: ${text}`);
  return { what: `${what}: CPU of a wait of 30 s`, measured: `${seconds.toFixed(2)} s`, bar: `<= ${BARS.cpuSeconds} s`, met: seconds <= BARS.cpuSeconds };
}

/** Processes started in a wait of three seconds that ends in vain, and how many of them ran `program`; `undefined` without strace. */
function forks(words: string[], program: string): { started: number; ran: number } | undefined {
  const log = join(FOLDER, 'strace');
  const { error } = spawnSync('strace', ['-f', '-qq', '-e', 'trace=clone,clone3,fork,vfork,execve', '-o', log, ...AGENT,
    '--timeout=3', '--on-timeout=fail', ...waitFor(...words)], { stdio: 'ignore' });
  if (error) return undefined;
  const lines = readFileSync(log, 'utf8').split('\n');
  return {
    started: lines.filter(line => /(clone3?|v?fork)\b.*= [1-9]/.test(line)).length,
    ran: lines.filter(line => line.includes('execve(') && line.includes(`"${program}"`)).length,
  };
}

/** Less what a wait of the same length takes that polls nothing: the clock. */
function forksPerPoll(what: string, words: string[], program: string): Row {
  const polling = forks(words, program);
  const idle = forks(['delay', '61'], program);
  const bar = `<= ${BARS.forksPerPoll}`;
  if (!polling || !idle) return { what: `${what}: forks per poll`, measured: 'no strace', bar, met: true };
  const each = (polling.started - idle.started) / polling.ran;
  return { what: `${what}: forks per poll (strace, ${polling.ran} polls)`, measured: each.toFixed(2), bar, met: each <= BARS.forksPerPoll };
}

async function main(): Promise<void> {
  const unwell = await http();
  const measurements: (() => Row | Promise<Row>)[] = [
    () => latencies('tcp', tcp),
    () => latencies('http', http),
    () => latencies('file', file),
    () => latencies('command', command),
    () => cpu('tcp, refused', ['tcp', '127.0.0.2', '1']),
    () => cpu('http, 503', unwell.words),
    () => cpu('http, 503 and statuses', [...unwell.words.slice(0, 2), '200']),
    () => forksPerPoll('tcp, refused', ['tcp', '127.0.0.2', '1'], 'nc'),
  ];
  let missed = 0;
  for (const measure of measurements) {
    const { what, measured, bar, met } = await measure();
    console.log(`${what.padEnd(52)} ${measured.padStart(16)}   ${bar.padEnd(14)} ${met ? 'ok' : 'MISSED'}`);
    if (!met) missed++;
  }
  unwell.close();
  rmSync(FOLDER, { recursive: true });
  process.exitCode = missed === 0 ? 0 : 1;
}

void main();

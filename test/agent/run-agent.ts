import { ChildProcess, spawn } from 'child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'fs';
import { constants, tmpdir } from 'os';
import { join, resolve as absolute } from 'path';

const PLATFORMS: Partial<Record<string, string>> = { x64: 'linux-amd64', arm64: 'linux-arm64' };
const PLATFORM = process.platform === 'linux' ? PLATFORMS[process.arch] : undefined;

/** The agent under test: the checked-in binary for this machine, or the program in STARTUP_ORDER_AGENT (a sanitizer build, or an emulated one). */
export const AGENT: readonly string[] = (process.env.STARTUP_ORDER_AGENT ?? join(__dirname, '../../agent/bin', PLATFORM ?? '', 'wait')).split(' ')
  .map(word => word.includes('/') && existsSync(word) ? absolute(word) : word);

/** The binaries run on Linux only. */
export const describeAgent = PLATFORM ? describe : describe.skip;
/** Other namespaces and other users need root. */
export const describeAsRoot = PLATFORM && process.getuid!() === 0 ? describe : describe.skip;

const IS_RELEASED = process.env.STARTUP_ORDER_AGENT === undefined;

/** The tests mostly sleep, so jest runs five at a time. Emulation and sanitizers need the whole processor for one. */
export const testBeside = IS_RELEASED ? test.concurrent : test;

/** A test that sends signals at certain times: it runs when no other test does. */
export const testAlone = test;

/** A test of behaviour that differs between qemu-user and the kernel; `reason` describes the difference. */
export const testUnlessEmulated = (_reason: string) => AGENT[0].startsWith('qemu-') ? test.skip : testAlone;

/** A test of the checked-in binary: emulation and sanitizers need additional time and memory. */
export const testReleased = IS_RELEASED ? testBeside : test.skip;

/** As process 1 of a PID namespace, where the kernel ignores signals without a handler. */
export const AS_PROCESS_1 = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** The process IDs of the children of a process. */
export function childrenOf(pid: number | string | undefined): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(child => child !== '');
}

/** The result of a wait that has passed. */
export const READY = { code: 0, stdout: '', stderr: '' };

export interface Ended {
  /** The exit code; 128 and the number of the signal where a signal ended the process. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Whether the process has exited by now. */
  hasEnded(): boolean;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Words before the agent, such as `unshare`. */
  readonly within?: readonly string[];
}

/** Starts the agent. */
export function start(args: readonly string[], { env = process.env, input, within = [] }: StartOptions = {}): Running {
  const [program, ...rest] = [...within, ...AGENT, ...args];
  const begun = process.hrtime.bigint();
  const child = spawn(program, rest, { env, stdio: 'pipe' });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', data => { stdout += data; });
  child.stderr.on('data', data => { stderr += data; });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let done = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      done = true;
      resolve({ code: code ?? 128 + constants.signals[signal!], signal, stdout, stderr, seconds: Number(process.hrtime.bigint() - begun) / 1e9 });
    });
  });
  return { process: child, ended, hasEnded: () => done };
}

export function run(args: readonly string[], options: StartOptions = {}): Promise<Ended> { return start(args, options).ended; }

/** Expects that the agent has ended with this exit code in less than so many seconds. */
export function expectEnd({ code, seconds }: Ended, expected: number, limit: number): void {
  expect(code).toBe(expected);
  expect(seconds).toBeLessThan(limit);
}

/** Expects that the agent waits until the change, and that it is ready within so many milliseconds after it. */
export async function expectReadyAfter(waiting: Running, change: () => unknown, milliseconds: number): Promise<void> {
  expect(waiting.hasEnded()).toBe(false);
  const begun = Date.now();
  await change();
  expect(await waiting.ended).toMatchObject(READY);
  expect(Date.now() - begun).toBeLessThan(milliseconds);
}

export function sleep(seconds: number): Promise<void> { return new Promise(resolve => setTimeout(resolve, seconds * 1000)); }

/** Starts the agent, and returns so many seconds later. */
export async function startAndSleep(seconds: number, args: readonly string[], options: StartOptions = {}): Promise<Running> {
  const started = start(args, options);
  await sleep(seconds);
  return started;
}

/** An empty folder that is removed after the tests. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'wait-'));
  folders.push(path);
  return path;
}

/** A test with the path of a new file. */
export const withFile = <Row extends readonly unknown[]>(body: (file: string, ...row: Row) => Promise<void>) => (...row: Row) => body(join(folder(), 'file'), ...row);

afterAll(() => {
  running.forEach(child => child.kill('SIGKILL'));
  folders.forEach(path => rmSync(path, { recursive: true, force: true }));
});

import { ChildProcess, spawn, spawnSync } from 'child_process';
import { randomUUID } from 'crypto';
import * as fs from 'fs';
import { homedir, tmpdir } from 'os';
import { delimiter, join } from 'path';
import { INSTALL_SCRIPT, SCRIPT } from '../../src/agent/script';

/** The shells of this machine, and the agent at work in all of them at once. */

/** Set where a missing shell must not go unnoticed: there tests fail that are skipped elsewhere. */
export const REQUIRED = process.env.STARTUP_ORDER_REQUIRE_BUSYBOX === '1';

/** A folder of this test run, open to every user, with a copy of busybox in it if there is one. */
export const HOME = fs.mkdtempSync(join(tmpdir(), 'wait-agent-'));
fs.chmodSync(HOME, 0o755);

/** Static musl busybox: the agent's shell and tools in a cluster. */
export const BUSYBOX = copyOfBusybox();

export interface Shell {
  readonly name: string;
  /** Starts the agent; its words follow. */
  readonly argv: string[];
}

export const SHELLS: Shell[] = [...shellsOfTheMachine(), ...shellsOfBusybox()];

/** `undefined` when the machine has no such program. */
export function program(name: string): string | undefined {
  return (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)).find(path => fs.existsSync(path));
}

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From start to end, where the end is that nobody holds the agent's output any more. */
  readonly seconds: number;
  /** Command lines of processes that the agent left behind. */
  readonly left: string[];
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: 'ignore' | 'closed';
  readonly uid?: number;
}

export class Run {
  public readonly outcome: Promise<Outcome>;
  private readonly id = `STARTUP_ORDER_TEST=${randomUUID()}`;
  private readonly child: ChildProcess;

  constructor(argv: string[], options: RunOptions = {}) {
    const [key, value] = this.id.split('=');
    const closed = ['/bin/sh', '-c', 'exec "$@" <&-', 'sh'];
    const [file, ...args] = options.stdin === 'closed' ? [...closed, ...argv] : argv;
    const start = Date.now();
    this.child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...(options.env ?? { PATH: process.env.PATH }), [key]: value },
      uid: options.uid,
      gid: options.uid,
    });
    const tooLong = setTimeout(() => this.processes().forEach(pid => process.kill(pid, 'SIGKILL')), 20_000);
    let stdout = '', stderr = '';
    this.child.stdout!.on('data', text => stdout += text);
    this.child.stderr!.on('data', text => stderr += text);
    this.outcome = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => {
        clearTimeout(tooLong);
        const seconds = (Date.now() - start) / 1000;
        void this.left().then(left => resolve({ code, signal, stdout, stderr, seconds, left }));
      });
    });
  }

  /** Signals the agent once it waits, and tells how long it took to end. */
  public async kill(signal: NodeJS.Signals, pid = this.child.pid!): Promise<Outcome & { readonly obeyed: number }> {
    await until(() => catchesTerm(pid), 'the agent sets its traps');
    await pause(200);
    const start = Date.now();
    process.kill(pid, signal);
    const exit = new Promise(resolve => this.child.on('exit', resolve));
    const obeyed = await exit.then(() => (Date.now() - start) / 1000);
    return { ...await this.outcome, obeyed };
  }

  /** Processes of this run, whoever their parent is by now. */
  public processes(): number[] {
    return fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter(pid => read(`/proc/${pid}/environ`).includes(this.id)).map(Number);
  }

  /** PID 1 of a run under `unshare -fp`, as it is known outside. */
  public async childOfUnshare(): Promise<number> {
    const find = () => this.processes().find(pid => pid !== this.child.pid && !read(`/proc/${pid}/comm`).startsWith('unshare'));
    await until(() => find() !== undefined, 'unshare starts its child');
    return find()!;
  }

  /** What is still there after the time a killed process needs to vanish. */
  private async left(): Promise<string[]> {
    for (let tries = 0; tries < 10 && this.processes().length > 0; tries++) await pause(50);
    return this.processes().map(pid => read(`/proc/${pid}/cmdline`).split('\0').join(' ').slice(0, 60));
  }
}

/** Runs the agent with these words in every shell, side by side. */
export function inEveryShell(words: string[] | ((shell: Shell) => string[]), options?: RunOptions): Promise<Record<string, Outcome>> {
  return each(shell => new Run([...shell.argv, ...words instanceof Function ? words(shell) : words], options).outcome);
}

/** The same as `inEveryShell`, but each agent gets a signal while it waits. */
export function killedInEveryShell(signal: NodeJS.Signals, words: string[]): Promise<Record<string, Outcome & { obeyed: number }>> {
  return each(shell => new Run([...shell.argv, ...words]).kill(signal));
}

/** What `inEveryShell` should give: the same everywhere, and never a process left behind. */
export function everywhere(outcome: object): Record<string, unknown> {
  return Object.fromEntries(SHELLS.map(shell => [shell.name, expect.objectContaining({ left: [], ...outcome })]));
}

export async function each<T>(act: (shell: Shell) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(SHELLS.map(async shell => [shell.name, await act(shell)] as const)));
}

/** Matches a number from `low` to `high`. */
export function between(low: number, high: number): unknown {
  return {
    asymmetricMatch: (value: unknown) => typeof value === 'number' && value >= low && value <= high,
    toString: () => `between ${low} and ${high}`,
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 5000; !condition(); await pause(10)) {
    if (Date.now() > end) throw new Error(`waited 5 s in vain: ${what}`);
  }
}

function copyOfBusybox(): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const path = process.env.STARTUP_ORDER_BUSYBOX ?? join(cache, 'cdk8s-startup-order', 'busybox-1.37.0-musl');
  if (!fs.existsSync(path)) return undefined;
  fs.copyFileSync(path, join(HOME, 'busybox'));
  fs.chmodSync(join(HOME, 'busybox'), 0o755);
  return join(HOME, 'busybox');
}

/** Their tools are busybox's too, for nc and wget differ from image to image. */
function shellsOfTheMachine(): Shell[] {
  const known = ['dash', 'bash', 'mksh'].filter(program);
  const names = known.length > 0 ? known : ['sh'].filter(program);
  return names.map(name => ({ name, argv: [program(name)!, '-c', SCRIPT, BUSYBOX ? join(HOME, 'wait-agent') : name] }));
}

function shellsOfBusybox(): Shell[] {
  if (!BUSYBOX) return [];
  const folder = join(HOME, 'installed');
  fs.mkdirSync(folder);
  const { status, stderr } = spawnSync(BUSYBOX, ['sh', '-c', INSTALL_SCRIPT, BUSYBOX, folder, SCRIPT], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the agent cannot be installed: ${stderr}`);
  return [
    { name: 'busybox', argv: [BUSYBOX, 'sh', '-c', SCRIPT, BUSYBOX] },
    { name: 'installed', argv: [join(folder, 'wait-agent')] },
  ];
}

/** SigCgt is a bit mask in hexadecimal; SIGTERM, 15, is the third bit of the fourth digit from the right. */
function catchesTerm(pid: number): boolean {
  return /^SigCgt:\t\w*[4-7c-f]\w{3}$/m.test(read(`/proc/${pid}/status`));
}

/** Empty when the process has gone, or belongs to somebody else. */
function read(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

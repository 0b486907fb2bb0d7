import { ChildProcess, spawn } from 'child_process';
import { LateError } from './poll';

/** Child processes of the runner, each in its own process group: Ctrl-C reaches only the runner, which then ends the groups. */
const running = new Set<ChildProcess>();

export interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Print stderr at once, for commands that may take minutes. */
  readonly verbose?: boolean;
}

/** Runs a command to its end. Throws its stderr if it fails, and a `LateError` if it takes longer than `timeoutMs`. */
export async function run(command: string, args: readonly string[], { env, timeoutMs, verbose }: ProcessOptions): Promise<string> {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child);
  }, timeoutMs);
  let out = '';
  let errors = '';
  child.stdout.on('data', text => { out += text; });
  child.stderr.on('data', text => {
    errors += text;
    if (verbose) { process.stderr.write(text); }
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      if (code === 0) { return resolve(out); }
      const words = `${command} ${args.join(' ')}`;
      const message = `${words}: ${signal ?? `exit code ${code}`}${verbose ? '' : `\n${errors.trimEnd()}`}`;
      reject(late ? new LateError(`not within ${timeoutMs / 1000} s: ${words}`) : new Error(message));
    });
  });
}

/** Starts a process that runs until `endProcesses`. */
export function startProcess(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

/** Ends all processes and waits for their end. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map(async child => new Promise(resolve => {
    child.on('close', resolve);
    endGroup(child);
  })));
}

/** Sends SIGTERM to a script and its children, such as a compiler. */
export function endGroup(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) { process.kill(-child.pid!, 'SIGTERM'); }
}

import { ChildProcess, spawn } from 'child_process';

/** Child processes of the runner. Each has a process group of its own: Ctrl-C reaches the runner alone, which then ends the groups. */
const running = new Set<ChildProcess>();

export interface ProcessOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Show what it says on stderr at once: for what may take minutes. */
  readonly verbose?: boolean;
}

/** Runs to the end; the error of a failure is what it said on stderr. */
export async function run(command: string, args: readonly string[], { env, timeoutMs, verbose }: ProcessOptions): Promise<string> {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  const timer = setTimeout(() => endGroup(child), timeoutMs);
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
      if (code === 0) { resolve(out); } else { reject(new Error(`${command} ${args.join(' ')}: ${signal ?? `exit code ${code}`}${verbose ? '' : `\n${errors.trimEnd()}`}`)); }
    });
  });
}

/** Runs until `endProcesses`. */
export function startProcess(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

/** Ends all and waits for that. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...running].map(async child => new Promise(resolve => {
    child.on('close', resolve);
    endGroup(child);
  })));
}

/** A script and whatever it runs at the moment, such as a compiler. */
export function endGroup(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) { process.kill(-child.pid!, 'SIGTERM'); }
}

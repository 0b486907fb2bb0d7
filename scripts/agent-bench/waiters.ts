import { spawnSync } from 'child_process';
import { statSync } from 'fs';
import { join } from 'path';
import { OURS } from './results';
import { Check, Kind } from './targets';

const PEERS = join(__dirname, '..', '..', 'conformance', 'peers', 'build.sh');

/** The agent as the library delivers it. */
const WAIT = join(__dirname, '..', '..', 'agent', 'bin', 'linux-amd64', 'wait');

/** A program that ends when a target is ready. */
export interface Waiter {
  readonly name: string;
  /** The interval between two checks. */
  readonly interval: string;
  readonly kinds: readonly Kind[];
  /** The size of the files that the container needs. */
  readonly bytes: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Returns the command line. The program exits with 124 after `seconds`. */
  argv(check: Check, seconds: number): string[];
}

export const AGENT: Waiter = {
  name: OURS,
  interval: '20 ms for 2.5 s, then 70 ms',
  kinds: ['tcp', 'http', 'file', 'command'],
  bytes: statSync(WAIT).size,
  argv: (check, seconds) => [WAIT, '--for=it', ...wordsOf(check), `--timeout=${seconds}s`],
};

function wordsOf(check: Check): string[] {
  switch (check.kind) {
    case 'file':
      return [`--file=${check.path}`];
    case 'command':
      return ['--command=3', '/bin/test', '-e', check.path];
    case 'tcp':
      return [`--tcp=${check.host}:${check.port}`];
    case 'http':
      return [`--http=${check.url}`];
    case 'statuses':
      return [`--http=${check.url}`, '--status=200'];
  }
}

/** Returns the other waiters, or the reason why they are missing. */
export function peers(): { readonly waiters: readonly Waiter[]; readonly missing?: string } {
  const { status, stdout, stderr, error } = spawnSync(PEERS, { encoding: 'utf8' });
  if (error || status !== 0) {
    return {
      waiters: [],
      missing:
        `${error?.message ?? stderr.trim().split('\n').pop()}: the other waiters are not measured ` +
        `(conformance/peers/build.sh).`,
    };
  }
  const folder = stdout.trim();
  return { waiters: [wait4x(folder, '1s', '1 s, its default'), wait4x(folder, '20ms', '20 ms'), waitForIt(folder)] };
}

const size = (...paths: string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0);

function wait4x(folder: string, interval: string, said: string): Waiter {
  const program = join(folder, 'bin', 'wait4x');
  const common = (seconds: number) => ['--quiet', '--interval', interval, '--timeout', `${seconds}s`];
  return {
    name: 'wait4x 3.7.1',
    interval: said,
    kinds: ['tcp', 'http'],
    bytes: size(
      program,
      join(folder, 'lib', 'x86_64-linux-gnu', 'libc.so.6'),
      join(folder, 'lib64', 'ld-linux-x86-64.so.2'),
    ),
    argv: (check, seconds) => {
      if (check.kind === 'tcp') return [program, 'tcp', `${check.host}:${check.port}`, ...common(seconds)];
      // Without a status it accepts 503.
      if (check.kind === 'http') return [program, 'http', check.url, '--expect-status-code', '200', ...common(seconds)];
      throw new Error(`wait4x is not measured with ${check.kind}`);
    },
  };
}

/** A script for bash that also runs `timeout`, `sleep` and `date` of the machine. Only bash counts for the size. */
function waitForIt(folder: string): Waiter {
  const [bash, script] = [join(folder, 'bin', 'bash'), join(folder, 'bin', 'wait-for-it')];
  return {
    name: 'wait-for-it',
    interval: '1 s, fixed',
    kinds: ['tcp'],
    bytes: size(bash, script),
    // The script runs itself, and its first line finds bash in PATH.
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    argv: (check, seconds) => {
      if (check.kind !== 'tcp') throw new Error(`wait-for-it is not measured with ${check.kind}`);
      return [bash, script, '--quiet', `--host=${check.host}`, `--port=${check.port}`, `--timeout=${seconds}`];
    },
  };
}

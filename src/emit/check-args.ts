import { toolWords } from './tool-args';
import { Awaitable, HttpCheck, LOOPBACK, urlOf } from '../api/private/check';
import { toolOf } from '../pod/wait-tool';

/** The arguments of the agent for a check. `retries`: a blocking command that fails runs again. */
export function checkArguments(check: Awaitable, { retries }: { readonly retries: boolean }): string[] {
  switch (check.kind) {
    case 'httpGet': return toolOf(check) === 'curl' ? toolWords(check) : [...httpArguments(check), ...tryArgument(check)];
    case 'tcpSocket': return [`--tcp=${hostAndPort(check.host ?? LOOPBACK, check.port)}`, ...tryArgument(check)];
    case 'command': return [`--command=${check.command.length}`, ...check.command, ...tryArgument(check)];
    case 'blockingCommand': return [`--blocking-command=${check.command.length}`, ...check.command, ...(retries ? ['--retry'] : [])];
    case 'fileExists': return [`--file=${check.path}`];
    case 'fileContains': return [`--file-contains=${check.path}`, `--text=${check.text}`];
    case 'unixSocket': return [`--unix-socket=${check.path}`];
    case 'delay': return [`--delay=${duration(check.seconds)}`];
    case 'dns': return [`--dns=${check.host}`, ...tryArgument(check)];
    case 'mark': return [`--marked=${check.file}:${check.key}`];
    case 'ended': return [`--exited=${check.file}:${check.key}`, ...(check.isFinal ? ['--final'] : [])];
    case 'allOf': return check.checks.flatMap(c => checkArguments(c, { retries }));
    case 'resource':
    case 'pods':
    case 'database': return toolWords(check);
    case 'grpc': throw new Error('unreachable: the planner lets no gRPC check reach the agent');
  }
}

/** The agent counts in milliseconds, and reads no exponents. */
export function duration(seconds: number): string {
  return `${Math.max(1, Math.round(seconds * 1000)) / 1000}s`;
}

function httpArguments(check: HttpCheck): string[] {
  return [
    `--http=${urlOf(check)}`,
    ...(check.statuses ? [`--status=${check.statuses.join(',')}`] : []),
    ...(check.headers ?? []).map(({ name, value }) => `--header=${name}: ${value}`),
  ];
}

function tryArgument({ trySeconds }: { readonly trySeconds?: number }): string[] {
  return trySeconds === undefined ? [] : [`--try-timeout=${duration(trySeconds)}`];
}

function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

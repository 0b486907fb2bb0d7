/** What proves that something is ready. The tagged union inside `ReadyCheck`; durations are seconds, hosts are as the user wrote them. */
export type Check =
  | HttpCheck
  | { readonly kind: 'tcpSocket'; readonly host?: string; readonly port: number; readonly trySeconds?: number }
  | { readonly kind: 'grpc'; readonly port: number; readonly service?: string; readonly trySeconds?: number }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly trySeconds?: number }
  | { readonly kind: 'blockingCommand'; readonly command: readonly string[] }
  | { readonly kind: 'fileExists'; readonly path: string }
  | { readonly kind: 'fileContains'; readonly path: string; readonly text: string }
  | { readonly kind: 'unixSocket'; readonly path: string }
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'allOf'; readonly checks: readonly Check[] };

export interface HttpCheck {
  readonly kind: 'httpGet';
  readonly scheme: 'http' | 'https';
  readonly host?: string;
  readonly port: number;
  readonly path: string;
  /** Accepted statuses; all of 200–399 when absent. */
  readonly statuses?: readonly number[];
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly trySeconds?: number;
}

/** What a wait agent can look at: a check, or a mark that another agent makes. `failed`: the mark that it makes when it will never make this one. */
export type Awaitable = Check | { readonly kind: 'mark'; readonly file: string; readonly key: string; readonly failed?: string };

/** The simple checks that `check` is made of: `allOf` dissolved, at any depth. */
export function leaves(check: Check): Exclude<Check, { kind: 'allOf' }>[];
export function leaves(check: Awaitable): Exclude<Awaitable, { kind: 'allOf' }>[];
export function leaves(check: Awaitable): Exclude<Awaitable, { kind: 'allOf' }>[] {
  return check.kind === 'allOf' ? check.checks.flatMap(leaves) : [check];
}

/** The host that the agent asks when the user names none: loopback reaches every container of the pod. */
export const LOOPBACK = '127.0.0.1';
/** In words: the host that the kubelet asks then. */
export const POD_IP = 'POD_IP';

export function urlOf(check: HttpCheck, hostByDefault = LOOPBACK): string {
  const host = check.host ?? hostByDefault;
  return `${check.scheme}://${host.includes(':') ? `[${host}]` : host}:${check.port}${check.path}`;
}

/** The check in the words of a plan or an error: 'GET http://127.0.0.1:9901/ready', 'the file /config/app.yaml'. */
export function describeCheck(check: Check, hostByDefault = LOOPBACK): string {
  switch (check.kind) {
    case 'httpGet': return `GET ${urlOf(check, hostByDefault)}${check.statuses ? ` (status ${check.statuses.join(', ')})` : ''}`;
    case 'tcpSocket': return `TCP ${check.host ?? hostByDefault}:${check.port}`;
    case 'grpc': return `gRPC health on port ${check.port}${check.service ? ` (service ${check.service})` : ''}`;
    case 'command': return `the command ${shown(check.command)}`;
    case 'blockingCommand': return `the blocking command ${shown(check.command)}`;
    case 'fileExists': return `the file ${check.path}`;
    case 'fileContains': return `'${check.text}' in the file ${check.path}`;
    case 'unixSocket': return `the socket ${check.path}`;
    case 'delay': return `a delay of ${check.seconds} s`;
    case 'allOf': return check.checks.map(c => describeCheck(c, hostByDefault)).join(' and ');
  }
}

function shown(command: readonly string[]): string {
  return `'${command.join(' ')}'`;
}

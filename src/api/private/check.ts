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

/** A check as it was declared: an HTTP check without a port means the only port of the container. */
export type DeclaredCheck =
  | Exclude<Check, { readonly kind: 'httpGet' | 'allOf' }>
  | Omit<HttpCheck, 'port'> & { readonly port?: number }
  | { readonly kind: 'allOf'; readonly checks: readonly DeclaredCheck[] };

/** The same for something outside the pod, of which there is more. */
export type ExternalCheck =
  | Check
  | { readonly kind: 'dns'; readonly host: string; readonly trySeconds?: number }
  | ResourceCheck
  | PodsCheck
  | DatabaseCheck;

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
  /** `undefined`: GET. */
  readonly method?: string;
  /** What the body of the answer contains. */
  readonly contains?: string;
  /** The certificate is verified: with the authorities of the image, or with those in this file. `undefined`: it is not. */
  readonly verified?: { readonly authorities?: string };
  /** The environment variables whose values stand in `headers`, as `$(NAME)`. */
  readonly variables?: readonly string[];
}

/** What kubectl sees of one object. */
export interface ResourceCheck {
  readonly kind: 'resource';
  /** As RBAC and kubectl name it: `jobs.batch/migrate`. */
  readonly resource: string;
  /** `undefined`: that of the pod. */
  readonly namespace?: string;
  /** A condition that has to be there, or a field that has to have the value. */
  readonly condition?: string;
  readonly jsonPath?: string;
  /** `undefined`: any. */
  readonly value?: string;
  /** When this condition is there, the other will never be. */
  readonly failedCondition?: string;
  /** Where there is no such object, it is as if it were there already. */
  readonly mayBeAbsent: boolean;
}

/** Pods that are Ready, or endpoints of a Service that are, as kubectl sees them; pods that have ended are not counted. */
export interface PodsCheck {
  readonly kind: 'pods';
  readonly of: 'pods' | 'endpointslices';
  readonly labels: Readonly<Record<string, string>>;
  /** `undefined`: that of the pod. */
  readonly namespace?: string;
  /** `undefined`: all that there are, at least one. */
  readonly count?: number;
}

/** What a client sees of a database or a broker. */
export interface DatabaseCheck {
  readonly kind: 'database';
  readonly product: string;
  readonly host: string;
  readonly port: number;
  /** Where it is, without credentials. */
  readonly address: string;
  /** The client and its arguments, without those for limits of time; the client exits with 0 when the database is ready. */
  readonly client: readonly ['wait4x' | 'redis-cli', ...string[]];
}

/** A condition that the wait agent can wait for: a check, a mark of another agent, or the end of a container that locks a file. */
export type Awaitable =
  | ExternalCheck
  | { readonly kind: 'mark'; readonly file: string; readonly key: string }
  | { readonly kind: 'ended'; readonly file: string; readonly key: string; /** The container does not start again. */ readonly isFinal: boolean };

/** The simple checks that `check` is made of: `allOf` dissolved, at any depth. */
export function leaves(check: Check): Exclude<Check, { kind: 'allOf' }>[];
export function leaves(check: ExternalCheck): Exclude<ExternalCheck, { kind: 'allOf' }>[];
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
export function describeCheck(check: ExternalCheck, hostByDefault = LOOPBACK): string {
  switch (check.kind) {
    case 'httpGet': return `${check.method ?? 'GET'} ${urlOf(check, hostByDefault)}${answerOf(check)}`;
    case 'tcpSocket': return `TCP ${check.host ?? hostByDefault}:${check.port}`;
    case 'grpc': return `gRPC health on port ${check.port}${check.service ? ` (service ${check.service})` : ''}`;
    case 'command': return `the command ${shown(check.command)}`;
    case 'blockingCommand': return `the blocking command ${shown(check.command)}`;
    case 'fileExists': return `the file ${check.path}`;
    case 'fileContains': return `'${check.text}' in the file ${check.path}`;
    case 'unixSocket': return `the socket ${check.path}`;
    case 'delay': return `a delay of ${check.seconds} s`;
    case 'dns': return `the name ${check.host}`;
    case 'resource': return `${wantedOf(check)} of ${check.resource}${inNamespace(check)}`;
    case 'pods': return `${check.count ?? 'all'} of the ${check.of} ${selectorOf(check)}${inNamespace(check)} Ready`;
    case 'database': return `${check.product} at ${check.address}`;
    case 'allOf': return check.checks.map(c => describeCheck(c, hostByDefault)).join(' and ');
  }
}

function answerOf({ statuses, contains }: HttpCheck): string {
  const wanted = [...(statuses ? [`status ${statuses.join(', ')}`] : []), ...(contains === undefined ? [] : [`'${contains}' in the body`])];
  return wanted.length > 0 ? ` (${wanted.join('; ')})` : '';
}

function inNamespace({ namespace }: { readonly namespace?: string }): string {
  return namespace === undefined ? '' : ` in ${namespace}`;
}

/** As `kubectl wait --for` takes it. */
export function wantedOf({ condition, jsonPath, value }: ResourceCheck): string {
  return condition === undefined ? `jsonpath=${jsonPath}${value === undefined ? '' : `=${value}`}` : `condition=${condition}`;
}

/** As `kubectl get --selector` takes it. */
export function selectorOf({ labels }: PodsCheck): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
}

function shown(command: readonly string[]): string {
  return `'${command.join(' ')}'`;
}

import { Place } from './placed-problem';
import {
  choice,
  command,
  duration,
  Field,
  list,
  needed,
  number,
  object,
  oneField,
  optional,
  protocol,
  seconds,
  text,
  translated,
  Type,
} from './types';
import { ContainerCheckKind, DeclaredCheck } from '../../src/api/private/check';
import { serverCheck } from '../../src/api/private/external-target';

const host = optional(
  text,
  'The host. With a host, the kubelet never makes the check. Default: 127.0.0.1; in a startup probe the IP ' +
    'address of the pod.',
);
const exec = object('Exec', { command: needed(command, 'The program and its arguments, without a shell.') });

/** Returns the field of a kind of check. `toCheck`: the fields of the check, where they are not those of the value. */
function checkField<T>(
  kind: ContainerCheckKind,
  type: Type<T>,
  means: string,
  toCheck: (value: T) => unknown = value => value,
): Field<DeclaredCheck> {
  const toDeclared = (value: T) => ({ kind, ...(toCheck(value) as object) }) as DeclaredCheck;
  return optional(translated(type, toDeclared), means);
}

const BY_KIND: Readonly<Record<ContainerCheckKind, Field<DeclaredCheck>>> = {
  httpGet: checkField(
    'httpGet',
    object('HttpGet', {
      path: needed(text, 'The path, with a leading slash and an optional query.'),
      port: optional(number, 'The port. Default: the only port of the container.'),
      scheme: optional(
        choice('HTTP', 'HTTPS'),
        'The scheme. Only the kubelet makes an HTTPS check, of a native sidecar; it does not verify the ' +
          'certificate. Default: `HTTP`.',
      ),
      host,
      statuses: optional(list(number), 'The statuses of the first response that count as ready. Default: 200 to 399.'),
    }),
    'A GET request returns an expected status.',
    ({ scheme = 'HTTP', ...value }) => ({ ...value, scheme: scheme.toLowerCase() }),
  ),
  tcpSocket: checkField(
    'tcpSocket',
    object('TcpSocketOfContainer', { port: needed(number, 'The port.'), host }),
    'The port accepts a TCP connection.',
  ),
  server: checkField(
    'server',
    object('ServerOfContainer', {
      protocol: needed(protocol, 'The protocol.'),
      port: optional(number, 'The port. Default: the default port of the protocol.'),
      host: optional(text, 'The host. Default: 127.0.0.1.'),
    }),
    'The server answers in its own protocol, without credentials. The wait agent makes this check.',
    ({ protocol: name, ...options }) => serverCheck(name, options),
  ),
  grpc: checkField(
    'grpc',
    object('Grpc', {
      port: needed(number, 'The port of the gRPC server.'),
      service: optional(text, 'The name of the service. Default: the whole server.'),
    }),
    'The gRPC health service returns SERVING. Only the kubelet can make this check.',
  ),
  command: checkField('command', exec, 'The command exits with 0. It is repeated, in the image of the container.'),
  blockingCommand: checkField('blockingCommand', exec, 'The command exits with 0. It runs once and waits itself.'),
  file: checkField(
    'file',
    object('File', {
      path: needed(text, 'An absolute path in the file system of the container.'),
      contains: optional(
        text,
        'A text that a line of the file must contain, taken literally. ' +
          'Default: the file or directory only has to exist.',
      ),
    }),
    'The file or directory exists, or contains a text.',
  ),
  unixSocket: checkField(
    'unixSocket',
    object('UnixSocket', { path: needed(text, 'An absolute path.') }),
    'A process listens at the Unix socket.',
  ),
  delay: checkField(
    'delay',
    duration,
    'The time has passed since the start of the check. It proves nothing.',
    value => ({ seconds: value }),
  ),
};

/** Returns the name of the field: that of Kubernetes, where the method of `ReadyCheck` has another. */
function nameField(kind: string): string {
  const ofKubernetes: Readonly<Record<string, string>> = { command: 'exec', blockingCommand: 'blockingExec' };
  return ofKubernetes[kind] ?? kind;
}

/** The kinds of ready checks, without `allOf`. A check has one of these fields. */
export const CHECKS: Readonly<Record<string, Field<DeclaredCheck>>> = {
  ...Object.fromEntries(Object.entries(BY_KIND).map(([kind, field]) => [nameField(kind), field])),
  fromImage: optional(
    translated(object('FromImage', {}), (): DeclaredCheck => ({ kind: 'image' })),
    'The `HEALTHCHECK` of the image passes, which the image file contains. Write `{}`.',
  ),
};

/** The kinds of checks with a limit for one try. */
const WITH_TRIES = ['httpGet', 'tcpSocket', 'server', 'command'];

const common = {
  timeoutSeconds: optional(
    seconds,
    'The longest time of one try of `httpGet`, `tcpSocket`, `server` or `exec`. Default: 1; 5 for `exec`.',
  ),
};

/** Adds the limit of one try to the check, if its tries have a limit. */
function addLimit(
  { variant, timeoutSeconds: trySeconds }: { readonly variant: DeclaredCheck; readonly timeoutSeconds?: number },
  place: Place,
): DeclaredCheck {
  if (trySeconds === undefined) {
    return variant;
  }
  if (!WITH_TRIES.includes(variant.kind)) {
    const names = WITH_TRIES.map(nameField).join(', ');
    place.enter('timeoutSeconds').reportUseless(`only ${names} have a limit for one try`);
  }
  return { ...variant, trySeconds } as DeclaredCheck;
}

const SIMPLE_CHECK = translated(oneField('SimpleReadyCheck', CHECKS, common), addLimit);
const allOf = translated(list(SIMPLE_CHECK, 1), (checks): DeclaredCheck => ({ kind: 'allOf', checks }));
export const READY_CHECK = translated(
  oneField('ReadyCheck', { ...CHECKS, allOf: optional(allOf, 'Each of the checks has passed at least once.') }, common),
  addLimit,
);

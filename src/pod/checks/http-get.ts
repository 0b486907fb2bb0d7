import { formatTryTimeout, formatToolCommand } from './agent-arguments';
import { AgentObstacle, ContainerCheckModule } from './check-module';
import { describeHostObstacle, joinHostAndPort, LOOPBACK, resolvePort } from './hosts';
import { invalidValue, validateHost, validatePort } from './validate';
import { HttpCheck } from '../../api/private/check';
import { parseUrl } from '../../api/private/external-target';
import { Problem } from '../../api/private/problem';

/** In seconds, of one request. */
const CURL = 5;
/** The most headers of a request of the agent: MAX_HEADERS in agent/src/agent.h. */
const MOST_HEADERS = 32;

export const httpGet: ContainerCheckModule<HttpCheck> = {
  describe: (check, defaultHost) =>
    `${check.method ?? 'GET'} ${buildUrl(check, defaultHost)}${describeResponse(check)}`,

  validate: (check, where) => [
    ...(check.scheme === 'http' || check.scheme === 'https'
      ? []
      : [invalidValue(where, 'scheme', `'${check.scheme}'`, "'http' or 'https'")]),
    ...validateHost(check.host, where),
    ...validatePort(check.port, where),
    ...(/^\/[!-~]*$/.test(check.path)
      ? []
      : [invalidValue(where, 'path', `'${check.path}'`, "a path that begins with '/', without blanks, URL-encoded")]),
    ...(check.statuses ?? [])
      .filter(s => !Number.isInteger(s) || s < 100 || s > 599)
      .map(s => invalidValue(where, 'statuses', `${s}`, 'HTTP status codes, whole numbers from 100 to 599')),
    ...validateCurlOptions(check, where),
    ...validateCertificate(check, where),
    ...(check.statuses?.length === 0
      ? [invalidValue(where, 'statuses', 'empty', 'left out or given at least one HTTP status code')]
      : []),
  ],

  buildAgentArguments: check => {
    if (needsCurl(check)) {
      return buildCurlArguments(check);
    }
    if (check.scheme === 'https') {
      return describeTlsObstacle(check);
    }
    const { headers = [], statuses } = check;
    if (headers.length > MOST_HEADERS) {
      return {
        why: `the wait agent sends at most ${MOST_HEADERS} headers`,
        instead: 'use a ready check with fewer headers',
      };
    }
    return [
      `--http=${buildUrl(check, LOOPBACK)}`,
      ...(statuses ? [`--status=${statuses.join(',')}`] : []),
      ...headers.map(({ name, value }) => `--header=${name}: ${value}`),
      ...formatTryTimeout(check),
    ];
  },

  argument: {
    option: '--http',
    read: url => {
      const check = parseUrl(url);
      return check.scheme === 'http' ? check : undefined;
    },
  },
  findTool: check => (needsCurl(check) ? 'curl' : undefined),
  traffic: 'request',
  scope: 'pod',

  buildProbeHandler: ({ host, statuses, headers, path, port, scheme }) => {
    if (statuses) {
      return 'a kubelet probe takes every status from 200 to 399';
    }
    if (host) {
      return describeHostObstacle(host);
    }
    return {
      httpGet: {
        ...(headers?.length ? { httpHeaders: headers.map(({ name, value }) => ({ name, value })) } : {}),
        path,
        port,
        ...(scheme === 'https' ? { scheme: 'HTTPS' } : {}),
      },
    };
  },

  readProbe: ({ httpGet: handler }, container) => {
    const port = handler && resolvePort(handler.port, container);
    if (handler === undefined || port === undefined) {
      return undefined;
    }
    const { scheme, host, path = '/', httpHeaders } = handler;
    return {
      kind: 'httpGet',
      scheme: scheme === 'HTTPS' ? 'https' : 'http',
      host,
      port,
      path: path.startsWith('/') ? path : `/${path}`,
      headers: httpHeaders,
    };
  },
};

/**
 * The agent makes GET requests only, reads no body and has no TLS. Its arguments show headers to every process of the
 * container.
 */
function needsCurl({ method, contains, certificate, variables }: HttpCheck): boolean {
  return [method, contains, certificate, variables].some(option => option !== undefined);
}

/** An https check of a container: its image may have curl, and the kubelet can make the check of a native sidecar. */
function describeTlsObstacle(check: HttpCheck): AgentObstacle {
  return {
    why: 'the wait agent has no TLS',
    instead:
      `use the command \`curl -fks ${buildUrl(check, LOOPBACK)}\` if the image has curl, ` +
      '`file` with a file that the container writes when it is ready, ' +
      `or \`tcpSocket\` with port ${check.port}`,
  };
}

function buildUrl({ scheme, host, port, path }: HttpCheck, defaultHost: string): string {
  return `${scheme}://${joinHostAndPort(host ?? defaultHost, port)}${path}`;
}

function describeResponse({ statuses, contains }: HttpCheck): string {
  const wanted = [
    ...(statuses ? [`status ${statuses.join(', ')}`] : []),
    ...(contains === undefined ? [] : [`'${contains}' in the body`]),
  ];
  return wanted.length > 0 ? ` (${wanted.join('; ')})` : '';
}

function validateCurlOptions({ method, headers = [], contains, variables = [] }: HttpCheck, where: string): Problem[] {
  const unknown = headers
    .flatMap(h => [...h.value.matchAll(/\$\(([^)]*)\)/g)].map(m => m[1]))
    .find(name => !variables.includes(name));
  return [
    ...(method === undefined || /^[A-Z]+$/.test(method)
      ? []
      : [invalidValue(where, 'method', `'${method}'`, "a method such as 'POST', in capitals")]),
    ...headers
      .filter(h => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(h.name) || /[\r\n\0]/.test(h.value))
      .map(h => invalidValue(where, 'headers', `'${h.name}'`, 'a name as HTTP allows it, with a value of one line')),
    ...(unknown === undefined ? [] : [invalidValue(where, 'headers', `$(${unknown})`, 'a variable that `env` has')]),
    ...(contains === undefined || (contains !== '' && !contains.includes('\0'))
      ? []
      : [invalidValue(where, 'contains', JSON.stringify(contains), 'a text, not empty')]),
  ];
}

function validateCertificate({ scheme, certificate, variables = [] }: HttpCheck, where: string): Problem[] {
  if (certificate === undefined) {
    return [];
  }
  const { isVerified, authorities } = certificate;
  if (scheme !== 'https') {
    const option = authorities === undefined ? 'verifyCertificate' : 'authorities';
    return [invalidValue(where, option, `given for ${scheme}`, 'left out, or the URL one of https')];
  }
  if (isVerified) {
    return [];
  }
  if (authorities !== undefined) {
    return [
      invalidValue(
        where,
        'verifyCertificate',
        'false with `authorities`',
        'left out: curl needs `authorities` to verify the certificate',
      ),
    ];
  }
  return variables.length === 0
    ? []
    : [
        invalidValue(
          where,
          'verifyCertificate',
          'false with `env`',
          'left out: without the check of the certificate, another server could receive the values of `env`',
        ),
      ];
}

/** With variables, curl follows no redirect: a header may be meant for this host only. */
function buildCurlArguments(check: HttpCheck): string[] {
  const { method, headers = [], statuses, contains, certificate, variables = [], trySeconds = CURL } = check;
  const words = [
    'curl',
    '--silent',
    '--show-error',
    ...(contains === undefined ? [] : ['--max-filesize', '1048576']),
    '--max-time',
    `${trySeconds}`,
    ...formatMethod(method),
    ...(statuses || variables.length > 0 ? [] : ['--location']),
    ...(certificate?.isVerified === false ? ['--insecure'] : []),
    ...(certificate?.authorities === undefined ? [] : ['--cacert', certificate.authorities]),
    ...variables.flatMap(name => ['--variable', `%${name}`]),
    ...headers.flatMap(h => buildCurlHeader(`${h.name}: ${h.value}`, variables)),
    ...(contains === undefined ? ['--output', '/dev/null'] : []),
    '--write-out',
    '\\n%{http_code}',
    '--url',
    buildUrl(check, LOOPBACK),
  ];
  return [
    ...formatToolCommand(words, trySeconds),
    `--status=${statuses?.join(',') ?? '200-399'}`,
    ...(contains === undefined ? [] : [`--text=${contains}`]),
  ];
}

/** With `--request HEAD` curl waits for a body. */
function formatMethod(method: string | undefined): string[] {
  if (method === 'HEAD') {
    return ['--head'];
  }
  return method === undefined ? [] : ['--request', method];
}

/** curl itself expands the variable, so the list of processes contains only the name of the variable. */
function buildCurlHeader(header: string, variables: readonly string[]): string[] {
  const used = variables.filter(name => header.includes(`$(${name})`));
  return used.length === 0
    ? ['--header', header]
    : [
        '--expand-header',
        used.reduce((text, name) => text.split(`$(${name})`).join(`{{${name}}}`), header.split('{{').join('\\{{')),
      ];
}

import {
  formatOption,
  formatTryTimeout,
  formatToolCommand,
  AgentObstacle,
  ContainerCheckModule,
  needed,
  optional,
  formRule,
  hostRule,
  isWholeNumber,
  portRule,
  Rule,
} from './check-module';
import { describeHostObstacle, HOST_FIELD, joinHostAndPort, LOOPBACK, resolvePort } from './hosts';
import { HttpCheck } from '../../api/private/check';
import { when } from '../../api/private/collections';
import { parseUrl } from '../../api/private/external-target';

/** In seconds, of one request. */
const CURL = 5;
/** The most headers of a request of the agent: MAX_HEADERS in agent/src/agent.h. */
const MOST_HEADERS = 32;

export const httpGet: ContainerCheckModule<HttpCheck> = {
  field: {
    name: 'httpGet',
    means: 'A GET request returns an expected status.',
    value: {
      path: needed('text', 'The path, with a leading slash and an optional query.'),
      port: optional('number', 'The port. Default: the only port of the container.'),
      scheme: optional(
        ['HTTP', 'HTTPS'],
        'The scheme. Only the kubelet makes an HTTPS check, of a native sidecar; it does not verify the ' +
          'certificate. Default: `HTTP`.',
      ),
      host: HOST_FIELD,
      statuses: optional('numbers', 'The statuses of the first response that count as ready. Default: 200 to 399.'),
    },
    hasTries: true,
    read: ({ scheme = 'HTTP', ...value }) => ({ ...value, scheme: scheme.toLowerCase() }),
  },
  describe: (check, defaultHost) =>
    `${check.method ?? 'GET'} ${buildUrl(check, defaultHost)}${describeResponse(check)}`,

  rules: ({ scheme, host, port, path, statuses, ...options }) => [
    ...placeRules(scheme, host),
    // SO912: the port of an injected container is unknown.
    ...(port === undefined ? [] : [portRule(port)]),
    formRule(path, /^\/[!-~]*$/, 'path', "a path that begins with '/', without blanks, URL-encoded"),
    [statuses?.length !== 0, 'statuses', 'empty', 'left out or given at least one HTTP status code'],
    ...(statuses ?? []).map(statusRule),
    ...curlRules(options),
    ...certificateRules(scheme, options),
  ],

  buildAgentArguments: check => {
    if (needsCurl(check)) {
      return buildCurlArguments(check);
    }
    if (check.scheme === 'https') {
      return describeTlsObstacle(check);
    }
    if (check.protocol) {
      return { why: 'the wait agent speaks HTTP/1.1', instead: `use \`tcpSocket\` with port ${check.port}` };
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
      ...formatOption('--status', statuses?.join(',')),
      ...headers.map(({ name, value }) => `--header=${name}: ${value}`),
      ...formatTryTimeout(check),
    ];
  },

  argument: {
    options: ['--http'],
    read: url => {
      const check = parseUrl(url);
      return check.scheme === 'http' ? check : undefined;
    },
  },
  findTool: check => (needsCurl(check) ? 'curl' : undefined),
  traffic: 'request',
  scope: 'pod',

  buildProbeHandler: ({ host, statuses, headers, path, port, protocol, scheme }) => {
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
        ...(protocol ? { protocol } : {}),
        ...(scheme === 'https' ? { scheme: 'HTTPS' } : {}),
      },
    };
  },

  readProbe: ({ httpGet: handler }, container) => {
    const port = handler && resolvePort(handler.port, container);
    if (handler === undefined || port === undefined) {
      return undefined;
    }
    const { scheme, protocol, host, path = '/', httpHeaders } = handler;
    return {
      kind: 'httpGet',
      scheme: scheme === 'HTTPS' ? 'https' : 'http',
      ...(protocol === undefined || protocol === 'HTTP1' ? {} : { protocol }),
      host: host || undefined,
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

/** Without a scheme, `host` is all of the URL. */
function placeRules(scheme: string, host: string | undefined): Rule[] {
  if (scheme === '' && host !== undefined) {
    return [[false, 'url', `'${host}'`, "a URL that begins with 'http://' or 'https://'"]];
  }
  return [[scheme === 'http' || scheme === 'https', 'scheme', `'${scheme}'`, "'http' or 'https'"], hostRule(host)];
}

function buildUrl({ scheme, host, port, path }: HttpCheck, defaultHost: string): string {
  return `${scheme}://${joinHostAndPort(host ?? defaultHost, port)}${path}`;
}

function describeResponse({ protocol, statuses, contains }: HttpCheck): string {
  const wanted = [
    ...(protocol ? [protocol] : []),
    ...(statuses ? [`status ${statuses.join(', ')}`] : []),
    ...when(contains !== undefined, `'${contains}' in the body`),
  ];
  return wanted.length > 0 ? ` (${wanted.join('; ')})` : '';
}

function statusRule(status: number): Rule {
  return [isWholeNumber(status, 100, 599), 'statuses', `${status}`, 'HTTP status codes, whole numbers from 100 to 599'];
}

type CurlOptions = Pick<HttpCheck, 'method' | 'headers' | 'contains' | 'certificate' | 'variables'>;

function curlRules({ method, headers = [], contains, variables = [] }: CurlOptions): Rule[] {
  const used = headers.flatMap(h => [...h.value.matchAll(/\$\(([^)]*)\)/g)].map(m => m[1]));
  const unknown = used.find(name => !variables.includes(name));
  return [
    formRule(method, /^[A-Z]+$/, 'method', "a method such as 'POST', in capitals"),
    ...headers.map(
      ({ name, value }): Rule => [
        /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !/[\r\n\0]/.test(value),
        'headers',
        `'${name}'`,
        'a name as HTTP allows it, with a value of one line',
      ],
    ),
    [unknown === undefined, 'headers', `$(${unknown})`, 'a variable that `env` has'],
    [contains !== '' && !contains?.includes('\0'), 'contains', JSON.stringify(contains), 'a text, not empty'],
  ];
}

function certificateRules(scheme: string, { certificate, variables = [] }: CurlOptions): Rule[] {
  if (certificate === undefined) {
    return [];
  }
  const { isVerified, authorities } = certificate;
  const option = authorities === undefined ? 'verifyCertificate' : 'authorities';
  if (scheme !== 'https') {
    return [[false, option, `given for ${scheme}`, 'left out, or the URL one of https']];
  }
  return [
    [
      isVerified || authorities === undefined,
      'verifyCertificate',
      'false with `authorities`',
      'left out: curl needs `authorities` to verify the certificate',
    ],
    [
      isVerified || authorities !== undefined || variables.length === 0,
      'verifyCertificate',
      'false with `env`',
      'left out: without the check of the certificate, another server could receive the values of `env`',
    ],
  ];
}

/** With variables, curl follows no redirect: a header may be meant for this host only. */
function buildCurlArguments(check: HttpCheck): string[] {
  const { method, headers = [], statuses, contains, certificate, variables = [], trySeconds = CURL } = check;
  const words = [
    'curl',
    '--silent',
    '--show-error',
    ...when(contains !== undefined, '--max-filesize', '1048576'),
    '--max-time',
    `${trySeconds}`,
    ...formatMethod(method),
    ...when(!statuses && variables.length === 0, '--location'),
    ...when(certificate?.isVerified === false, '--insecure'),
    ...(certificate?.authorities === undefined ? [] : ['--cacert', certificate.authorities]),
    ...variables.flatMap(name => ['--variable', `%${name}`]),
    ...headers.flatMap(h => buildCurlHeader(`${h.name}: ${h.value}`, variables)),
    ...when(contains === undefined, '--output', '/dev/null'),
    '--write-out',
    '\\n%{http_code}',
    '--url',
    buildUrl(check, LOOPBACK),
  ];
  return [
    ...formatToolCommand(words, trySeconds),
    `--status=${statuses?.join(',') ?? '200-399'}`,
    ...formatOption('--text', contains),
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

import { CLIENT_SCRIPT, HTTP_SCRIPT, PODS_SCRIPT, RESOURCE_SCRIPT, WAIT4X_SCRIPT } from '../agent/tool-scripts';
import { Awaitable, HttpCheck, LOOPBACK, ResourceCheck, selectorOf, urlOf, wantedOf } from '../model/private/check';
import { toolOf } from '../model/private/tool';

/**
 * A check in the words of the agent: for each simple check its options and its words, KIND first (agent/contract.ts).
 */
export function agentArguments(dependency: string, check: Awaitable): string[] {
  return simple(check).flatMap(({ words, trySeconds }) => [
    `--for=${dependency}`,
    ...(trySeconds === undefined ? [] : [`--try=${trySeconds}`]),
    `--words=${words.length}`,
    ...words,
  ]);
}

interface Words {
  readonly words: readonly string[];
  readonly trySeconds?: number;
}

function simple(check: Awaitable): Words[] {
  switch (check.kind) {
    case 'httpGet': {
      const { trySeconds } = check;
      if (toolOf(check) === 'curl') { return [{ words: ['script', HTTP_SCRIPT, ...curlWords(check)] }]; }
      const headers = (check.headers ?? []).flatMap(h => ['--header', `${h.name}: ${h.value}`]);
      const options = check.scheme === 'https' ? ['--no-check-certificate', ...headers] : headers;
      const http = { words: ['http', urlOf(check), check.statuses?.join(',') ?? '200-399', ...options], trySeconds };
      // busybox leaves two zombies at each https try: the port is polled first, https only once it is open.
      return check.scheme === 'https' ? [{ words: ['tcp', check.host ?? LOOPBACK, `${check.port}`], trySeconds }, http] : [http];
    }
    case 'tcpSocket': return [{ words: ['tcp', check.host ?? LOOPBACK, `${check.port}`], trySeconds: check.trySeconds }];
    case 'command': return [{ words: ['command', ...check.command], trySeconds: check.trySeconds }];
    case 'blockingCommand': return [{ words: ['blocking', ...check.command] }];
    case 'fileExists': return [{ words: ['file', check.path] }];
    case 'fileContains': return [{ words: ['contains', check.path, check.text] }];
    case 'unixSocket': return [{ words: ['socket', check.path] }];
    case 'delay': return [{ words: ['delay', `${check.seconds}`] }];
    case 'dns': return [{ words: ['dns', check.host], trySeconds: check.trySeconds }];
    case 'resource': return [{ words: ['script', RESOURCE_SCRIPT, check.resource, check.namespace ?? '', wantedOf(check), ...neverWords(check)] }];
    case 'pods': return [{ words: ['script', PODS_SCRIPT, check.of, check.namespace ?? '', selectorOf(check), `${check.count ?? 'all'}`] }];
    case 'database': {
      const waits = ['script', WAIT4X_SCRIPT, ...check.client, '--timeout=0s', '--interval=500ms'];
      return [{ words: check.client[0] === 'wait4x' ? waits : ['script', CLIENT_SCRIPT, ...check.client] }];
    }
    case 'mark': return [{ words: ['mark', check.key, check.file, ...(check.failed === undefined ? [] : [check.failed])] }];
    case 'allOf': return check.checks.flatMap(simple);
    case 'grpc': throw new Error('unreachable: the planner lets no gRPC check reach the agent');
  }
}

function neverWords({ failedCondition, mayBeAbsent }: ResourceCheck): string[] {
  const never = failedCondition === undefined ? '' : `condition=${failedCondition}`;
  return mayBeAbsent ? [never, 'absent'] : never === '' ? [] : [never];
}

/** In seconds, of one try. */
const CURL_TRY = 5;

/** A redirect is not followed with a header that is for this host alone. */
function curlWords(check: HttpCheck): string[] {
  const { method, headers = [], statuses, contains = '', verified, variables = [], trySeconds = CURL_TRY } = check;
  return [
    statuses?.join(',') ?? '',
    contains,
    '--max-time', `${trySeconds}`,
    ...(method === undefined ? [] : ['--request', method]),
    ...(statuses || variables.length > 0 ? [] : ['--location']),
    ...(check.scheme === 'https' && !verified ? ['--insecure'] : []),
    ...(verified?.authorities === undefined ? [] : ['--cacert', verified.authorities]),
    ...variables.flatMap(name => ['--variable', `%${name}`]),
    ...headers.flatMap(h => curlHeader(`${h.name}: ${h.value}`, variables)),
    '--url', urlOf(check),
  ];
}

/** curl puts the value in itself: in the list of processes stands its name. */
function curlHeader(header: string, variables: readonly string[]): string[] {
  const used = variables.filter(name => header.includes(`$(${name})`));
  return used.length === 0 ? ['--header', header]
    : ['--expand-header', used.reduce((text, name) => text.split(`$(${name})`).join(`{{${name}}}`), header.split('{{').join('\\{{'))];
}

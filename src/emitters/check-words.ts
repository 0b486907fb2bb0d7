import { Awaitable, LOOPBACK, urlOf } from '../model/private/check';

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
    case 'mark': return [{ words: ['mark', check.key, check.file, ...(check.failed === undefined ? [] : [check.failed])] }];
    case 'allOf': return check.checks.flatMap(simple);
    case 'grpc': throw new Error('unreachable: the planner lets no gRPC check reach the agent');
  }
}

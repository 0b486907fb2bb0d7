import * as fs from 'fs';
import { WAIT_AGENT } from '../../../src/agent/contract';
import { CheckKind, SimpleCheck } from '../../../src/api/private/check';
import { Protocol } from '../../../src/api/protocol';
import { findAgentObstacle, describeCheck, findTool, validateCheck } from '../../../src/pod/checks';
import { waitArguments } from '../../../src/pod/step-args';
import { parseAgentArgs } from '../../../tools/read/parse-agent-args';

const EXAMPLES: Readonly<Record<CheckKind, SimpleCheck>> = {
  httpGet: { kind: 'httpGet', scheme: 'http', port: 8443, path: '/ready', statuses: [200, 204] },
  tcpSocket: { kind: 'tcpSocket', host: 'db', port: 5432, trySeconds: 2 },
  server: { kind: 'server', protocol: Protocol.REDIS, host: 'db', port: 6379, trySeconds: 2 },
  grpc: { kind: 'grpc', port: 9000 },
  command: { kind: 'command', command: ['pg_isready', '-q'], trySeconds: 3 },
  blockingCommand: { kind: 'blockingCommand', command: ['pilot-agent', 'wait'] },
  file: { kind: 'file', path: '/log', contains: 'is ready' },
  unixSocket: { kind: 'unixSocket', path: '/run/csi.sock' },
  delay: { kind: 'delay', seconds: 1.5 },
  dns: { kind: 'dns', host: 'db.shop' },
  resource: { kind: 'resource', resource: 'jobs.batch/migrate', condition: 'Complete', mayBeAbsent: false },
  pods: { kind: 'pods', of: 'pods', labels: { app: 'db' } },
};

const checks = Object.values(EXAMPLES);

test.each(checks)('a $kind check with possible values has no problems', check => { expect(validateCheck(check, 'here')).toEqual([]); });

test.each(checks.filter(check => !findAgentObstacle(check) && !findTool(check)))('the reader describes the arguments of a $kind check as the plan describes the check', check => {
  const { waits } = parseAgentArgs([WAIT_AGENT, '--for=db', ...waitArguments(check, { retries: false })])!;
  expect(waits.map(w => w.check)).toEqual([describeCheck(check)]);
});

test.each(checks.filter(check => findTool(check)))('the agent runs a program for a $kind check', check => {
  const words = waitArguments(check, { retries: false });
  expect(words[0]).toMatch(/^--command=\d+$/);
  expect(words[1]).toBe(findTool(check));
});

test('the agent sends as many headers as its source allows', () => {
  const [, most] = /#define MAX_HEADERS (\d+)/.exec(fs.readFileSync('agent/src/agent.h', 'utf8'))!;
  const withHeaders = (length: number) => findAgentObstacle({
    kind: 'httpGet', scheme: 'http', port: 80, path: '/', headers: Array.from({ length }, (_, i) => ({ name: `X-${i}`, value: '1' })),
  });
  expect([withHeaders(Number(most)), withHeaders(Number(most) + 1)?.why]).toEqual([undefined, 'the wait agent sends at most 32 headers']);
});

test('a gRPC check is the only check that the agent cannot make', () => { expect(checks.filter(findAgentObstacle)).toEqual([EXAMPLES.grpc]); });

import fc from 'fast-check';
import { escapeForExpansion } from '../../src/agent/contract';
import { readProbe } from '../../src/pod/checks';
import { expandVariables } from '../../src/pod/checks/commands';
import { box, Check, http, ProbeJson, tcp } from '../dsl';
import { ANY_WORD, expand, VARIABLES } from '../expand';

const container = box('web', { ports: [{ containerPort: 1 }, { name: 'admin', containerPort: 9901 }] });

test.each<[string, ProbeJson, Check | undefined]>([
  ['a port, and a host and a time that count as unspecified', { tcpSocket: { host: '', port: 5432 }, timeoutSeconds: 0 }, tcp(5432)],
  ['a named port', { tcpSocket: { port: 'admin' } }, tcp(9901)],
  ['a named port that leads nowhere', { tcpSocket: { port: 'metrics' } }, undefined],
  ['a host', { tcpSocket: { host: 'db', port: 1 } }, { kind: 'tcpSocket', host: 'db', port: 1 }],
  ['a path', { httpGet: { path: '/ready?full=1', port: 80 } }, { kind: 'httpGet', scheme: 'http', port: 80, path: '/ready?full=1' }],
  ['no path', { httpGet: { port: 80 } }, http(80)],
  ['a path without its slash, which the kubelet adds', { httpGet: { path: 'ready', port: 80 } }, { kind: 'httpGet', scheme: 'http', port: 80, path: '/ready' }],
  ['an URL on a named port', { httpGet: { port: 'admin' } }, http(9901)],
  ['an URL on a named port that leads nowhere', { httpGet: { port: 'metrics' } }, undefined],
  ['https', { httpGet: { port: 443, scheme: 'HTTPS' } }, { kind: 'httpGet', scheme: 'https', port: 443, path: '/' }],
  ['HTTP/2', { httpGet: { port: 80, protocol: 'HTTP2' } }, { kind: 'httpGet', scheme: 'http', protocol: 'HTTP2', port: 80, path: '/' }],
  ['HTTP/1.1, spelled out', { httpGet: { port: 80, protocol: 'HTTP1' } }, http(80)],
  ['HTTP, spelled out, with an empty path and host', { httpGet: { port: 80, scheme: 'HTTP', host: '', path: '' } }, http(80)],
  ['headers and a host', { httpGet: { port: 80, host: 'h', httpHeaders: [{ name: 'Host', value: 'shop' }] } },
    { kind: 'httpGet', scheme: 'http', host: 'h', port: 80, path: '/', headers: [{ name: 'Host', value: 'shop' }] }],
  ['a command', { exec: { command: ['/check', '-v'] } }, { kind: 'command', command: ['/check', '-v'] }],
  ['gRPC', { grpc: { port: 9000, service: 'shop' }, timeoutSeconds: 4 }, { kind: 'grpc', port: 9000, service: 'shop', trySeconds: 4 }],
  ['the time of one try', { tcpSocket: { port: 1 }, timeoutSeconds: 3 }, { kind: 'tcpSocket', port: 1, trySeconds: 3 }],
  ['the time of one try of a command', { exec: { command: ['/c'] }, timeoutSeconds: 3 }, { kind: 'command', command: ['/c'], trySeconds: 3 }],
  ['nothing', { periodSeconds: 1 }, undefined],
])('the check of a probe with %s', (_what, probe, expected) => {
  expect(readProbe(probe, container)).toEqual(expected);
  const namesPort = [probe.tcpSocket?.port, probe.httpGet?.port].some(port => typeof port === 'string');
  expect(readProbe(probe, box('bare'))).toEqual(namesPort ? undefined : expected);
});

describe('a command of a manifest', () => {
  const env = Object.entries(VARIABLES).map(([name, value]) => ({ name, value }));

  test('is read as the kubelet expands it', () => {
    // Kubelet 1.33 breaks such a word, and 1.35 keeps it.
    const isKept = (word: string) => !/\$[^\0-\x7f]/.test(word);
    fc.assert(fc.property(ANY_WORD.filter(isKept), word => {
      expect(expandVariables([word], env)).toEqual([expand(word, VARIABLES)]);
    }), { numRuns: 2000 });
  });

  test('is read as it was before the escaping', () => {
    fc.assert(fc.property(ANY_WORD, word => { expect(expandVariables([escapeForExpansion(word)], env)).toEqual([word]); }), { numRuns: 2000 });
  });
});

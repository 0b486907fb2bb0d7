import { validateCheck } from '../../../src/pod/checks';
import { secondsRule } from '../../../src/pod/checks/check-module';
import { allOf, blocking, Check, command, file, grpc, http, said, tcp } from '../../dsl';

const WHERE = "the ready check of container 'db'";
const objections = (check: Check) => said(validateCheck(check, WHERE)).map(text => {
  expect(text).toMatch(/^SO302: the ready check of container 'db': /);
  return text.replace(`SO302: ${WHERE}: `, '');
});

const onHost = (host: string): Check => ({ kind: 'tcpSocket', host, port: 1 });
const onPath = (path: string): Check => ({ ...http(80), path } as Check);
const withStatuses = (...statuses: number[]): Check => ({ ...http(80), statuses } as Check);
const contains = (path: string, text: string): Check => ({ kind: 'file', path, contains: text });

test.each<Check>([
  tcp(1), tcp(65535), http(80), grpc(9000), command('/c', '', '-e', '\n'), blocking('/c'), file('/'), file('/a b/\n'), file('/..data/a..b'), contains('/f', '-e $(x)'),
  { kind: 'unixSocket', path: '/s' }, { kind: 'delay', seconds: 0.5 }, allOf(tcp(1), allOf(file('/f'))),
  onHost('db'), onHost('db.shop.svc'), onHost('10.0.0.1'), onHost('::1'), onHost('fe80::1'), onHost('my_db-1'),
  onPath('/ready?x=1&y=%20#z'), withStatuses(100, 200, 599), { ...tcp(1), trySeconds: 1 } as Check,
])('%j is valid', check => { expect(objections(check)).toEqual([]); });

test.each([0, -1, 65536, 1.5, NaN, Infinity])('the port %s is refused', port => {
  const text = `port is ${port}; it must be a whole number from 1 to 65535`;
  expect([tcp(port), http(port), grpc(port)].map(objections)).toEqual([[text], [text], [text]]);
});

test.each(['-e', '--', '', 'a b', 'http://db', 'db/x', 'user@db', 'db\n', 'db:5432', '[::1]', 'd\0b', '$(db)', 'dä', 'd'.repeat(254)])('the host %j is refused', host => {
  const text = `host is '${host}'; it must be a host name or an address, without a scheme and a port; for a URL, 'http://host:port/path'`;
  expect([onHost(host), { ...http(80), host } as Check].map(objections)).toEqual([[text], [text]]);
});

test.each(['ready', '', '/a b', '/ä', '/a\n', '/a\0', '/\u007f'])('the URL path %j is refused', path => {
  expect(objections(onPath(path))).toEqual([`path is '${path}'; it must be a path that begins with '/', without blanks, URL-encoded`]);
});

test.each(['ready', '', './x', '/a\0b', '/data/../ready', '/..'])('the file path %j is refused', path => {
  const text = `path is '${path}'; it must be an absolute path, beginning with '/', without '..'`;
  expect([file(path), contains(path, 'x'), { kind: 'unixSocket', path } as Check].map(objections)).toEqual([[text], [text], [text]]);
});

const EMPTY_COMMAND = 'command is empty; it must be a program and its arguments';
const EMPTY_ALL_OF = 'allOf is empty; it must be given at least one check';

test.each<[Check, string]>([
  ...['ftp', 'HTTP', ''].map((scheme): [Check, string] => [{ ...http(80), scheme } as Check, `scheme is '${scheme}'; it must be 'http' or 'https'`]),
  ...[99, 600, 200.5, NaN, -1].map((status): [Check, string] =>
    [withStatuses(200, status), `statuses is ${status}; it must be HTTP status codes, whole numbers from 100 to 599`]),
  [withStatuses(), 'statuses is empty; it must be left out or given at least one HTTP status code'],
  ...[[], [''], ['', 'x']].flatMap((words): [Check, string][] => [[command(...words), EMPTY_COMMAND], [blocking(...words), EMPTY_COMMAND]]),
  [command('/c', 'a\0b'), 'command is "a\\u0000b"; it must be words without NUL, which ends a word'],
  ...['', 'a\nb', 'a\0'].map((text): [Check, string] => [contains('/f', text), `contains is ${JSON.stringify(text)}; it must be a text of one line, not empty`]),
  ...[0, -1, NaN].map((seconds): [Check, string] => [{ kind: 'delay', seconds }, `delay is ${seconds} s; it must be longer than 0 s, and at most 2147483647 s`]),
  ...[tcp(1), http(1), command('/c')].map((check): [Check, string] =>
    [{ ...check, trySeconds: 0.5 } as Check, 'tryTimeout is 0.5 s; it must be a whole number of seconds from 1 to 2147483647']),
  [allOf(), EMPTY_ALL_OF],
  [allOf(allOf()), EMPTY_ALL_OF],
])('%j is refused', (check, text) => { expect(objections(check)).toEqual([text]); });

test('all invalid values in nested checks are reported', () => {
  expect(objections(allOf({ ...http(0), host: '-e', path: 'x' } as Check, allOf(file('f'))))).toEqual([
    "host is '-e'; it must be a host name or an address, without a scheme and a port; for a URL, 'http://host:port/path'",
    'port is 0; it must be a whole number from 1 to 65535',
    "path is 'x'; it must be a path that begins with '/', without blanks, URL-encoded",
    "path is 'f'; it must be an absolute path, beginning with '/', without '..'",
  ]);
});

test.each([
  [undefined, true], [1, true], [600, true], [2 ** 31 - 1, true],
  [2 ** 31, false], [0, false], [-1, false], [1.5, false], [NaN, false], [Infinity, false],
])(
  'a timeout of %s seconds can be kept: %s', (seconds, fine) => { expect(secondsRule(seconds, 'timeout')[0]).toBe(fine); });

import { Check } from '../../../src/api/private/check';
import { validateCheck } from '../../../src/pod/checks';
import { secondsRule } from '../../../src/pod/checks/validate';
import { allOf, blocking, command, file, grpc, http, said, tcp } from '../../dsl';

const WHERE = "the ready check of container 'db'";
const objections = (check: Check) => said(validateCheck(check, WHERE)).map(text => text.replace(`SO302: ${WHERE}: `, ''));

const onHost = (host: string): Check => ({ kind: 'tcpSocket', host, port: 1 });
const onPath = (path: string): Check => ({ ...http(80), path } as Check);
const withStatuses = (...statuses: number[]): Check => ({ ...http(80), statuses } as Check);
const contains = (path: string, text: string): Check => ({ kind: 'file', path, contains: text });

test.each<Check>([
  tcp(1), tcp(65535), http(80), grpc(9000), command('/c', '', '-e', '\n'), blocking('/c'), file('/'), file('/a b/\n'), file('/..data/a..b'), contains('/f', '-e $(x)'),
  { kind: 'unixSocket', path: '/s' }, { kind: 'delay', seconds: 0.5 }, allOf(tcp(1), allOf(file('/f'))),
  onHost('db'), onHost('db.shop.svc'), onHost('10.0.0.1'), onHost('::1'), onHost('fe80::1'), onHost('my_db-1'),
  onPath('/ready?x=1&y=%20#z'), withStatuses(100, 200, 599), { ...tcp(1), trySeconds: 1 } as Check,
])('%j is valid', check => {
  expect(objections(check)).toEqual([]);
});

test('the problem of an impossible value contains its place and the expected value', () => {
  expect(said(validateCheck(tcp(99999), WHERE))).toEqual([
    "SO302: the ready check of container 'db': port is 99999; it must be a whole number from 1 to 65535",
  ]);
});

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

test.each(['ftp', 'HTTP', ''])('the URL scheme %j is refused', scheme => {
  expect(objections({ ...http(80), scheme } as Check)).toEqual([`scheme is '${scheme}'; it must be 'http' or 'https'`]);
});

test.each([99, 600, 200.5, NaN, -1])('the status %s is refused', status => {
  expect(objections(withStatuses(200, status))).toEqual([`statuses is ${status}; it must be HTTP status codes, whole numbers from 100 to 599`]);
});

test('an empty list of statuses is refused', () => {
  expect(objections(withStatuses())).toEqual(['statuses is empty; it must be left out or given at least one HTTP status code']);
});

test.each([[[]], [['']], [['', 'x']]])('the command %j is refused', words => {
  expect([command(...words), blocking(...words)].map(objections)).toEqual([
    ['command is empty; it must be a program and its arguments'], ['command is empty; it must be a program and its arguments'],
  ]);
});

test('a NUL character in a command is refused', () => {
  expect(objections(command('/c', 'a\0b'))).toEqual(['command is "a\\u0000b"; it must be words without NUL, which ends a word']);
});

test.each(['', 'a\nb', 'a\0'])('the text %j in a file is refused', text => {
  expect(objections(contains('/f', text))).toEqual([`contains is ${JSON.stringify(text)}; it must be a text of one line, not empty`]);
});

test.each([0, -1, NaN])('a delay of %s s is refused', seconds => {
  expect(objections({ kind: 'delay', seconds })).toEqual([`delay is ${seconds} s; it must be longer than 0 s, and at most 2147483647 s`]);
});

test.each<Check>([{ ...tcp(1), trySeconds: 0.5 } as Check, { ...http(1), trySeconds: 0.5 } as Check, { ...command('/c'), trySeconds: 0.5 } as Check])(
  'one try of %j lasts whole seconds', check => {
    expect(objections(check)).toEqual(['tryTimeout is 0.5 s; it must be a whole number of seconds from 1 to 2147483647']);
  });

test('allOf without checks is refused', () => {
  expect([allOf(), allOf(allOf())].map(objections)).toEqual([
    ['allOf is empty; it must be given at least one check'], ['allOf is empty; it must be given at least one check'],
  ]);
});

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
  'a timeout of %s seconds can be kept: %s', (seconds, fine) => {
    expect(secondsRule(seconds, 'timeout')[0]).toBe(fine);
  });

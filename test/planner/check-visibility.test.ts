import { translateCheck } from '../../src/planner/mechanisms/check-visibility';
import { allOf, blocking, Check, command, ContainerIntent, delay, file, grpc, http, pod, Protocol, tcp } from '../dsl';

type Mount = ContainerIntent['mounts'][number];

const mount = (volume: string, path: string, partial = false): Mount => ({ volume, path, partial });
const [plain] = pod(p => { p.app('x'); }).containers;
const carrier = (...mounts: Mount[]) => ({ ...plain, name: 'carrier', mounts });
const dependency = (...mounts: Mount[]) => ({ ...plain, name: 'dependency', mounts });

/** Where the carrier finds the dependency's file. */
const seen = (path: string, there: Mount[], here: Mount[]): string | undefined =>
  (translateCheck(carrier(...here), dependency(...there), file(path)) as { path: string } | undefined)?.path;

test('a container can make each of its own checks', () => {
  const it = dependency();
  for (const check of [command('/c'), blocking('/b'), file('/f'), grpc(1)]) { expect(translateCheck(it, it, check)).toBe(check); }
});

test.each<[string, Check, boolean]>([
  ['a port', tcp(1), true],
  ['a URL', http(1), true],
  ['a server', { kind: 'server', protocol: Protocol.REDIS, port: 6379 }, true],
  ['a delay, which counts from the start of the dependency', delay(1), false],
  ['a command', command('/c'), false],
  ['a blocking command', blocking('/c'), false],
  ['a file', file('/f'), false],
  ['a socket', { kind: 'unixSocket', path: '/s' }, false],
  ['a port and a URL', allOf(tcp(1), http(2)), true],
  ['a port and a delay', allOf(tcp(1), delay(2)), false],
  ['a port and a command', allOf(tcp(1), command('/c')), false],
])('a container without mounts can make the check %s of another container, or not: %#', (_what, check, isSeen) => {
  expect(translateCheck(carrier(), dependency(), check)).toEqual(isSeen ? check : undefined);
});

test.each<[string, string, Mount[], Mount[], string | undefined]>([
  ['both mount the volume at one path', '/data/ready', [mount('v', '/data')], [mount('v', '/data')], '/data/ready'],
  ['at another path', '/data/a/ready', [mount('v', '/data')], [mount('v', '/mnt/deep')], '/mnt/deep/a/ready'],
  ['with slashes at the end', '/data/ready', [mount('v', '/data/')], [mount('v', '/mnt//')], '/mnt/ready'],
  ['the mount itself', '/data', [mount('v', '/data')], [mount('v', '/mnt')], '/mnt'],
  ['mounted at the root', '/ready', [mount('v', '/')], [mount('v', '/mnt')], '/mnt/ready'],
  ['mounted at the root of the carrier', '/data/ready', [mount('v', '/data')], [mount('v', '/')], '/ready'],
  ['another volume', '/data/ready', [mount('v', '/data')], [mount('w', '/data')], undefined],
  ['a path that only begins alike', '/database/ready', [mount('v', '/data')], [mount('v', '/data')], undefined],
  ['a part of the volume in the dependency', '/data/ready', [mount('v', '/data', true)], [mount('v', '/data')], undefined],
  ['a part of the volume in the carrier', '/data/ready', [mount('v', '/data')], [mount('v', '/data', true)], undefined],
  ['the innermost mount counts', '/data/in/ready', [mount('v', '/data'), mount('w', '/data/in')], [mount('v', '/v'), mount('w', '/w')], '/w/ready'],
  ['the innermost mount is not shared', '/data/in/ready', [mount('v', '/data'), mount('w', '/data/in')], [mount('v', '/v')], undefined],
  ['something else is mounted over it', '/data/in/ready', [mount('v', '/data')], [mount('v', '/v'), mount('w', '/v/in')], undefined],
  ['something else is mounted beside it', '/data/in/ready', [mount('v', '/data')], [mount('v', '/v'), mount('w', '/v/out')], '/v/in/ready'],
])('a file of another container is visible or not: %s', (_what, path, there, here, expected) => { expect(seen(path, there, here)).toBe(expected); });

test('the path of each check becomes the path in the other container, and the input does not change', () => {
  const under = (root: string) =>
    allOf(file(`${root}/a`), tcp(1), { kind: 'unixSocket', path: `${root}/s` }, { kind: 'file', path: `${root}/f`, contains: 'up' });
  const check = under('/data');
  expect(translateCheck(carrier(mount('v', '/mnt')), dependency(mount('v', '/data')), check)).toEqual(under('/mnt'));
  expect(check).toEqual(under('/data'));
});

import { imagesWith } from './image-files';
import { Check, DeclaredCheck } from '../../src/api/private/check';
import { ImageConfiguration, ImageHealthcheck } from '../../src/images/image-file';
import { readHealthcheck } from '../../src/pod/image-facts';
import { fillPort } from '../../src/pod/known-port';

const http = (port: number, path: string): Check => ({ kind: 'httpGet', scheme: 'http', host: '127.0.0.1', port, path, trySeconds: 30 });
const tcp = (port: number): Check => ({ kind: 'tcpSocket', host: '127.0.0.1', port, trySeconds: 30 });
const exec = (...command: string[]): Check => ({ kind: 'command', command, trySeconds: 30 });

test.each<[string, Check]>([
  ['curl -f http://localhost:8080/health || exit 1', http(8080, '/health')],
  ['curl -fsS http://127.0.0.1/', http(80, '/')],
  ['wget -q --spider http://localhost:3000/ready', http(3000, '/ready')],
  ['nc -z localhost 6379', tcp(6379)],
  ['nc -zv -w 3 127.0.0.1 6379 || exit 1', tcp(6379)],
  ['nc -w3 -z localhost 6379', tcp(6379)],
  ['nc -zw1 localhost 6379', tcp(6379)],
  ['curl --fail --silent "http://localhost:8080/health?full=1&x=2" || exit 1', http(8080, '/health?full=1&x=2')],
  ['curl -f localhost:8080/health', http(8080, '/health')],
  ['wget --no-verbose --tries=1 --spider http://localhost:3000/ || exit 1', http(3000, '/')],
  ['wget -qO- http://localhost:3000/ || false', http(3000, '/')],
])('the HEALTHCHECK %s becomes a check without a program', (text, check) => { expect(readHealthcheck({ test: ['CMD-SHELL', text] })).toEqual(check); });

test.each([
  'curl http://localhost/', 'curl -f -X POST http://localhost/', 'curl -f --max-time 3 http://localhost/', 'curl -f http://localhost:$PORT/',
  'curl -f http://db/', 'nc localhost 6379', 'nc -zu localhost 53', 'nc -z db 6379', 'echo ruok | nc -z localhost 2181',
  'curl -f https://localhost/', 'wget -q http://localhost:3000/', 'curl -fI http://localhost/', 'curl -fAprobe http://localhost/',
  'curl -f http://localhost/>/dev/null', 'curl -f http://localhost/#top', 'curl -f http://localhost:70000/', 'curl -f http://localhost/ || exit 0',
  'curl -f http://localhost/\ntest -e /ready', 'nc -z localhost 0', 'redis-cli ping', 'mysqladmin ping -h localhost', 'pg_isready -U postgres',
])('the HEALTHCHECK %s stays a command of the shell', text => {
  expect(readHealthcheck({ test: ['CMD-SHELL', text] })).toEqual(exec('/bin/sh', '-c', text));
});

test.each<[string, string[], Check]>([
  ['a program', ['/probe', '-x'], exec('/probe', '-x')],
  ['a plain request', ['curl', '-f', 'http://localhost:8080/'], http(8080, '/')],
  ['words that only a shell joins', ['curl', '-f', 'http://localhost/', '||', 'exit', '1'], exec('curl', '-f', 'http://localhost/', '||', 'exit', '1')],
  ['a word with a blank', ['curl', '-f http://localhost/'], exec('curl', '-f http://localhost/')],
])('a HEALTHCHECK in exec form with %s becomes the expected check', (_what, words, check) => {
  expect(readHealthcheck({ test: ['CMD', ...words] })).toEqual(check);
});

test('a HEALTHCHECK with a shell and parameters passes all parameters to the shell, as Docker does', () => {
  expect(readHealthcheck({ test: ['CMD-SHELL', 'test -e $0', '/ready'] })).toMatchObject({ command: ['/bin/sh', '-c', 'test -e $0', '/ready'] });
});

test.each([[0.001, 1], [2.5, 3], [90, 90]])('the timeout %p s of a HEALTHCHECK becomes %p s, because a probe has whole seconds', (timeoutSeconds, trySeconds) => {
  expect(readHealthcheck({ test: ['CMD', '/probe'], timeoutSeconds })).toMatchObject({ trySeconds });
});

describe('ReadyCheck.fromImage()', () => {
  const read = (healthcheck: ImageHealthcheck | undefined, readyWhen: DeclaredCheck = { kind: 'image' }, image = 'db:1', differences?: ImageConfiguration['differences']) => fillPort(
    { name: 'db', dependsOn: [], readyWhen }, { name: 'db', image }, imagesWith('db:1', { healthcheck, differences }));

  test('is the HEALTHCHECK of the image, also inside allOf', () => {
    const healthcheck = { test: ['CMD', '/probe'] };
    const check = { kind: 'command', command: ['/probe'], trySeconds: 30 };
    expect(read(healthcheck).declaration.readyWhen).toEqual(check);
    expect(read(healthcheck, { kind: 'allOf', checks: [{ kind: 'image' }] }).declaration.readyWhen).toEqual({ kind: 'allOf', checks: [check] });
  });

  test.each([
    ['without HEALTHCHECK', read(undefined), 'has no HEALTHCHECK'],
    ['with HEALTHCHECK NONE', read({ test: ['NONE'] }), /has no HEALTHCHECK; use another ready check$/],
    ['that is not in the image file', read({ test: ['CMD', '/probe'] }, undefined, 'other:1'), 'is not in the image file; use another ready check, or run `cdk8s-startup-order images --all`'],
    ['whose platforms have different HEALTHCHECKs', read({ test: ['CMD', '/probe'] }, undefined, undefined, { 'linux/arm64': { healthcheck: null } }), 'has different HEALTHCHECKs for its platforms'],
  ])('of an image %s is the error SO304', (_what, { problems }, why) => {
    expect(problems.map(p => p.code)).toEqual(['SO304']);
    expect(problems[0].text).toMatch(why);
  });
});

import { cli } from './host';

const ENTRY = { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'] };
const WAIT = 'until nc -z localhost 5432; do sleep 1; done; exec /app/web';
const SLEEP = { ...ENTRY, entrypoint: ['/usr/bin/tini', '--', 'sh', '-c'], cmd: ['sleep 20; exec nginx'] };

const imageFile = (images: object) => JSON.stringify({ version: 1, images });
const IMAGES = imageFile({
  'web:1': { ...ENTRY, entrypoint: ['/bin/sh', '-c', WAIT] },
  'slow:1': SLEEP,
  'wait-for-db:1': { ...ENTRY, cmd: ['sh', '-c', 'until nc -z db.data 5432; do sleep 1; done'] },
});

const pod = (containers: readonly object[], initContainers: readonly object[] = []): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shop' }, spec: { initContainers, containers } });

const DB = { name: 'db', image: 'shop/db:3', ports: [{ containerPort: 5432 }] };
const WEB = pod([{ name: 'web', image: 'web:1' }, DB]);

/** Runs a command with the image file of the option, of the working directory, and without an image file. */
const runThreeTimes = (command: readonly string[], manifest: string): string[] => [
  cli([...command, '-', '--images', 'ci/images.json'], { stdin: manifest, files: { 'ci/images.json': IMAGES } }),
  cli([...command, '-'], { stdin: manifest, files: { 'startup-order.images.json': IMAGES } }),
  cli([...command, '-'], { stdin: manifest }),
].map(({ out }) => out);

test('explain reads the wait in the command of an image from the image file', () => {
  const [byOption, byDefault, without] = runThreeTimes(['explain'], WEB);
  for (const text of ['- web starts after db is READY: TCP localhost:5432\n', `  1. web (container) with the command of\n     web:1@${ENTRY.digest}\n`]) { expect(byOption).toContain(text); }
  expect(byOption.replace(/\s+/g, ' ')).toContain('the command of its image waits at each start');
  expect([byDefault, without]).toEqual([byOption, expect.not.stringContaining('5432')]);
});

test('lint applies its rules to the commands of images, and names the image field', () => {
  const [byOption, byDefault, without] = runThreeTimes(['lint', '--format', 'json'], pod([{ name: 'app', image: 'slow:1' }, DB]));
  expect([JSON.parse(byOption).findings, byDefault, JSON.parse(without).findings]).toEqual([[expect.objectContaining({
    rule: 'sleep-as-order', path: 'spec.containers[0].image', message: "'app' sleeps for 20 s before it starts its work, without a check of its dependencies",
  })], byOption, []]);
});

test.each<[object, object[]]>([
  [{ args: ['exec nginx'] }, []], [{ command: ['nginx'] }, []],
  [{ args: ['sleep 5; exec nginx'] }, [{ path: 'spec.containers[0].args', message: expect.stringContaining('5 s') }]],
])('`args` of the manifest replaces the cmd of the image, and `command` replaces both: %j', (fields, findings) => {
  expect(JSON.parse(runThreeTimes(['lint', '--format', 'json'], pod([{ name: 'app', image: 'slow:1', ...fields }]))[0])).toMatchObject({ findings });
});

test('plot and report use the image file', () => {
  const [drawn, , without] = runThreeTimes(['plot'], WEB);
  expect([drawn.includes(' starts after db is READY'), without.includes(' starts after ')]).toEqual([true, false]);
  const [page, , plain] = runThreeTimes(['report'], pod([{ name: 'app', image: 'slow:1' }, DB]));
  expect([page.includes('sleeps for 20 s'), plain.includes('sleeps for 20 s')]).toEqual([true, false]);
});

test('timeline names the target of an init container whose image contains the wait', () => {
  const live = JSON.stringify({
    ...JSON.parse(pod([{ name: 'web', image: 'shop/web:7' }], [{ name: 'wait', image: 'wait-for-db:1' }])),
    status: { phase: 'Pending', initContainerStatuses: [{ name: 'wait', state: { running: { startedAt: '2026-01-01T00:00:00Z' } } }] },
  });
  const run = (args: readonly string[]) => cli(['timeline', '--pod', 'pod.json', ...args], { files: { 'pod.json': live, 'i.json': IMAGES } }).out;
  expect([run(['--images', 'i.json']).includes('db.data:5432'), run([]).includes('db.data:5432')]).toEqual([true, false]);
});

test('an image whose platforms have different commands counts as an image without an entry', () => {
  const files = { 'startup-order.images.json': imageFile({ 'slow:1': { ...SLEEP, differences: { 'linux/arm64': { cmd: ['nginx'] } } } }) };
  expect(JSON.parse(cli(['lint', '-', '--format', 'json'], { stdin: pod([{ name: 'app', image: 'slow:1' }]), files }).out).findings).toEqual([]);
});

test.each(['lint', 'explain', 'plot', 'report'])('%s exits with 2 if the image file does not exist, or is invalid', command => {
  expect(cli([command, '-', '--images', 'none.json'], { stdin: WEB }))
    .toMatchObject({ code: 2, error: expect.stringMatching(/^\[none\.json\] the image file 'none\.json' of `--images` cannot be read: .*\[SO644\]\n$/) });
  const { code, error } = cli([command, '-'], { stdin: WEB, files: { 'startup-order.images.json': '{' } });
  expect([code, error]).toEqual([2, expect.stringMatching(/^\[startup-order\.images\.json\] the image file is invalid: .*\[SO640\]\n$/)]);
});

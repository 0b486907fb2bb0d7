import { readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { folder, output, runCli, writeManifest, written } from './run-cli';
import { simulatePrograms } from './simulated-programs';
import { image, index, OCI_INDEX, OCI_MANIFEST, raw, TestImage } from './test-images';
import { Host } from '../../../tools/cli/host';

const WEB = image({
  Entrypoint: ['/docker-entrypoint.sh'],
  Cmd: ['nginx'],
  Env: ['PATH=/usr/bin:/bin', 'TOKEN=secret-of-the-image'],
  User: '101',
  ExposedPorts: { '443/tcp': {}, '80/tcp': {} },
  StopSignal: 'SIGQUIT',
  WorkingDir: '/app',
  Healthcheck: { Test: ['CMD-SHELL', 'curl -f localhost/'], Interval: 30e9, Timeout: 3e9, Retries: 3 },
});

/** Runs `images` for a manifest with these images, which the simulated programs have. */
async function images(given: Readonly<Record<string, TestImage>>, args: readonly string[] = [], references = Object.keys(given)) {
  return runCli(['images', writeManifest(references), '--output', output, ...args], simulatePrograms(given));
}
/** An image with these documents besides its root. */
const withRoot = (mediaType: string, value: unknown, ...documents: readonly TestImage[]): TestImage => {
  const { root } = raw(mediaType, value);
  return { root, documents: [root, ...documents.flatMap(other => other.documents)] };
};

test.each(['crane', 'skopeo', 'buildx'])('images --with %s writes the configuration of an image, without its environment', async program => {
  expect(await images({ 'web:1': WEB }, ['--with', program])).toEqual({ code: 0, out: `web:1: added\n${output}: 1 image\n`, error: '' });
  expect(written()).toEqual({
    'web:1': {
      digest: WEB.root.digest,
      platforms: ['linux/amd64'],
      entrypoint: ['/docker-entrypoint.sh'],
      cmd: ['nginx'],
      user: '101',
      workingDir: '/app',
      path: '/usr/bin:/bin',
      stopSignal: 'SIGQUIT',
      exposedPorts: ['80/tcp', '443/tcp'],
      healthcheck: { test: ['CMD-SHELL', 'curl -f localhost/'], intervalSeconds: 30, timeoutSeconds: 3, retries: 3 },
    },
  });
  expect(readFileSync(output, 'utf8')).not.toContain('secret');
  expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  const { error } = await images({}, ['--with', program], ['gone:1']);
  expect(error).toMatch(/^\[gone:1, Pod web, container app-0\] `(crane|skopeo|docker) .*docker\.io\/library\/gone:1` finds no such image; correct .* \[SO651\]\n$/);
});

test.each([
  ['has the shell of the image', ['/bin/bash', '-o', 'pipefail', '-c'], ['CMD', '/bin/bash', '-o', 'pipefail', '-c']],
  ['stays as it is with the default shell', ['/bin/sh', '-c'], ['CMD-SHELL']],
])('the HEALTHCHECK of an image with SHELL %s', async (_what, Shell, expected) => {
  await images({ 'web:1': image({ Cmd: ['/web'], Shell, Healthcheck: { Test: ['CMD-SHELL', 'pg_isready | grep -q ok'] } }) });
  expect(written()['web:1'].healthcheck).toEqual({ test: [...expected, 'pg_isready | grep -q ok'] });
});

test('30 images are read eight at a time', async () => {
  const given = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`web-${i}:1`, image({ Cmd: [`/web-${i}`] })]));
  const start = simulatePrograms(given);
  const running = { now: 0, most: 0 };
  const slow: Host['start'] = async (...command) => {
    running.most = Math.max(running.most, ++running.now);
    await new Promise(resolve => setTimeout(resolve, 5));
    running.now--;
    return start(...command);
  };
  expect((await runCli(['images', writeManifest(Object.keys(given)), '--output', output], slow)).code).toBe(0);
  expect([running, Object.keys(written()).length]).toEqual([{ now: 0, most: 8 }, 30]);
});

test.each(['crane', 'skopeo', 'buildx'])('with %s, an index gives all Linux platforms, and the fields that differ', async program => {
  const multi = index({
    'linux/amd64': image({ Entrypoint: ['/app'], User: '1' }),
    'linux/arm64/v8': image({ Entrypoint: ['/app'] }, { architecture: 'arm64' }),
    'linux/arm/v7': image({ Entrypoint: ['/app'], User: '1' }, { architecture: 'arm' }),
    'windows/amd64': image({ Entrypoint: ['app.exe'] }, { os: 'windows' }),
    'unknown/unknown': raw('application/vnd.oci.image.manifest.v1+json', { schemaVersion: 2 }),
  });
  expect(await images({ 'web:1': multi }, ['--with', program])).toMatchObject({ code: 0, error: '' });
  expect(written()['web:1']).toEqual({
    digest: multi.root.digest, platforms: ['linux/amd64', 'linux/arm/v7', 'linux/arm64'], entrypoint: ['/app'], user: '1', differences: { 'linux/arm64': { user: null } },
  });
});

test('an index in an index is read, and an artifact of an index is skipped', async () => {
  const artifact = raw(OCI_MANIFEST, { schemaVersion: 2, mediaType: OCI_MANIFEST, artifactType: 'application/vnd.example.scan', config: {} });
  const descriptor = { mediaType: OCI_MANIFEST, artifactType: 'application/vnd.example.scan', digest: artifact.root.digest };
  const inner = index({ 'linux/amd64': WEB });
  const { manifests } = JSON.parse(index({ 'linux/amd64': inner }).root.body);
  const outer = withRoot(OCI_INDEX, { schemaVersion: 2, mediaType: OCI_INDEX, manifests: [...manifests, descriptor] }, inner, artifact);
  expect(await images({ 'web:1': outer })).toMatchObject({ code: 0, error: '' });
  expect(written()['web:1']).toMatchObject({ digest: outer.root.digest, platforms: ['linux/amd64'], entrypoint: ['/docker-entrypoint.sh'] });
});

test.each([[null], ['linux'], [{}], [undefined]])('the platform of an image whose index has the platform %j is that of its configuration', async platform => {
  const { manifests } = JSON.parse(index({ 'linux/amd64': WEB }).root.body);
  expect(await images({ 'web:1': withRoot(OCI_INDEX, { schemaVersion: 2, manifests: [{ ...manifests[0], platform }] }, WEB) })).toMatchObject({ code: 0, error: '' });
  expect(written()['web:1'].platforms).toEqual(['linux/amd64']);
});

test('an image with a digest is asked for by its digest, and the tag has no effect', async () => {
  const reference = `web:1@${WEB.root.digest}`;
  expect(await images({ [reference]: WEB })).toMatchObject({ code: 0, error: '' });
  expect(written()).toMatchObject({ [reference]: { digest: WEB.root.digest } });
});

test('images reads dependents without a command; --all reads every container', async () => {
  const manifest = writeManifest(['web:1', 'missing:1'], { name: 'b', command: ['/b'] }, 1);
  const run = (...args: string[]) => runCli(['images', manifest, '--output', output, ...args], simulatePrograms({ 'web:1': WEB, 'not-needed': WEB }));
  expect([(await run()).code, Object.keys(written())]).toEqual([0, ['web:1']]);
  expect((await run('--all')).error).toMatch(/^\[missing:1, Pod web, container b\] .*SO651/);
});

test.each<[string, object, object[]]>([
  ['the annotation', { annotations: { 'cdk8s-startup-order.github.io/depends-on': '{"app-0": ["app-1"]}' } }, []],
  ['a StartupOrder', {}, [{ containers: { 'app-0': { dependsOn: ['app-1'] } } }]],
  ['sidecarsFirst of a StartupOrder', {}, [{ containers: { 'app-1': { role: 'sidecar' } }, sidecarsFirst: true }]],
])('before `order`, images reads the containers that depend on others by %s', async (_, metadata, specs) => {
  const spec = { containers: ['web:1', 'missing:1'].map((name, i) => ({ name: `app-${i}`, image: name, ...i > 0 ? { command: ['/b'] } : {} })) };
  const orders = specs.map(of => ({ apiVersion: 'cdk8s-startup-order.github.io/v1alpha1', kind: 'StartupOrder', spec: { workloads: [{ name: 'web' }], ...of } }));
  const manifests = [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', ...metadata }, spec }, ...orders].map(one => JSON.stringify(one));
  writeFileSync(join(folder, 'unordered.yaml'), manifests.join('\n---\n'));
  const read = runCli(['images', join(folder, 'unordered.yaml'), '--output', output], simulatePrograms({ 'web:1': WEB }));
  expect([(await read).code, Object.keys(written())]).toEqual([0, ['web:1']]);
});

test('images --image adds an image without manifests, so that an app can be synthesized for the first time', async () => {
  const run = (...args: string[]) => runCli(['images', '--output', output, ...args], simulatePrograms({ 'web:1': WEB, 'db:1': WEB }));
  rmSync(output);
  expect(await run('--image', 'web:1')).toMatchObject({ code: 0, out: `web:1: added\n${output}: 1 image\n` });
  expect(await run('--image', 'db:1')).toMatchObject({ code: 0, out: `db:1: added\n${output}: 2 images\n` });
  expect(Object.keys(written())).toEqual(['db:1', 'web:1']);
  expect([await run('--image', 'docker.io/library/db:1'), await run('--image', 'db:1', '--check')]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(await run('--image', 'Not:An:Image')).toMatchObject({ code: 2, error: expect.stringMatching(/^\[Not:An:Image, --image\] .*\[SO658\]\n$/) });
});

test('images removes images that a manifest does not contain, and none for a file of plans', async () => {
  await images({ 'web:1': WEB, 'old:1': WEB });
  const manifest = writeManifest(['web:1'], { command: ['/startup-order/wait', '--', '/docker-entrypoint.sh'] });
  const { out } = await runCli(['images', manifest, '--output', output], simulatePrograms({ 'web:1': WEB }));
  expect([out, Object.keys(written())]).toEqual([`old:1: removed, because no manifest uses it\n${output}: 1 image\n`, ['web:1']]);
  const plan = { path: 'web', kubernetesVersion: '1.33', containers: [], dependencies: [], _injections: [], warnings: [], notes: [] };
  writeFileSync(join(folder, 'plans.json'), JSON.stringify({ startupPlans: 1, plans: [plan] }));
  const { code, error } = await runCli(['images', join(folder, 'plans.json'), '--output', output], simulatePrograms({}));
  expect([code, error, Object.keys(written())]).toEqual([2, 'name the manifests: a file of plans does not contain the images of the containers\n', ['web:1']]);
});

test('images --check exits with 1 if a tag has another digest or an image is missing, and writes nothing', async () => {
  expect(await images({ 'web:1': WEB }, ['--check'])).toMatchObject(
    { code: 1, out: `web:1: not in the file\n${output} is not up to date: run the same command without --check\n` });
  await images({ 'web:1': WEB });
  const before = readFileSync(output, 'utf8');
  expect(await images({ 'web:1': WEB }, ['--check'])).toEqual({ code: 0, out: `${output} is up to date: 1 image\n`, error: '' });
  const { code, out } = await images({ 'web:1': image({ Entrypoint: ['/new'] }) }, ['--check']);
  expect([code, out]).toEqual([1, expect.stringMatching(/^web:1: digest is "sha256:.*", and was "sha256:[^]*entrypoint is \["\/new"\], and was \["\/docker-entrypoint.sh"\]\nweb:1: cmd is empty, and was/)]);
  expect(readFileSync(output, 'utf8')).toBe(before);
});

describe('an image that cannot be used', () => {
  const WINDOWS = image({ Entrypoint: ['app.exe'] }, { os: 'windows' });
  const TWO = index({ 'linux/amd64': image({ Entrypoint: ['/a'] }), 'linux/arm64': image({ Entrypoint: ['/b'] }, { architecture: 'arm64' }) });
  const NO_OS = raw('application/vnd.oci.image.config.v1+json', { architecture: 'amd64' });
  const SCHEMA_1 = raw('application/vnd.docker.distribution.manifest.v1+prettyjws', { schemaVersion: 1 });
  test.each<[string, TestImage, RegExp]>([
    ['an image for Windows', WINDOWS, /no platform for Linux.*write the `command`.*SO655/],
    ['an index for Windows', index({ 'windows/amd64': WINDOWS }), /no platform for Linux.*SO655/],
    ['an image of schema 1', SCHEMA_1, /media type unknown \(schema version 1\).*SO654/],
    ['a Helm chart', image({}, { configType: 'application/vnd.cncf.helm.config.v1+json' }), /media type application\/vnd\.cncf\.helm\.config.*SO654/],
    ['an image with different entrypoints', TWO, /the entrypoint of the image is \["\/a"\] for linux\/amd64 and \["\/b"\] for linux\/arm64.*SO656/],
    ['an answer that is not JSON', { ...WEB, root: { ...WEB.root, body: '<html>' } }, /`crane manifest .*`: the output is not JSON \(.*--with.*SO657/],
    ['an answer of another shape', { ...WEB, root: { ...WEB.root, body: '[]' } }, /media type unknown .*SO654/],
    ['a configuration of another shape', withRoot(OCI_MANIFEST, { schemaVersion: 2, config: NO_OS.root }, NO_OS), /`crane blob .*`: the output is not the configuration of an image.*SO657/],
    ['changed content', { root: WEB.root, documents: [{ ...WEB.documents[1], body: '{}' }] }, /`crane blob .*` has the digest sha256:44136f\w+ instead of sha256:.*SO653/],
  ])('%s gives a coded error with the image and its container, and the file stays unchanged', async (_, given, expected) => {
    const before = readFileSync(output, 'utf8');
    const { code, error } = await images({ 'good:1': image({ Cmd: ['/good'] }), 'web:1': given });
    expect([code, error]).toEqual([2, expect.stringMatching(expected)]);
    expect(error.startsWith('[web:1, Pod web, container app-1] ')).toBe(true);
    expect(readFileSync(output, 'utf8')).toBe(before);
  });

  test('an invalid reference gives a coded error', async () => {
    expect((await images({}, [], ['{{ .Values.image }}'])).error).toMatch(/'\{\{ \.Values\.image \}\}' is not an image reference.*SO658/);
  });

  test.each([
    ['{"version": 2}', /startup-order\.images\.json\] the image file has the version 2.*SO641/],
    ['{"version": 1,', /startup-order\.images\.json\] the image file is invalid: the file is not JSON.*correct it, or remove it.*SO640/],
  ])('a corrupt image file gives a coded error, and stays unchanged: %s', async (text, error) => {
    writeFileSync(output, text);
    expect((await images({ 'web:1': WEB })).error).toMatch(error);
    expect(readFileSync(output, 'utf8')).toBe(text);
  });

  test('an image file that cannot be read gives a coded error', async () => {
    const { code, error } = await runCli(['images', writeManifest(['web:1']), '--output', folder], simulatePrograms({}));
    expect([code, error]).toEqual([2, expect.stringMatching(/the image file '.*' of `--output` cannot be read: it is a directory; correct the path.*SO644/)]);
  });
});

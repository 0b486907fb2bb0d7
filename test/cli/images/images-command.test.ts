import { readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { serve, serveImages } from './loopback-registry';
import { runCli, temporaryFolder, writeManifest } from './run-cli';
import { image, index, OCI_INDEX, OCI_MANIFEST, raw, TestImage } from './test-images';

const folder = temporaryFolder();
const output = join(folder, 'startup-order.images.json');

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

/** Runs `images` for the given images of a registry on the loopback. */
async function images(host: string, references: readonly string[], args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const manifest = writeManifest(folder, references.map(reference => `${host}/${reference}`));
  return runCli(['images', manifest, '--output', output, '--insecure-registry', host, ...args], folder, environment);
}

const written = () => JSON.parse(readFileSync(output, 'utf8')).images;

beforeEach(() => { writeFileSync(output, '{"version":1,"images":{}}'); });

test('images writes the configuration of an image, without its environment', async () => {
  const host = await serveImages({ 'web:1': WEB });
  expect(await images(host, ['web:1'])).toEqual({ code: 0, out: `${host}/web:1: added\n${output}: 1 image\n`, error: '' });
  expect(written()).toEqual({
    [`${host}/web:1`]: {
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
});

test.each([
  ['has the shell of the image', ['/bin/bash', '-o', 'pipefail', '-c'], ['CMD', '/bin/bash', '-o', 'pipefail', '-c', 'pg_isready | grep -q ok']],
  ['stays as it is with the default shell', ['/bin/sh', '-c'], ['CMD-SHELL', 'pg_isready | grep -q ok']],
])('the HEALTHCHECK of an image with SHELL %s', async (_what, Shell, test) => {
  const host = await serveImages({ 'web:1': image({ Cmd: ['/web'], Shell, Healthcheck: { Test: ['CMD-SHELL', 'pg_isready | grep -q ok'] } }) });
  await images(host, ['web:1']);
  expect(written()[`${host}/web:1`].healthcheck).toEqual({ test });
});

test.each([true, false])('images shows its progress if the output is a terminal: %s', async isWatched => {
  const host = await serveImages({ 'web:1': WEB, 'api:1': WEB });
  const manifest = writeManifest(folder, [`${host}/web:1`, `${host}/api:1`]);
  let seconds = 0;
  const now = () => { seconds += 10; return seconds * 1000; };
  const { code, error } = await runCli(['images', manifest, '--output', output, '--insecure-registry', host], folder, {}, { isWatched, now });
  expect({ code, shown: error.includes('1 of 2 images read') }).toEqual({ code: 0, shown: isWatched });
});

test('an index gives all Linux platforms, and the fields that differ; attestations and Windows are skipped', async () => {
  const multi = index({
    'linux/amd64': image({ Entrypoint: ['/app'], User: '1' }),
    'linux/arm64/v8': image({ Entrypoint: ['/app'] }, { architecture: 'arm64' }),
    'windows/amd64': image({ Entrypoint: ['app.exe'] }, { os: 'windows' }),
    'unknown/unknown': raw('application/vnd.oci.image.manifest.v1+json', { schemaVersion: 2 }),
  });
  const host = await serveImages({ 'web:1': multi });
  expect((await images(host, ['web:1'])).code).toBe(0);
  expect(written()[`${host}/web:1`]).toEqual(
    { digest: multi.root.digest, platforms: ['linux/amd64', 'linux/arm64'], entrypoint: ['/app'], user: '1', differences: { 'linux/arm64': { user: null } } });
});

test('an index in an index is read, and an artifact of an index is skipped', async () => {
  const artifact = raw(OCI_MANIFEST, { schemaVersion: 2, mediaType: OCI_MANIFEST, artifactType: 'application/vnd.example.scan', config: {} });
  const descriptor = { mediaType: OCI_MANIFEST, artifactType: 'application/vnd.example.scan', digest: artifact.root.digest };
  const inner = index({ 'linux/amd64': WEB });
  const { manifests } = JSON.parse(index({ 'linux/amd64': inner }).root.body);
  const { root } = raw(OCI_INDEX, { schemaVersion: 2, mediaType: OCI_INDEX, manifests: [...manifests, descriptor] });
  const host = await serveImages({ 'web:1': { root, documents: [...inner.documents, ...artifact.documents] } });
  expect(await images(host, ['web:1'])).toMatchObject({ code: 0, error: '' });
  expect(written()[`${host}/web:1`]).toMatchObject({ digest: root.digest, platforms: ['linux/amd64'], entrypoint: ['/docker-entrypoint.sh'] });
});

test('images reads dependents without a command; --all reads every container', async () => {
  const host = await serveImages({ 'web:1': WEB, 'db:1': WEB });
  const manifest = join(folder, 'pods.json');
  writeFileSync(manifest, JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: {
      initContainers: [{ name: 'proxy', image: `${host}/db:1`, restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 80 } } }],
      containers: [{ name: 'a', image: `${host}/web:1` }, { name: 'b', image: `${host}/missing:1`, command: ['/b'] }],
    },
  }));
  const run = (...args: string[]) => runCli(['images', manifest, '--output', output, '--insecure-registry', host, ...args], folder);
  expect((await run()).code).toBe(0);
  expect(Object.keys(written())).toEqual([`${host}/web:1`]);
  expect((await run('--all')).error).toMatch(new RegExp(`^\\[${host}/missing:1, Pod p, container b\\] .*SO651`));
});

test('images --image adds an image without manifests, so that an app can be synthesized for the first time', async () => {
  const host = await serveImages({ 'web:1': WEB, 'db:1': WEB });
  const run = (...args: string[]) => runCli(['images', '--output', output, '--insecure-registry', host, ...args], folder);
  rmSync(output);
  expect(await run('--image', `${host}/web:1`)).toMatchObject({ code: 0, out: `${host}/web:1: added\n${output}: 1 image\n` });
  expect(await run('--image', `${host}/db:1`)).toMatchObject({ code: 0, out: `${host}/db:1: added\n${output}: 2 images\n` });
  expect(Object.keys(written())).toEqual([`${host}/db:1`, `${host}/web:1`]);
  expect(await run('--image', `${host}/db:1`, '--check')).toMatchObject({ code: 0 });
  expect(await run('--image', 'Not:An:Image')).toMatchObject({ code: 2, error: expect.stringMatching(/^\[Not:An:Image, --image\] .*\[SO658\]\n$/) });
});

test('images keeps the images that a manifest with commands still contains, and removes the others', async () => {
  const host = await serveImages({ 'web:1': WEB, 'old:1': WEB });
  await images(host, ['web:1', 'old:1']);
  const manifest = writeManifest(folder, [`${host}/web:1`], { command: ['/startup-order/wait', '--', '/docker-entrypoint.sh'] });
  const { out } = await runCli(['images', manifest, '--output', output, '--insecure-registry', host], folder);
  expect([out, Object.keys(written())]).toEqual([`${host}/old:1: removed, because no manifest uses it\n${output}: 1 image\n`, [`${host}/web:1`]]);
});

test('images --check exits with 1 when a tag points to another digest or an image is missing, and writes nothing', async () => {
  const host = await serveImages({ 'web:1': WEB });
  expect(await images(host, ['web:1'], ['--check'])).toMatchObject(
    { code: 1, out: `${host}/web:1: not in the file\n${output} is not up to date: run the same command without --check\n` });
  await images(host, ['web:1']);
  const before = readFileSync(output, 'utf8');
  expect(await images(host, ['web:1'], ['--check'])).toEqual({ code: 0, out: `${output} is up to date: 1 image\n`, error: '' });
  const moved = await serveImages({ 'web:1': image({ Entrypoint: ['/new'] }) });
  const given = before.split(host).join(moved);
  writeFileSync(output, given);
  const { code, out } = await images(moved, ['web:1'], ['--check']);
  expect([code, out]).toEqual([1, expect.stringMatching(/web:1: the digest is sha256:.*, and was sha256:[^]*entrypoint is \["\/new"\], and was \["\/docker-entrypoint.sh"\]/)]);
  expect(readFileSync(output, 'utf8')).toBe(given);
});

describe('an image that cannot be used', () => {
  const WINDOWS = image({ Entrypoint: ['app.exe'] }, { os: 'windows' });
  const TWO = index({ 'linux/amd64': image({ Entrypoint: ['/a'] }), 'linux/arm64': image({ Entrypoint: ['/b'] }, { architecture: 'arm64' }) });
  test.each<[string, TestImage | undefined, RegExp]>([
    ['a missing image', undefined, /127\.0\.0\.1:\d+ has no such image; correct the image.*SO651/],
    ['an image for Windows', WINDOWS, /only the platform windows\/amd64.*write the `command`.*SO655/],
    ['an image of schema 1', raw('application/vnd.docker.distribution.manifest.v1+prettyjws', { schemaVersion: 1 }), /media type application\/vnd\.docker\.distribution\.manifest\.v1\+prettyjws.*SO654/],
    ['a Helm chart', image({}, { configType: 'application/vnd.cncf.helm.config.v1+json' }), /media type application\/vnd\.cncf\.helm\.config.*SO654/],
    ['an image with different entrypoints', TWO, /the entrypoint of the image is \["\/a"\] for linux\/amd64 and \["\/b"\] for linux\/arm64.*SO656/],
    ['an image without a command', image({}), /container 'app-1' has no `command` and no `args`, and its image '127.*' has no command either.*SO642/],
    ['an answer that is not JSON', { ...WEB, root: { ...WEB.root, body: '<html>' } }, /the manifest is not a JSON object.*SO657/],
  ])('%s gives a coded error with the image and its container, and the file stays unchanged', async (_, given, expected) => {
    const before = readFileSync(output, 'utf8');
    const host = await serveImages({ ...given ? { 'web:1': given } : {}, 'good:1': WEB });
    const { code, error } = await images(host, ['good:1', 'web:1']);
    expect([code, error]).toEqual([2, expect.stringMatching(expected)]);
    expect(error.startsWith(`[${host}/web:1, Pod web, container app-1] `)).toBe(true);
    expect(readFileSync(output, 'utf8')).toBe(before);
  });

  test('changed content gives a coded error with both digests', async () => {
    const host = await serveImages({ 'web:1': { root: WEB.root, documents: [{ ...WEB.documents[1], body: '{}' }] } });
    expect((await images(host, ['web:1'])).error).toMatch(/the configuration from 127.* has the digest sha256:\w+ instead of sha256:.*SO653/);
  });

  test('an invalid reference gives a coded error', async () => {
    const { error } = await runCli(['images', writeManifest(folder, ['{{ .Values.image }}']), '--output', output], folder);
    expect(error).toMatch(/'\{\{ \.Values\.image \}\}' is not an image reference.*SO658/);
  });

  test('a corrupt image file gives a coded error, and stays unchanged', async () => {
    writeFileSync(output, '{"version": 2}');
    expect((await images('127.0.0.1:1', ['web:1'])).error).toMatch(/startup-order\.images\.json\] the image file has the version 2.*SO641/);
    expect(readFileSync(output, 'utf8')).toBe('{"version": 2}');
    writeFileSync(output, '{"version": 1,');
    expect((await images('127.0.0.1:1', ['web:1'])).error).toMatch(/startup-order\.images\.json\] the image file is invalid: the file is not JSON.*correct it, or remove it.*SO640/);
    expect(readFileSync(output, 'utf8')).toBe('{"version": 1,');
  });

  test('an image file that cannot be read gives a coded error', async () => {
    const { code, error } = await runCli(['images', writeManifest(folder, ['web:1']), '--output', folder], folder);
    expect([code, error]).toEqual([2, expect.stringMatching(/the image file '.*' of `--output` cannot be read: it is a directory; correct the path.*SO644/)]);
  });
});

describe('a registry in trouble', () => {
  test('images repeats a request after 429 with Retry-After and after 503', async () => {
    let failures = 2;
    const host = await serveImages({ 'web:1': WEB }, (request, response) => {
      if (!request.url!.includes('manifests') || failures-- <= 0) { return false; }
      response.writeHead(failures === 1 ? 429 : 503, { 'Retry-After': '0' }).end();
      return true;
    });
    expect((await images(host, ['web:1'])).code).toBe(0);
  });

  test('images repeats a request after a broken answer', async () => {
    let failures = 1;
    const host = await serveImages({ 'web:1': WEB }, (request, response) => {
      if (!request.url!.includes('blobs') || failures-- <= 0) { return false; }
      response.writeHead(200, { 'Content-Length': '1000' }).write('{');
      setTimeout(() => { response.destroy(); }, 20);
      return true;
    });
    expect((await images(host, ['web:1'])).code).toBe(0);
  });

  test('a slow answer gives a coded error after the timeout', async () => {
    const host = await serveImages({}, request => request.url !== '/v2/');
    expect((await images(host, ['web:1'], ['--timeout', '0.2'])).error).toMatch(/no complete answer within 0\.2 s.*SO657/);
  });

  test('an answer of more than 4 MiB gives a coded error', async () => {
    const host = await serveImages({}, (request, response) => request.url !== '/v2/' && Boolean(response.writeHead(200).end(Buffer.alloc(5e6))));
    expect((await images(host, ['web:1'])).error).toMatch(/the answer has more than 4194304 bytes.*SO657/);
  });

  test('a registry without TLS gives a coded error with --insecure-registry', async () => {
    const host = await serveImages({ 'web:1': WEB });
    const { error } = await runCli(['images', writeManifest(folder, [`${host}/web:1`]), '--output', output], folder);
    expect(error).toMatch(new RegExp(`${host}: the answer is not TLS: add \`--insecure-registry ${host}\`; .*SO657`));
  });

  test('a closed port gives a coded error', async () => {
    expect((await images('127.0.0.1:1', ['web:1'])).error).toMatch(/127\.0\.0\.1:1: the connection is refused.*SO657/);
  });
});

describe('credentials', () => {
  const basic = `Basic ${Buffer.from('ann:pass-word').toString('base64')}`;
  const withPassword = () => serveImages({ 'team/web:1': WEB }, ({ headers }, response) =>
    headers.authorization !== basic && Boolean(response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="r"' }).end()));
  const write = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o755 });
    return join(folder, name);
  };

  test('a registry with a password and no credentials gives a coded error with docker login', async () => {
    const host = await withPassword();
    expect((await images(host, ['team/web:1'])).error).toMatch(new RegExp(`${host} refuses access \\(401\\), with no credentials.*docker login ${host}.*SO652`));
  });

  test('auth.json gives the credentials of a part of the path; wrong credentials are not printed', async () => {
    const host = await withPassword();
    const entry = (password: string) => ({ auth: Buffer.from(`ann:${password}`).toString('base64') });
    const file = write('auth.json', { auths: { [host]: entry('wrong'), [`${host}/team`]: entry('pass-word') } });
    expect((await images(host, ['team/web:1'], [], { REGISTRY_AUTH_FILE: file })).code).toBe(0);
    write('auth.json', { auths: { [host]: entry('wrong-secret') } });
    const { error } = await images(host, ['team/web:1'], [], { REGISTRY_AUTH_FILE: file });
    expect(error).toMatch(/with the stored credentials.*SO652/);
    expect(error).not.toMatch(/wrong-secret|d3Jvbmct/);
  });

  test('a credential helper gives the credentials; a missing or failing helper gives a coded error without its output', async () => {
    const host = await withPassword();
    write('docker-credential-test', `#!/bin/sh\nread host\n[ "$host" = "${host}" ] && echo '{"Username":"ann","Secret":"pass-word"}'\n`);
    write('docker-credential-broken', '#!/bin/sh\necho pass-word; exit 1\n');
    const run = (content: object) => {
      write('config.json', content);
      return images(host, ['team/web:1'], [], { DOCKER_CONFIG: folder });
    };
    expect((await run({ credHelpers: { [host]: 'test' } })).code).toBe(0);
    expect((await run({ credsStore: 'test' })).code).toBe(0);
    expect((await run({ credsStore: 'missing' })).error).toMatch(/docker-credential-missing is not installed.*SO657/);
    const { error } = await run({ credsStore: 'broken' });
    expect(error).toMatch(/docker-credential-broken fails.*SO657/);
    expect(error).not.toContain('pass-word');
  });

  test.each([['a password', { auth: Buffer.from('ann:pass-word').toString('base64') }], ['an identity token', { identitytoken: 'the-refresh-token' }]])(
    'a token service exchanges %s for a token of the repository', async (_, auth) => {
      const asked: string[] = [];
      const service = await serve((request, response) => {
        let body = '';
        request.on('data', chunk => { body += chunk; }).on('end', () => {
          asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''} ${body}`);
          response.end(JSON.stringify({ token: 'short-lived' }));
        });
      });
      const host = await serveImages({ 'team/web:1': WEB }, ({ headers }, response) => headers.authorization !== 'Bearer short-lived' && Boolean(
        response.writeHead(401, { 'WWW-Authenticate': `Bearer realm="http://${service}/token",service="registry",scope="repository:team/web:pull"` }).end()));
      const file = write('auth.json', { auths: { [host]: auth } });
      expect((await images(host, ['team/web:1'], [], { REGISTRY_AUTH_FILE: file })).code).toBe(0);
      expect(asked).toEqual([expect.stringMatching('auth' in auth
        ? /^GET \/token\?service=registry&scope=repository%3Ateam%2Fweb%3Apull Basic / : /^POST \/token .*grant_type=refresh_token&.*refresh_token=the-refresh-token/)]);
    });

  test('a redirect to another host does not receive the credentials', async () => {
    let received: string | undefined = 'nothing';
    const storage = await serve((request, response) => {
      received = request.headers.authorization;
      response.end(WEB.documents[1].body);
    });
    const host = await serveImages({ 'team/web:1': WEB }, ({ url, headers }, response) => {
      if (headers.authorization !== basic) { return Boolean(response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="r"' }).end()); }
      return url!.includes('/blobs/') && Boolean(response.writeHead(307, { Location: `http://${storage}/blob` }).end());
    });
    const file = write('auth.json', { auths: { [host]: { auth: Buffer.from('ann:pass-word').toString('base64') } } });
    expect((await images(host, ['team/web:1'], [], { REGISTRY_AUTH_FILE: file })).code).toBe(0);
    expect(received).toBeUndefined();
  });
});

test('a mirror replaces its registry, with a prefix', async () => {
  const host = await serveImages({ 'hub/library/nginx:1.27': WEB });
  const { code } = await runCli(
    ['images', writeManifest(folder, ['nginx:1.27']), '--output', output, '--mirror', `docker.io=${host}/hub`, '--insecure-registry', host], folder);
  expect([code, Object.keys(written())]).toEqual([0, ['nginx:1.27']]);
});

test('200 images are read within 10 s', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`web-${i}:1`, index({
    'linux/amd64': image({ Entrypoint: [`/app-${i}`] }), 'linux/arm64': image({ Entrypoint: [`/app-${i}`] }, { architecture: 'arm64' }),
  })]));
  const host = await serveImages(many);
  const start = Date.now();
  expect((await images(host, Object.keys(many))).code).toBe(0);
  expect([Object.keys(written()).length, Date.now() - start < 10_000]).toEqual([200, true]);
});

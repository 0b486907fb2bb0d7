import { ChildProcess, spawn } from 'child_process';
import { generateKeyPairSync, sign } from 'crypto';
import { readFileSync, writeFileSync } from 'fs';
import { createServer } from 'net';
import { join } from 'path';
import { serve } from './loopback-registry';
import { runCli, temporaryFolder, writeManifest } from './run-cli';
import { image, index, TestImage } from './test-images';

// The registry of distribution, which scripts/try-registry.sh builds.
const { STARTUP_ORDER_REGISTRY: program } = process.env;
const folder = temporaryFolder();
const output = join(folder, 'startup-order.images.json');
const running: ChildProcess[] = [];
afterAll(() => { for (const child of running) { child.kill(); } });

const multi = (name: string) => index({ 'linux/amd64': image({ Entrypoint: [name] }), 'linux/arm64': image({ Entrypoint: [name] }, { architecture: 'arm64' }) });
const IMAGES = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`team/web-${i}`, multi(`/web-${i}`)]));

/** Starts a registry with the same storage as the other registries, and returns its host. */
async function start(auth: object | undefined): Promise<string> {
  const port = await new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => { resolve(free); });
    });
  });
  const configuration = {
    version: 0.1, log: { level: 'error', accesslog: { disabled: true } }, storage: { filesystem: { rootdirectory: join(folder, 'storage') } }, http: { addr: `127.0.0.1:${port}`, secret: 'x' }, auth,
  };
  const file = join(folder, `registry-${port}.yaml`);
  writeFileSync(file, JSON.stringify(configuration));
  running.push(spawn(program!, [file], { stdio: 'ignore', env: { OTEL_TRACES_EXPORTER: 'none' } }));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/v2/`).then(() => true, () => false)) { return `127.0.0.1:${port}`; }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('the registry does not start');
}

async function push(host: string, repository: string, { root, documents }: TestImage): Promise<void> {
  const send = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    if (!answer.ok) { throw new Error(`${url}: ${answer.status} ${await answer.text()}`); }
    return answer;
  };
  const isManifest = ({ mediaType }: { mediaType: string }) => /manifest|index/.test(mediaType);
  for (const { digest, body } of documents.filter(d => !isManifest(d))) {
    const upload = await send(`http://${host}/v2/${repository}/blobs/uploads/`, { method: 'POST' });
    const url = new URL(upload.headers.get('location')!, `http://${host}`);
    url.searchParams.set('digest', digest);
    await send(`${url}`, { method: 'PUT', body, headers: { 'Content-Type': 'application/octet-stream' } });
  }
  for (const { digest, body, mediaType } of [...documents.filter(isManifest)].reverse()) {
    const tags = digest === root.digest ? ['1'] : [digest];
    for (const tag of tags) { await send(`http://${host}/v2/${repository}/manifests/${tag}`, { method: 'PUT', body, headers: { 'Content-Type': mediaType } }); }
  }
}

const images = (host: string, repositories: readonly string[], environment: Readonly<Record<string, string>> = {}, ...args: string[]) => {
  const manifest = writeManifest(folder, repositories.map(name => `${host}/${name}:1`));
  return runCli(['images', manifest, '--output', output, '--insecure-registry', host, ...args], folder, environment);
};

const login = (host: string, password = 'pass-word') => {
  const file = join(folder, 'auth.json');
  writeFileSync(file, JSON.stringify({ auths: { [host]: { auth: Buffer.from(`ann:${password}`).toString('base64') } } }));
  return { REGISTRY_AUTH_FILE: file };
};

(program ? describe : describe.skip)('the registry of distribution', () => {
  beforeAll(async () => {
    const host = await start(undefined);
    const waiting = Object.entries(IMAGES);
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) { await push(host, ...next); }
    };
    await Promise.all(Array.from({ length: 16 }, work));
  }, 120_000);

  test('200 images with two platforms are read from a registry with a password within 10 s', async () => {
    writeFileSync(join(folder, 'htpasswd'), 'ann:$2a$04$KUAcGfbeta2FI62JqpOEpOPSCdhGiWB0CkoHy5tNaKDcmUvIS61IS\n');
    const host = await start({ htpasswd: { realm: 'test', path: join(folder, 'htpasswd') } });
    const before = Date.now();
    expect(await images(host, Object.keys(IMAGES), login(host))).toMatchObject({ code: 0, error: '' });
    const seconds = (Date.now() - before) / 1000;
    console.info(`200 images in ${seconds} s`);
    expect(seconds).toBeLessThan(10);
    expect(JSON.parse(readFileSync(output, 'utf8')).images[`${host}/team/web-7:1`]).toEqual(
      { digest: IMAGES['team/web-7'].root.digest, platforms: ['linux/amd64', 'linux/arm64'], entrypoint: ['/web-7'] });
    expect(await images(host, Object.keys(IMAGES), login(host), '--check')).toMatchObject({ code: 0 });
    expect((await images(host, ['team/web-1'], login(host, 'wrong'))).error).toMatch(/refuses access \(401\), with the stored credentials.*SO652/);
    expect((await images(host, ['team/gone'], login(host))).error).toMatch(/has no such image.*SO651/);
  });

  test('images reads from a registry with a token service, and only with the password of the user', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'ES256' }] }));
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const service = await serve((request, response) => {
      if (request.headers.authorization !== `Basic ${Buffer.from('ann:pass-word').toString('base64')}`) { return response.writeHead(401).end(); }
      const query = new URL(request.url!, 'http://x').searchParams;
      const [type, name] = query.get('scope')!.split(':');
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: 'test', sub: 'ann', aud: query.get('service'), exp: now + 60, nbf: now - 5, iat: now, jti: `${Math.random()}`, access: [{ type, name, actions: ['pull'] }] };
      const text = `${encode({ alg: 'ES256', typ: 'JWT', kid: 'test' })}.${encode(claims)}`;
      return response.end(JSON.stringify({ token: `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}` }));
    });
    const host = await start({ token: { realm: `http://${service}/token`, service: 'test', issuer: 'test', jwks: join(folder, 'jwks.json'), signingalgorithms: ['ES256'] } });
    expect(await images(host, ['team/web-1', 'team/web-2'], login(host))).toMatchObject({ code: 0, error: '' });
    expect((await images(host, ['team/web-1'])).error).toMatch(/refuses access \(status 401 of the token service\), with no credentials.*SO652/);
  });
});

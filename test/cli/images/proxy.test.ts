import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { createServer, request } from 'http';
import { AddressInfo, createServer as createTcpServer } from 'net';
import { join } from 'path';
import { TLSSocket } from 'tls';
import { serveImages } from './loopback-registry';
import { runCli, temporaryFolder, writeManifest } from './run-cli';
import { image } from './test-images';
import { findProxy } from '../../../tools/cli/images/proxy';

const folder = temporaryFolder();
const output = join(folder, 'startup-order.images.json');
const REGISTRY = 'registry.example.test';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => { for (const server of servers) { server.close().closeAllConnections(); } });

/** Starts a proxy for which every host is the registry: a tunnel ends in a TLS connection with a self-signed certificate. */
async function startProxy({ user, tunnels = true }: { user?: string; tunnels?: boolean } = {}) {
  const registry = await serveImages({ 'web:1': image({ Entrypoint: ['/web'] }) });
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '9', '-subj', `/CN=${REGISTRY}`, '-addext', `subjectAltName=DNS:${REGISTRY}`, '-keyout', 'key', '-out', 'crt'], { cwd: folder, stdio: 'pipe' });
  const [key, cert] = ['key', 'crt'].map(name => readFileSync(join(folder, name)));
  const seen: string[] = [];
  const server = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url}`);
    request(`http://${registry}${new URL(asked.url!).pathname}`, found => { found.pipe(answer.writeHead(found.statusCode!, found.headers)); }).end();
  });
  server.on('connect', (asked, socket) => {
    seen.push(`CONNECT ${asked.url}`);
    const expected = user === undefined ? undefined : `Basic ${Buffer.from(user).toString('base64')}`;
    const status = !tunnels ? '403 Forbidden' : asked.headers['proxy-authorization'] === expected ? '200 OK' : '407 Proxy Authentication Required';
    socket.on('error', () => {});
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!status.startsWith('200')) { socket.end(); return; }
    const inside = createServer((inner, answer) => {
      request(`http://${registry}${inner.url}`, found => { found.pipe(answer.writeHead(found.statusCode!, found.headers)); }).end();
    });
    inside.emit('connection', new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {}));
  });
  servers.push(server);
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Runs `images` for one image of the registry. */
function images(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runCli(['images', writeManifest(folder, [`${REGISTRY}/web:1`]), '--output', output, ...args], folder, environment);
}

test('a tunnel of HTTPS_PROXY leads to a registry', async () => {
  const { host, seen } = await startProxy({ user: 'me:secret' });
  expect(await images({ HTTPS_PROXY: `http://me:secret@${host}` }, '--insecure-registry', REGISTRY)).toMatchObject({ code: 0, error: '' });
  expect(new Set(seen)).toEqual(new Set([`CONNECT ${REGISTRY}:443`]));
  expect(readFileSync(output, 'utf8')).toContain('"/web"');
});

test('a proxy that refuses the user is an error without the password', async () => {
  const { host } = await startProxy({ user: 'me:secret' });
  const { code, error } = await images({ https_proxy: `http://me:wrong@${host}` });
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(`the proxy ${host} answers with status 407`) });
  expect(error).not.toContain('wrong');
});

test('a registry without HTTPS is read through HTTP_PROXY', async () => {
  const { host, seen } = await startProxy({ tunnels: false });
  expect(await images({ HTTPS_PROXY: host, HTTP_PROXY: host }, '--insecure-registry', REGISTRY)).toMatchObject({ code: 0, error: '' });
  expect(seen).toContain(`GET http://${REGISTRY}/v2/web/manifests/1`);
});

test('a certificate of an unknown authority is an error with the remedy', async () => {
  const { host } = await startProxy();
  expect(await images({ HTTPS_PROXY: host })).toMatchObject({ code: 2, error: expect.stringContaining('set NODE_EXTRA_CA_CERTS') });
});

test('a closed or silent proxy is an error with its host', async () => {
  expect((await images({ HTTPS_PROXY: 'http://127.0.0.1:1' })).error).toMatch(/: the proxy 127\.0\.0\.1:1: the connection is refused; .*SO657/);
  const silent = createTcpServer();
  await new Promise<void>(resolve => { silent.listen(0, '127.0.0.1', resolve); });
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect((await images({ HTTPS_PROXY: host }, '--timeout', '0.2')).error).toContain(`the proxy ${host}: no answer within 0.2 s`);
  silent.close();
});

test('an invalid proxy is an error with the name of the variable', async () => {
  expect(await images({ HTTPS_PROXY: 'http://' })).toMatchObject({ code: 2, error: expect.stringContaining('the variable HTTPS_PROXY is not a URL') });
});

test.each([
  ['https://ghcr.io/v2/', {}, undefined],
  ['https://ghcr.io/v2/', { HTTP_PROXY: 'p:1' }, undefined],
  ['http://ghcr.io/v2/', { HTTP_PROXY: 'p:1' }, 'http://p:1/'],
  ['https://ghcr.io/v2/', { https_proxy: 'https://p:1' }, 'https://p:1/'],
  ['https://ghcr.io/v2/', { HTTPS_PROXY: 'p:1', https_proxy: 'p:2' }, 'http://p:1/'],
  ['https://localhost:5000/', { HTTPS_PROXY: 'p:1' }, undefined],
  ['https://127.0.0.1/', { HTTPS_PROXY: 'p:1' }, undefined],
  ['https://[::1]/', { HTTPS_PROXY: 'p:1' }, undefined],
  ['https://ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'other.io, GHCR.io' }, undefined],
  ['https://a.ghcr.io/', { HTTPS_PROXY: 'p:1', no_proxy: 'ghcr.io' }, undefined],
  ['https://aghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'ghcr.io' }, 'http://p:1/'],
  ['https://ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: '.ghcr.io' }, 'http://p:1/'],
  ['https://a.ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: '*.ghcr.io' }, undefined],
  ['https://ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'ghcr.io:5000' }, 'http://p:1/'],
  ['https://ghcr.io:5000/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'ghcr.io:5000' }, undefined],
  ['https://ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: '*' }, undefined],
  ['https://10.1.2.3/', { HTTPS_PROXY: 'p:1', NO_PROXY: '10.0.0.0/8' }, undefined],
  ['https://11.1.2.3/', { HTTPS_PROXY: 'p:1', NO_PROXY: '10.0.0.0/8' }, 'http://p:1/'],
  ['https://[fd00::1]/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'fd00::/8' }, undefined],
  ['https://[fd00::1]/', { HTTPS_PROXY: 'p:1', NO_PROXY: 'fd00::1' }, undefined],
  ['https://ghcr.io/', { HTTPS_PROXY: 'p:1', NO_PROXY: '10.0.0.0/99' }, 'http://p:1/'],
])('the proxy of %s with %j is %s', (url, environment, expected) => {
  expect(findProxy(new URL(url), environment)?.href).toBe(expected);
});

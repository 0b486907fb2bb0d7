import { ChildProcess, spawn } from 'child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { createServer } from 'net';
import { join } from 'path';
import { folder, output, runCli, writeManifest, written } from './run-cli';
import { simulatePrograms } from './simulated-programs';
import { image, index, TestImage } from './test-images';
import { Host } from '../../../tools/cli/host';
import { THIS_MACHINE } from '../../../tools/cli/node-host';

// The programs of scripts/try-registry.sh: the registry of distribution, crane and skopeo.
const { STARTUP_ORDER_REGISTRY: registry, STARTUP_ORDER_CRANE: crane, STARTUP_ORDER_SKOPEO: skopeo } = process.env;
const running: ChildProcess[] = [];
afterAll(() => { for (const child of running) { child.kill(); } });

const HEALTHCHECK = { Test: ['CMD-SHELL', 'curl -f localhost/'], Interval: 30e9 };
const multi = (name: string) => index({
  'linux/amd64': image({ Entrypoint: [name], User: '101', StopSignal: 'SIGQUIT', Shell: ['/bin/bash', '-c'], Healthcheck: HEALTHCHECK }),
  'linux/arm64': image({ Entrypoint: [name] }, { architecture: 'arm64' }),
  'windows/amd64': image({ Entrypoint: [`${name}.exe`] }, { os: 'windows' }),
});
const NAMES = Array.from({ length: 30 }, (_, i) => `team/web-${i}`);
const IMAGES: Readonly<Record<string, TestImage>> = Object.fromEntries(NAMES.map((name, i) => [name, i === 0 ? image({ Cmd: ['/one'] }) : multi(`/web-${i}`)]));
const ENTRY = {
  digest: IMAGES['team/web-7'].root.digest,
  platforms: ['linux/amd64', 'linux/arm64'],
  entrypoint: ['/web-7'],
  user: '101',
  stopSignal: 'SIGQUIT',
  healthcheck: { test: ['CMD', '/bin/bash', '-c', 'curl -f localhost/'], intervalSeconds: 30 },
  differences: { 'linux/arm64': { user: null, stopSignal: null, healthcheck: null } },
};

/** Starts a registry with the same storage as the other registries, and returns its host. */
async function startRegistry(auth: object | undefined): Promise<string> {
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
  running.push(spawn(registry!, [file], { stdio: 'ignore', env: { OTEL_TRACES_EXPORTER: 'none' } }));
  for (let attempt = 0; attempt < 200; attempt++) {
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
    const tag = digest === root.digest ? '1' : digest;
    await send(`http://${host}/v2/${repository}/manifests/${tag}`, { method: 'PUT', body, headers: { 'Content-Type': mediaType } });
  }
}

/** Starts the real programs, with this home folder instead of the folder of the user. */
const start = (home: string): Host['start'] => async (program, args, limit) =>
  THIS_MACHINE.start('env', ['-u', 'REGISTRY_AUTH_FILE', '-u', 'XDG_RUNTIME_DIR', '-u', 'DOCKER_CONFIG', `HOME=${home}`, { crane, skopeo }[program]!, ...args], limit);

/** Writes a home folder in which skopeo may use HTTP for the registry. crane uses HTTP for 127.0.0.1. Both read the credentials of Docker. */
function writeHome(host: string, password: string | undefined): string {
  const home = join(folder, `home-${host.replace(':', '-')}-${password}`);
  mkdirSync(join(home, '.config', 'containers'), { recursive: true });
  mkdirSync(join(home, '.docker'), { recursive: true });
  writeFileSync(join(home, '.config', 'containers', 'registries.conf'), `[[registry]]\nlocation = "${host}"\ninsecure = true\n`);
  const auths = password === undefined ? {} : { [host]: { auth: Buffer.from(`ann:${password}`).toString('base64') } };
  writeFileSync(join(home, '.docker', 'config.json'), JSON.stringify({ auths }));
  return home;
}

const images = (program: string, host: string, repositories: readonly string[], home: string, ...args: string[]) => {
  const manifest = writeManifest(repositories.map(name => `${host}/${name}:1`));
  return runCli(['images', manifest, '--output', output, '--with', program, ...args], start(home));
};

(registry && crane && skopeo ? describe : describe.skip)('the registry of distribution', () => {
  let open: string;
  let locked: string;

  beforeAll(async () => {
    open = await startRegistry(undefined);
    for (const name of NAMES) { await push(open, name, IMAGES[name]); }
    writeFileSync(join(folder, 'htpasswd'), 'ann:$2a$04$KUAcGfbeta2FI62JqpOEpOPSCdhGiWB0CkoHy5tNaKDcmUvIS61IS\n');
    locked = await startRegistry({ htpasswd: { realm: 'test', path: join(folder, 'htpasswd') } });
  }, 120_000);

  test.each(['crane', 'skopeo'])('%s reads 30 images with two platforms for Linux, with the password of the user', async program => {
    const home = writeHome(locked, 'pass-word');
    const before = Date.now();
    expect(await images(program, locked, NAMES, home)).toMatchObject({ code: 0, error: '' });
    console.info(`${program}: 30 images in ${(Date.now() - before) / 1000} s`);
    expect(written()[`${locked}/team/web-7:1`]).toEqual(ENTRY);
    expect(written()[`${locked}/team/web-0:1`]).toEqual({ digest: IMAGES['team/web-0'].root.digest, platforms: ['linux/amd64'], cmd: ['/one'] });
    expect(await images(program, locked, NAMES, home, '--check')).toMatchObject({ code: 0 });
  }, 60_000);

  test.each(['crane', 'skopeo'])('a missing image, a missing or wrong password, and a closed port give coded errors with %s', async program => {
    const login = { crane: 'crane auth login', skopeo: 'skopeo login' }[program];
    expect((await images(program, open, ['team/gone'], writeHome(open, undefined))).error).toMatch(/finds no such image.*SO651/);
    for (const password of [undefined, 'wrong-secret']) {
      const { error } = await images(program, locked, ['team/web-1'], writeHome(locked, password));
      expect(error).toMatch(new RegExp(`gets no access: .*run \`${login} ${locked}\` .*SO652`));
      expect(error).not.toContain('wrong-secret');
    }
    expect((await images(program, '127.0.0.1:1', ['web'], writeHome('127.0.0.1:1', undefined))).error).toMatch(/connection refused.*SO657/);
    expect(readFileSync(output, 'utf8')).toBe('{"version":1,"images":{}}');
  }, 60_000);

  test.each(['crane', 'skopeo'])('the simulated %s of the other tests prints the documents of the real program', async program => {
    const simulated = simulatePrograms(Object.fromEntries(NAMES.map(name => [`${open}/${name}:1`, IMAGES[name]])));
    const real = start(writeHome(open, undefined));
    const commands: string[] = [];
    const compare: Host['start'] = async (file, args, limit) => {
      const printed = await real(file, args, limit).catch(() => 'fails');
      if (!args.includes('--version')) {
        commands.push(args.join(' '));
        expect(printed).toBe(await simulated(file, args, limit).catch(() => 'fails'));
      }
      return printed;
    };
    const manifest = writeManifest([`${open}/team/web-7:1`, `${open}/team/gone:1`]);
    expect((await runCli(['images', manifest, '--output', output, '--with', program], compare)).code).toBe(2);
    expect(commands.length).toBe(6);
  }, 60_000);
});

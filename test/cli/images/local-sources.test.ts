import { execFileSync } from 'child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'fs';
import { createServer } from 'http';
import { join } from 'path';
import { runCli, temporaryFolder, writeManifest } from './run-cli';
import { image, index, sha256, TestImage } from './test-images';

const folder = temporaryFolder();
const output = join(folder, 'startup-order.images.json');
const WEB = index({ 'linux/amd64': image({ Entrypoint: ['/web'] }), 'linux/arm64': image({ Entrypoint: ['/web'] }, { architecture: 'arm64' }) });

const run = (reference: string, ...args: string[]) => runCli(['images', writeManifest(folder, [reference]), '--output', output, ...args], folder);
const written = () => JSON.parse(readFileSync(output, 'utf8')).images;

/** Writes an OCI layout and returns its folder. */
function writeLayout({ root, documents }: TestImage, annotations: Readonly<Record<string, string>>, without: readonly string[] = []): string {
  const layout = mkdtempSync(join(folder, 'layout-'));
  mkdirSync(join(layout, 'blobs', 'sha256'), { recursive: true });
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [{ mediaType: root.mediaType, digest: root.digest, annotations }] }));
  for (const { digest, body } of documents.filter(d => !without.includes(d.digest))) { writeFileSync(join(layout, 'blobs', digest.replace(':', '/')), body); }
  return layout;
}

function pack(directory: string, ...args: string[]): string {
  execFileSync('tar', [...args, '-cf', `${directory}.tar`, '-C', directory, '.']);
  return `${directory}.tar`;
}

test.each(['gnu', 'pax', 'ustar'])('--from reads an OCI layout as a folder, as a tar archive of the format %s, and with gzip', async format => {
  const layout = writeLayout(WEB, { 'io.containerd.image.name': 'docker.io/acme/web:1' });
  mkdirSync(join(layout, 'long', 'x'.repeat(90), 'y'.repeat(90)), { recursive: true });
  writeFileSync(join(layout, 'layer'), Buffer.alloc(3_000_000));
  const entry = { digest: WEB.root.digest, platforms: ['linux/amd64', 'linux/arm64'], entrypoint: ['/web'] };
  for (const path of [layout, pack(layout, `--format=${format}`), pack(layout, `--format=${format}`, '-z')]) {
    writeFileSync(output, '{"version":1,"images":{}}');
    expect(await run('acme/web:1', '--from', path)).toMatchObject({ code: 0, error: '' });
    expect(written()).toEqual({ 'acme/web:1': entry });
  }
});

test('--from IMAGE=PATH names the image of a layout that contains only a tag', async () => {
  const layout = writeLayout(WEB, { 'org.opencontainers.image.ref.name': 'latest' });
  expect((await run('acme/web:1', '--from', layout)).error).toMatch(/^\[acme\/web:1, Pod web, container app-0\] .*layout.* has no such image.*SO651/);
  expect((await run('acme/web:1', '--from', `acme/web:1=${layout}`)).code).toBe(0);
});

test('an archive with one platform of an index gives the configuration of this platform', async () => {
  const arm = image({ Entrypoint: ['/web'] }, { architecture: 'arm64' });
  const layout = writeLayout(WEB, { 'io.containerd.image.name': 'docker.io/acme/web:1' }, arm.documents.map(d => d.digest));
  expect((await run('acme/web:1', '--from', layout)).code).toBe(0);
  expect(written()['acme/web:1'].platforms).toEqual(['linux/amd64']);
});

test('--from reads an archive of podman save, with the digest of the configuration', async () => {
  const saved = mkdtempSync(join(folder, 'saved-'));
  const config = JSON.stringify({ os: 'linux', architecture: 'amd64', config: { Cmd: ['/web'] } });
  const name = `${sha256(config).replace('sha256:', '')}.json`;
  writeFileSync(join(saved, name), config);
  writeFileSync(join(saved, 'manifest.json'), JSON.stringify([{ Config: name, RepoTags: ['acme/web:1'], Layers: [] }]));
  expect((await run('acme/web:1', '--from', pack(saved))).code).toBe(0);
  expect(written()).toEqual({ 'acme/web:1': { digest: sha256(config), platforms: ['linux/amd64'], cmd: ['/web'] } });
  writeFileSync(join(saved, name), '{}');
  expect((await run('acme/web:1', '--from', pack(saved))).error).toMatch(/the configuration from .*saved.* has the digest.*SO653/);
});

test.each([
  ['a missing file', () => join(folder, 'gone.tar'), /gone\.tar: there is no such file.*SO657/],
  ['a file that is no archive', () => output, /the file is not a tar archive.*SO657/],
  ['a folder without a layout', () => mkdtempSync(join(folder, 'empty-')), /neither an OCI layout nor an archive of `docker save`.*SO657/],
])('%s as --from gives a coded error with the path', async (_, path, expected) => {
  writeFileSync(output, `{"version":1,"images":{}${' '.repeat(600)}}`);
  expect(await run('acme/web:1', '--from', path())).toMatchObject({ code: 2, error: expect.stringMatching(expected) });
});

test.each([['--docker', 'DOCKER_HOST', 'Docker'], ['--podman', 'CONTAINER_HOST', 'Podman']])('%s reads from the socket of %s', async (option, variable, name) => {
  const socket = join(folder, `${name}.sock`);
  const digest = `sha256:${'d'.repeat(64)}`;
  const inspected = { Id: `sha256:${'e'.repeat(64)}`, RepoDigests: [`other/web@sha256:${'f'.repeat(64)}`, `acme/web@${digest}`], Os: 'linux', Architecture: 'arm64', Variant: 'v8', Config: { Cmd: ['/web'] } };
  const server = createServer((request, response) => {
    const found = request.url === '/images/docker.io/acme/web:1/json';
    response.writeHead(found ? 200 : 404).end(found ? JSON.stringify(inspected) : '{}');
  });
  await new Promise<void>(resolve => { server.listen(socket, resolve); });
  const images = (reference: string, address: string) => runCli(['images', writeManifest(folder, [reference]), '--output', output, option], folder, { [variable]: address });
  try {
    expect((await images('acme/web:1', `unix://${socket}`)).code).toBe(0);
    expect(written()).toEqual({ 'acme/web:1': { digest, platforms: ['linux/arm64'], cmd: ['/web'] } });
    expect((await images('acme/web:2', `unix://${socket}`)).error).toMatch(new RegExp(`${name} has no such image.*SO651`));
    expect((await images('acme/web:1', `unix://${socket}.gone`)).error).toMatch(new RegExp(`${name}: the socket does not exist \\(unix://.*\\.sock\\.gone\\); .*SO657`));
    expect((await images('acme/web:1', 'ssh://host')).error).toMatch(/the address 'ssh:\/\/host' is not supported; write it as in unix:/);
  } finally {
    server.close();
  }
});

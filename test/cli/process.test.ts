import { execFile, execFileSync, spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { createServer } from 'https';
import { AddressInfo } from 'net';
import { tmpdir } from 'os';
import { join } from 'path';
import { parse } from 'yaml';
import { builtLibrary } from '../built-library';
import { image } from './images/test-images';
import { manyDeployments } from './many-deployments';

const ROOT = join(__dirname, '..', '..');
const library = builtLibrary();
const directory = mkdtempSync(join(tmpdir(), 'startup-order-cli-'));
const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: app, image: a}]}\n`;

beforeAll(() => {
  mkdirSync(join(directory, 'bin'));
  symlinkSync(process.execPath, join(directory, 'bin', 'node'));
  symlinkSync('/bin/grep', join(directory, 'bin', 'grep'));
  mkdirSync(join(directory, 'dist', 'deep'), { recursive: true });
  writeFileSync(join(directory, 'dist', 'deep', 'a.yaml'), pod('a'));
});
afterAll(() => { for (const made of [directory, library]) { rmSync(made, { recursive: true }); } });

function shell(command: string, input = '') {
  const env = { PATH: join(directory, 'bin'), PROGRAM: join(library, 'bin', 'cdk8s-startup-order') };
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: directory, encoding: 'utf8', input, env });
  return { status, stdout, stderr };
}

test('the program reads a pipe, files and directories, writes a file into a new directory, and exits with its exit code', () => {
  expect(shell('node $PROGRAM lint - dist && node $PROGRAM explain dist --output out/deep/order.txt', pod('b'))).toEqual(
    { status: 0, stdout: '0 errors, 0 warnings, 0 notes in 2 objects\n', stderr: '' });
  expect(readFileSync(join(directory, 'out', 'deep', 'order.txt'), 'utf8')).toMatch(/^Pod a: /);
});

test('invalid UTF-8, an empty pipe and a missing kubectl give exit code 2; a closed pipe is no error', () => {
  writeFileSync(join(directory, 'binary.yaml'), Buffer.from([0x6b, 0xff, 0xfe]));
  const { status, stderr } = shell('node $PROGRAM lint binary.yaml -; echo $? >&2; node $PROGRAM timeline web');
  expect([status, stderr.split('\n')]).toEqual([2, [
    'binary.yaml: cannot be checked: it is not UTF-8 text', '<stdin>: cannot be checked: there is no Kubernetes object', '2', 'there is no kubectl here: give files with --pod and --events', '',
  ]]);
  const many = Array.from({ length: 500 }, (_, i) => pod(`pod-${i}`)).join('---\n');
  expect(shell('node $PROGRAM explain - | read line; echo done', many)).toEqual({ status: 0, stdout: 'done\n', stderr: '' });
});

test('a broken link does not affect the other files; an error while writing contains the file name', () => {
  mkdirSync(join(directory, 'links', 'node_modules'), { recursive: true });
  writeFileSync(join(directory, 'links', 'a.yaml'), pod('a'));
  writeFileSync(join(directory, 'links', 'node_modules', 'b.yaml'), 'kind: [');
  symlinkSync('gone', join(directory, 'links', 'z.yaml'));
  symlinkSync('a.yaml', join(directory, 'links', 'b.yaml'));
  symlinkSync('.', join(directory, 'links', 'round'));
  expect(shell('node $PROGRAM explain links --format json | grep -c kubernetesVersion; node $PROGRAM lint links --output dist')).toEqual({
    status: 2,
    stdout: '2\n',
    stderr: 'links/z.yaml: cannot be checked: there is no such file\n'.repeat(2) + 'dist: cannot be written: it is a directory\n',
  });
  expect(shell('node $PROGRAM order links')).toEqual({ status: 2, stdout: '', stderr: 'links/z.yaml: there is no such file; correct the input [SO670]\n' });
  expect(shell('node $PROGRAM plot dist --output links/a.yaml/x/').stderr).toBe('links/a.yaml/x/pod-a.svg: cannot be written: a part of the path is no directory\n');
});

test('a write that fails in the middle leaves the image file and its folder as they were', () => {
  mkdirSync(join(directory, 'saved'));
  mkdirSync(join(directory, 'app'));
  const config = { os: 'linux', architecture: 'amd64', config: { Entrypoint: ['x'.repeat(5000)] } };
  writeFileSync(join(directory, 'saved', 'config.json'), JSON.stringify(config));
  writeFileSync(join(directory, 'saved', 'manifest.json'), JSON.stringify([{ Config: 'config.json', RepoTags: ['web:1'] }]));
  writeFileSync(join(directory, 'app', 'images.json'), '{"version":1,"images":{}}');
  const command = 'node $PROGRAM images --image web:1 --from saved --output app/images.json';
  // The limit is 512 or 1,024 bytes.
  expect(shell(`ulimit -f 1; ${command}`)).toEqual({ status: 2, stdout: 'web:1: added\n', stderr: expect.stringMatching(/^app\/images\.json: cannot be written: EFBIG/) });
  expect([readdirSync(join(directory, 'app')), readFileSync(join(directory, 'app', 'images.json'), 'utf8')]).toEqual([['images.json'], '{"version":1,"images":{}}']);
  expect(shell(command)).toMatchObject({ status: 0, stderr: '' });
});

test('5,000 workloads are ordered in 10 s of CPU time, or on a slow machine in 7 times the time of 1,000; 2,000 workloads need a heap of 48 MB', () => {
  const ordered = (count: number) => manyDeployments(count).replace(/checksum\/config/g, 'cdk8s-startup-order.github.io/depends-on: \'{"metrics": ["app"]}\'\n        checksum/config');
  const command = (options: string) => `node ${options} $PROGRAM order --kubernetes-version 1.33 --architecture amd64 | grep -c 'ordered: sha256'; times`;
  const cpuSeconds = (count: number) => {
    writeFileSync(join(directory, 'many.yaml'), ordered(count));
    const { stdout, stderr } = shell(command('').replace(' | ', ' many.yaml | '));
    const [, found, ...times] = /^(\d+)\n.*\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(stdout)!.map(Number);
    expect([stderr, found]).toEqual(['', count]);
    return 60 * times[0] + times[1] + 60 * times[2] + times[3];
  };
  const seconds = cpuSeconds(5000);
  expect(seconds).toBeLessThan(Math.max(10, 7 * cpuSeconds(1000)));
  // The program takes 20 MB, and the texts of input and output 15 MB.
  expect(shell(command('--max-old-space-size=48'), ordered(2000))).toMatchObject({ stdout: expect.stringMatching(/^2000\n/), stderr: '' });
});

test('a registry with a private certificate authority is readable only with NODE_EXTRA_CA_CERTS', async () => {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '9', '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', 'key', '-out', 'ca.crt'], { cwd: directory, stdio: 'pipe' });
  const { root, documents } = image({ Entrypoint: ['/web'] });
  const [key, cert] = ['key', 'ca.crt'].map(name => readFileSync(join(directory, name)));
  const server = createServer({ key, cert }, (request, response) => {
    const found = request.url!.includes('/blobs/') ? documents[1] : root;
    response.writeHead(200, { 'Content-Type': found.mediaType }).end(found.body);
  });
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  const args = ['images', '--image', `127.0.0.1:${(server.address() as AddressInfo).port}/web:1`, '--output', 'tls.json'];
  const images = (env: Readonly<Record<string, string>>) => new Promise<{ code: unknown; stderr: string }>(resolve => {
    const options = { cwd: directory, env: { HOME: directory, ...env } };
    execFile(process.execPath, [join(library, 'bin', 'cdk8s-startup-order'), ...args], options, (error, _, stderr) => { resolve({ code: error?.code, stderr }); });
  });
  const file = join(directory, 'tls.json');
  writeFileSync(file, '{"version":1,"images":{}}');
  try {
    expect(await images({})).toEqual({ code: 2, stderr: expect.stringMatching(/no known authority has signed its certificate: set NODE_EXTRA_CA_CERTS .*\[SO657\]\n$/) });
    expect(await images({ NODE_EXTRA_CA_CERTS: join(directory, 'ca.crt') })).toEqual({ code: undefined, stderr: '' });
    expect(readFileSync(file, 'utf8')).toContain('"/web"');
  } finally {
    server.close();
  }
});

test('the package contains the program', () => {
  const { bin, bundledDependencies } = parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect([bin, bundledDependencies]).toEqual([{ 'cdk8s-startup-order': 'bin/cdk8s-startup-order' }, ['yaml']]);
  expect(readFileSync(join(ROOT, bin['cdk8s-startup-order']), 'utf8')).toBe("#!/usr/bin/env node\nrequire('../bundle/startup-order').run();\n");
});

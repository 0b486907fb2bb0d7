import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { builtLibrary } from '../built-library';
import { manyDeployments } from './many-deployments';
import { temporaryFolder } from '../temporary-folder';

const ROOT = join(__dirname, '..', '..');
const library = builtLibrary();
const directory = temporaryFolder();
const pod = (name: string) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: app, image: a}]}\n`;

beforeAll(() => { write({ 'bin/node': `-> ${process.execPath}`, 'bin/grep': '-> /bin/grep', 'dist/deep/a.yaml': pod('a') }); });

function shell(command: string, input = '') {
  const env = { PATH: join(directory, 'bin'), PROGRAM: join(library, 'bin', 'cdk8s-startup-order') };
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: directory, encoding: 'utf8', input, env });
  return { status, stdout, stderr };
}
/** Writes files, and links whose text begins with '-> '. */
function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    if (text.startsWith('-> ')) { symlinkSync(text.slice(3), join(directory, file)); } else { writeFileSync(join(directory, file), text); }
  }
}

test('the program reads a pipe, files and directories, and writes a file into a new directory', () => {
  expect(shell('node $PROGRAM lint - dist && node $PROGRAM explain dist --output out/deep/order.txt', pod('b'))).toEqual(
    { status: 0, stdout: '0 errors, 0 warnings, 0 notes in 2 objects; Kubernetes 1.29 or newer, assumed\n', stderr: '' });
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

test('a slow pipe that another program has made non-blocking is read to its end', () => {
  // Node restores the pipe when it exits, but not when it is killed.
  const [slow, killed] = ["setTimeout(() => console.log('kind: Pod'), 1000)", "process.stdin.resume(); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)"];
  expect(shell(`node -e "${slow}" | { node -e "${killed}"; node $PROGRAM lint -; }`)).toMatchObject({ status: 0, stdout: '0 errors, 0 warnings, 0 notes in 1 object\n' });
});

(process.platform === 'linux' ? test : test.skip)('on a terminal, a command without files tells that it reads', () => {
  const { stdout } = spawnSync('script', ['-qec', `${process.execPath} ${join(library, 'bin', 'cdk8s-startup-order')} order`, '/dev/null'], { encoding: 'utf8', input: '\x04' });
  expect(stdout).toContain('reading from this terminal; end with Ctrl+D, or pass files\r\n');
});

test('a broken link does not affect the other files; an error while writing contains the file name', () => {
  write({ 'links/a.yaml': pod('a'), 'links/node_modules/b.yaml': 'kind: [', 'links/z.yaml': '-> gone', 'links/b.yaml': '-> a.yaml', 'links/round': '-> .' });
  write({ 'cycle/a.yaml': pod('a'), 'cycle/b.yaml': '-> b.yaml' });
  expect(shell('node $PROGRAM lint cycle')).toMatchObject({ status: 2, stdout: expect.stringContaining('1 object;'), stderr: 'cycle/b.yaml: cannot be checked: its links form a cycle\n' });
  expect(shell('node $PROGRAM explain links --format json | grep -c kubernetesVersion; node $PROGRAM lint links --output dist')).toEqual({
    status: 2,
    stdout: '2\n',
    stderr: 'links/z.yaml: cannot be checked: there is no such file\n'.repeat(2) + 'dist: cannot be written: it is a directory\n',
  });
  expect(shell('node $PROGRAM order links')).toEqual({ status: 2, stdout: '', stderr: 'links/z.yaml: there is no such file; correct the input [SO670]\n' });
  // An empty name is visible in an error.
  expect(shell('node $PROGRAM order "$UNSET"')).toEqual({ status: 2, stdout: '', stderr: "'': there is no such file; correct the input [SO670]\n" });
  if (process.platform === 'linux') {
    expect(shell('node $PROGRAM lint links/a.yaml --output /dev/full')).toEqual({ status: 2, stdout: '', stderr: '/dev/full: cannot be written: the disk is full\n' });
  }
  expect(shell('node $PROGRAM plot dist --output links/a.yaml/x/').stderr).toBe('links/a.yaml/x/pod-a.svg: cannot be written: a part of the path is no directory\n');
});

test('a write that fails in the middle leaves the image file and its folder as they were', () => {
  const inspected = JSON.stringify([{ Id: 'a'.repeat(64), RepoTags: ['web:1'], Os: 'linux', Architecture: 'amd64', Config: { Entrypoint: ['x'.repeat(5000)] } }]);
  write({ 'app/images.json': '{"version":1,"images":{}}', 'bin/docker': `#!/bin/sh\necho '${inspected}'\n` });
  chmodSync(join(directory, 'bin', 'docker'), 0o755);
  const command = 'PATH=$PWD/bin:$PATH node $PROGRAM images --image web:1 --with docker --output app/images.json';
  // The limit is 512 or 1,024 bytes.
  expect(shell(`ulimit -f 1; ${command}`)).toEqual({ status: 2, stdout: 'web:1: added\n', stderr: expect.stringMatching(/^app\/images\.json: cannot be written: EFBIG/) });
  expect([readdirSync(join(directory, 'app')), readFileSync(join(directory, 'app', 'images.json'), 'utf8')]).toEqual([['images.json'], '{"version":1,"images":{}}']);
  expect(shell(command)).toMatchObject({ status: 0, stderr: '' });
});

test('the CPU time of order grows with the number of workloads, and 1,000 workloads need a heap of 40 MB', () => {
  const ordered = (count: number) => manyDeployments(count).replace(/checksum\/config/g, 'cdk8s-startup-order.github.io/depends-on: \'{"metrics": ["app"]}\'\n        checksum/config');
  const command = (options: string) => `node ${options} $PROGRAM order --kubernetes-version 1.33 --architecture amd64 | grep -c 'ordered: sha256'; times`;
  const cpuSeconds = (count: number) => {
    write({ 'many.yaml': ordered(count) });
    const { stdout, stderr } = shell(command('').replace(' | ', ' many.yaml | '));
    const [, found, ...times] = /^(\d+)\n.*\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(stdout)!.map(Number);
    expect([stderr, found]).toEqual(['', count]);
    return 60 * times[0] + times[1] + 60 * times[2] + times[3];
  };
  expect(cpuSeconds(1200)).toBeLessThan(6 * cpuSeconds(300));
  // The program takes 20 MB, and the texts of input and output 8 MB.
  expect(shell(command('--max-old-space-size=40'), ordered(1000))).toMatchObject({ stdout: expect.stringMatching(/^1000\n/), stderr: '' });
});

test('images runs a program of the PATH', () => {
  const config = '{"os":"linux","architecture":"amd64","config":{"Cmd":["/web"]}}';
  const digest = createHash('sha256').update(config).digest('hex');
  writeFileSync(join(directory, 'bin', 'crane'), `#!/bin/sh\n[ "$1" = manifest ] && printf %s '{"config":{"digest":"sha256:${digest}"}}' || printf %s '${config}'\n`, { mode: 0o755 });
  const { status, stderr } = shell('node $PROGRAM images --image web:1 --output new/images.json');
  expect([status, stderr, readFileSync(join(directory, 'new', 'images.json'), 'utf8')]).toEqual([0, '', expect.stringContaining('"/web"')]);
  expect(shell('node $PROGRAM images --image web:1 --with skopeo').stderr).toMatch(/^the PATH has no skopeo; .*\[SO659\]\n$/);
});

test('the package contains the program, and needs no other package', () => {
  const { bin, dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect([bin, dependencies]).toEqual([{ 'cdk8s-startup-order': 'bin/cdk8s-startup-order' }, {}]);
  expect(readFileSync(join(ROOT, bin['cdk8s-startup-order']), 'utf8')).toBe("#!/usr/bin/env node\nrequire('../bundle/startup-order').run();\n");
});

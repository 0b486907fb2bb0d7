import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { Dependency, Mechanism, OrderedDeployment, ReadyCheck, StartupOrderOptions } from '../../src';

const ENTRY = { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], entrypoint: ['/entry'] };
const FILE = JSON.stringify({ version: 1, images: { 'web:1': ENTRY } });

const directories: string[] = [];
const previous = process.cwd();

/** Creates a directory with the file `startup-order.images.json`. */
function directoryWith(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'startup-order-images-'));
  directories.push(directory);
  writeFileSync(join(directory, 'startup-order.images.json'), text);
  return directory;
}

afterEach(() => {
  process.chdir(previous);
  directories.splice(0).forEach(directory => { rmSync(directory, { recursive: true }); });
});

function deploy(options: StartupOrderOptions, context?: unknown): OrderedDeployment {
  const chart = new Chart(new App(), 'test');
  if (context !== undefined) { chart.node.setContext('cdk8s-startup-order:images', context); }
  return new OrderedDeployment(chart, 'web', {
    startupOrder: options,
    containers: [
      { name: 'app', image: 'web:1', dependsOn: [Dependency.on('db')] },
      { name: 'db', image: 'db:1', readyWhen: ReadyCheck.tcpSocket(5432) },
    ],
  });
}

const mechanismOf = (deployment: OrderedDeployment) => deployment.startupOrder.plan().dependencies[0].mechanism;

test('without an image file, a dependent without command has no gate', () => {
  expect(mechanismOf(deploy({}))).toBe(Mechanism.POST_START);
});

test('`startupOrder.images` names the image file', () => {
  expect(mechanismOf(deploy({ images: join(directoryWith(FILE), 'startup-order.images.json') }))).toBe(Mechanism.ENTRYPOINT_GATE);
});

test('the construct context names the image file, and the option takes precedence', () => {
  const path = join(directoryWith(FILE), 'startup-order.images.json');
  expect(mechanismOf(deploy({}, path))).toBe(Mechanism.ENTRYPOINT_GATE);
  expect(mechanismOf(deploy({ images: path }, '/nowhere.json'))).toBe(Mechanism.ENTRYPOINT_GATE);
});

test('the image file in the working directory is used by default', () => {
  process.chdir(directoryWith(FILE));
  expect(mechanismOf(deploy({}))).toBe(Mechanism.ENTRYPOINT_GATE);
});

test('a later app of the same process reads a file that has changed', () => {
  const directory = directoryWith(FILE);
  process.chdir(directory);
  expect(mechanismOf(deploy({}))).toBe(Mechanism.ENTRYPOINT_GATE);
  writeFileSync(join(directory, 'startup-order.images.json'), FILE.replace('web:1', 'web:2'));
  expect(mechanismOf(deploy({}))).toBe(Mechanism.POST_START);
});

test.each([
  ['a missing file of the option', { images: '/nowhere.json' }, undefined, "[test/web] the image file '/nowhere.json' of `startupOrder.images` cannot be read: ENOENT: no such file or directory; correct the path, or run `cdk8s-startup-order images` [SO644]"],
  ['a missing file of the context', {}, '/nowhere.json', "the image file '/nowhere.json' of the context 'cdk8s-startup-order:images' cannot be read"],
])('%s is an error', (_what, options, context, text) => {
  expect(() => Testing.synth(Chart.of(deploy(options, context)))).toThrow(text);
});

test('a corrupt file in the working directory is an error', () => {
  process.chdir(directoryWith('{'));
  expect(() => Testing.synth(Chart.of(deploy({})))).toThrow('[startup-order.images.json] the image file is invalid: the file is not JSON');
});

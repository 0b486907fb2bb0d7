import { writeFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { ContainerRole, Dependency, Mechanism, OrderedDeployment, OrderedPod, ReadyCheck, StartupOrderOptions } from '../../src';
import { REGULAR } from '../dsl';
import { temporaryFolder } from '../temporary-folder';

const ENTRY = { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], entrypoint: ['/entry'] };
const FILE = JSON.stringify({ version: 1, images: { 'web:1': ENTRY } });

const previous = process.cwd();
let directory: string;
let path: string;
beforeEach(() => {
  directory = temporaryFolder();
  path = join(directory, 'startup-order.images.json');
});
afterEach(() => { process.chdir(previous); });

/** Enters a directory with the file `startup-order.images.json`. */
function enterDirectoryWith(text: string): void {
  writeFileSync(path, text);
  process.chdir(directory);
}

/** Writes an image file with a HEALTHCHECK of `db:1` in shell form, and enters its directory. */
function enterDirectoryWithHealthcheck(text: string): void {
  const { entrypoint: _, ...db } = ENTRY;
  enterDirectoryWith(JSON.stringify({ version: 1, images: { 'db:1': { ...db, cmd: ['db'], healthcheck: { test: ['CMD-SHELL', text], timeoutSeconds: 3 } } } }));
}

const APP = { name: 'app', image: 'web:1', dependsOn: [Dependency.on('db')] };

function deploy(startupOrder: StartupOrderOptions, context?: unknown, role: { role?: ContainerRole } = REGULAR): OrderedDeployment {
  const chart = new Chart(new App(), 'test');
  if (context !== undefined) { chart.node.setContext('cdk8s-startup-order:images', context); }
  const db = { name: 'db', image: 'db:1', ...role, readyWhen: ReadyCheck.tcpSocket(5432) };
  return new OrderedDeployment(chart, 'web', { startupOrder, orderedContainers: [APP, db] });
}

const synthOf = (deployment: OrderedDeployment) => Testing.synth(Chart.of(deployment));
const mechanismOf = (deployment: OrderedDeployment) => deployment.startupOrder.plan().dependencies[0].mechanism;

test('an image file changes nothing for a dependent of a native sidecar', () => {
  const synth = () => synthOf(deploy({}, undefined, {}));
  const without = synth();
  enterDirectoryWith(FILE);
  expect(synth()).toEqual(without);
});

test('`startupOrder.images` or the construct context names the image file, and the option takes precedence', () => {
  writeFileSync(path, FILE);
  expect([deploy({ images: path }), deploy({}, path), deploy({ images: path }, '/nowhere.json')].map(mechanismOf)).toEqual(Array(3).fill(Mechanism.ENTRYPOINT_GATE));
});

test('the file in the working directory is the default, and a later app of the same process reads it again', () => {
  enterDirectoryWith(FILE);
  expect(mechanismOf(deploy({}))).toBe(Mechanism.ENTRYPOINT_GATE);
  writeFileSync(path, FILE.replace('web:1', 'web:2'));
  expect(mechanismOf(deploy({}))).toBe(Mechanism.POST_START);
});

test.each([
  ['a missing file of the option', { images: '/nowhere.json' }, undefined, "[test/web] the image file '/nowhere.json' of `startupOrder.images` cannot be read: ENOENT: no such file or directory; correct the path, or run `cdk8s-startup-order images` [SO644]"],
  ['a missing file of the context', {}, '/nowhere.json', "the image file '/nowhere.json' of the context 'cdk8s-startup-order:images' cannot be read"],
])('%s is an error', (_what, options, context, text) => { expect(() => synthOf(deploy(options, context))).toThrow(text); });

test('a corrupt file in the working directory is an error', () => {
  enterDirectoryWith('{');
  expect(() => synthOf(deploy({}))).toThrow('[startup-order.images.json] the image file is invalid: the file is not JSON');
});

describe('ReadyCheck.fromImage()', () => {
  test('of a request makes the dependent wait in its own gate', () => {
    enterDirectoryWithHealthcheck('curl -f http://localhost:8080/health || exit 1');
    const chart = Testing.chart();
    const db = { name: 'db', image: 'db:1', role: ContainerRole.APP, readyWhen: ReadyCheck.fromImage() };
    const orderedContainers = [db, { ...APP, command: ['/app'] }];
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' }, orderedContainers });
    const { command } = Testing.synth(chart).find(o => o.kind === 'Pod').spec.containers[1];
    expect(command.join(' ')).toContain('--for=db --http=http://127.0.0.1:8080/health --try-timeout=3s');
    expect(command.slice(-2)).toEqual(['--', '/app']);
  });

  test.each([
    ['names it if the image has a HEALTHCHECK', 'db:1', true],
    ['does not name it if the image file does not contain the image', 'other:1', false],
  ])('the error for a dependency without a ready check %s', (_what, image, isNamed) => {
    enterDirectoryWithHealthcheck('pg_isready');
    const chart = Testing.chart();
    new OrderedDeployment(chart, 'web', { orderedContainers: [{ name: 'db', image }, APP] });
    const synth = () => Testing.synth(chart);
    expect(synth).toThrow(/\[SO301\]/);
    (isNamed ? expect(synth) : expect(synth).not).toThrow('such as `fromImage` for the HEALTHCHECK of its image');
  });
});

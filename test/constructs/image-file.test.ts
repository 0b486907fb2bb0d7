import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { addOrdered } from './manifests';
import { ContainerDependencyOptions, ContainerRole, Dependency, Mechanism, OrderedDeployment, OrderedPod, ReadyCheck, StartupOrderOptions } from '../../src';

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

/** Writes an image file with a HEALTHCHECK of `db:1` in shell form, and enters its directory. */
function enterDirectoryWithHealthcheck(text: string): void {
  const { entrypoint: _, ...db } = ENTRY;
  process.chdir(directoryWith(JSON.stringify({ version: 1, images: { 'db:1': { ...db, cmd: ['db'], healthcheck: { test: ['CMD-SHELL', text], timeoutSeconds: 3 } } } })));
}

function deploy(options: StartupOrderOptions, context?: unknown): OrderedDeployment {
  const chart = new Chart(new App(), 'test');
  if (context !== undefined) { chart.node.setContext('cdk8s-startup-order:images', context); }
  return new OrderedDeployment(chart, 'web', {
    startupOrder: options,
    orderedContainers: [
      { name: 'app', image: 'web:1', dependsOn: [Dependency.on('db')] },
      { name: 'db', image: 'db:1', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(5432) },
    ],
  });
}

const mechanismOf = (deployment: OrderedDeployment) => deployment.startupOrder.plan().dependencies[0].mechanism;

test('an image file changes nothing for a dependent of a native sidecar', () => {
  const synth = () => {
    const chart = new Chart(new App(), 'test');
    const db = { name: 'db', image: 'db:1', readyWhen: ReadyCheck.tcpSocket(5432) };
    const web = { name: 'app', image: 'web:1', dependsOn: [Dependency.on('db')] };
    new OrderedDeployment(chart, 'web', { orderedContainers: [web, db] });
    return Testing.synth(chart);
  };
  const without = synth();
  process.chdir(directoryWith(FILE));
  expect(synth()).toEqual(without);
});

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

describe('ReadyCheck.fromImage()', () => {
  /** Returns the containers of an `OrderedPod` in which `app`, with a command, depends on `db`. The ready check of `db` is its HEALTHCHECK, `text`. */
  function podContainers(text: string, role: ContainerRole, options: ContainerDependencyOptions = {}) {
    enterDirectoryWithHealthcheck(text);
    const chart = Testing.chart();
    const pod = new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' } });
    addOrdered(pod, { name: 'db', image: 'db:1', role, readyWhen: ReadyCheck.fromImage() });
    addOrdered(pod, { name: 'app', image: 'app:1', command: ['/app'], dependsOn: [Dependency.on('db', options)] });
    const { containers, initContainers = [] } = Testing.synth(chart).find(o => o.kind === 'Pod').spec;
    return [...initContainers, ...containers];
  }

  test('of a request makes the dependent wait in its own gate', () => {
    const app = podContainers('curl -f http://localhost:8080/health || exit 1', ContainerRole.APP).find(c => c.name === 'app');
    expect(app.command.join(' ')).toContain('--for=db --http=http://127.0.0.1:8080/health --try-timeout=3s');
    expect(app.command.slice(-2)).toEqual(['--', '/app']);
  });

  test.each([
    ['names it if the image has a HEALTHCHECK', 'db:1', true],
    ['does not name it if the image file does not contain the image', 'other:1', false],
  ])('the error for a dependency without a ready check %s', (_what, image, isNamed) => {
    enterDirectoryWithHealthcheck('pg_isready');
    const chart = Testing.chart();
    new OrderedDeployment(chart, 'web', { orderedContainers: [{ name: 'db', image }, { name: 'app', image: 'app:1', dependsOn: [Dependency.on('db')] }] });
    const synth = () => Testing.synth(chart);
    expect(synth).toThrow(/\[SO301\]/);
    (isNamed ? expect(synth) : expect(synth).not).toThrow('such as `fromImage` for the HEALTHCHECK of its image');
  });
});

import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { bundle, MOST } from '../../scripts/bundle';
import { ARCHITECTURES, loadBinary } from '../../src/agent/binaries';
import { builtLibrary } from '../built-library';
import { temporaryFolder } from '../temporary-folder';

const EXAMPLES = join(__dirname, '..', '..', 'examples');
const library = builtLibrary();
const folder = temporaryFolder();
const program = join(folder, 'startup-order.js');

function run(script: string, args: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8', env: {} });
  return { status, stdout, stderr };
}

let text: string;
beforeAll(async () => { text = await bundle(); writeFileSync(program, text); });

test('the bundle has at most 1 MB', () => { expect(Buffer.byteLength(text)).toBeLessThan(MOST); });

test.each(['commander', 'js-yaml', 'unbash', 'yaml'])('the bundle contains the copyright and the licence of %s', name => {
  const licence = readFileSync(join(__dirname, '..', '..', 'node_modules', name, 'LICENSE'), 'utf8').trim();
  expect(text).toContain(licence);
  expect(text.slice(0, text.indexOf(licence))).toMatch(new RegExp(`The licence of .*${name}.*:\n$`));
});

test('a build in another process has the same bytes', () => {
  expect(readFileSync(join(library, 'bundle', 'startup-order.js'), 'utf8') === text).toBe(true);
});

test.each([
  ['explain', join(EXAMPLES, 'shop', 'expected.yaml')],
  ['lint', '--kubernetes-version', '1.33', join(EXAMPLES, 'shop', 'expected.yaml')],
  ['plot', '--workload', 'shop-web', join(EXAMPLES, 'shop', 'expected.yaml')],
  ['explain', 'missing.yaml'],
  ['images', '--help'],
  ['--version'],
  ['--help'],
])('the bundle prints the same as the package: %j', (...args: readonly string[]) => {
  const expected = run(join(library, 'bin', 'cdk8s-startup-order'), args);
  expect(expected.stdout + expected.stderr).not.toBe('');
  expect(run(program, args)).toEqual(expected);
});

test('the bundle runs in the folder of an ES module', () => {
  const module = join(folder, 'module');
  mkdirSync(module);
  writeFileSync(join(module, 'package.json'), '{"type": "module"}');
  writeFileSync(join(module, 'startup-order.js'), text);
  expect(run(join(module, 'startup-order.js'), ['--version'])).toEqual({ status: 0, stdout: '0.0.0\n', stderr: '' });
});

test('an app in another language validates with the bundle, without cdk8s from npm', () => {
  const script = join(folder, 'validation.js');
  writeFileSync(script, "console.log(new (require('./startup-order.js').StartupOrderValidation)({ failOn: 'note' }).constructor.name);");
  expect(run(script)).toEqual({ status: 0, stdout: 'StartupOrderValidation\n', stderr: '' });
});

test('the bundle contains the binaries of the wait agent', async () => {
  const hash = (binary: string) => createHash('sha256').update(binary).digest('hex');
  const architectures = Object.keys(ARCHITECTURES);
  const script = join(folder, 'binaries.js');
  writeFileSync(script, await bundle(`
    import { createHash } from 'crypto';
    import { loadBinary } from './src/agent/binaries';
    console.log(JSON.stringify(${JSON.stringify(architectures)}.map(name => createHash('sha256').update(loadBinary(name).base64).digest('hex'))));`));
  expect(JSON.parse(run(script).stdout)).toEqual(architectures.map(name => hash(loadBinary(name).base64)));
});

test('a file that needs the constructs cannot be bundled', async () => {
  await expect(bundle("import './src/constructs/ordered-workloads';")).rejects.toThrow(/which the command line must not need/);
});

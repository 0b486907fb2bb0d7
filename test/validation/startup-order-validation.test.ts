import { writeFileSync } from 'fs';
import { join } from 'path';
import { synth } from './synth';
import { StartupOrderValidation } from '../../tools/validation/startup-order-validation';
import { builtLibrary } from '../built-library';
import { temporaryFolder } from '../temporary-folder';

const container = (name: string, rest = {}) => ({ name, image: `${name}:1`, ...rest });
const pod = (name: string, ...containers: object[]) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers } });
/** A startup probe on a regular container orders nothing. */
const WRONG = pod('web', container('sidecar', { startupProbe: { exec: { command: ['cat', '/tmp/healthy'] } } }), container('app'));
const RIGHT = pod('fine', container('app'));

describe('cdk8s synth', () => {
  const library = builtLibrary();

  test('cdk8s synth exits with code 2 and prints each finding with its location and remedy', () => {
    const { code, out, error, report } = synth(library, [RIGHT, WRONG], { failOn: 'warning' });
    expect([code, error]).toEqual([2, expect.stringContaining('Validation failed')]);
    expect(out).toMatch(/Construct Path: shop\/object1[^]*> spec\.containers\[0\]\.startupProbe/);
    expect(report.summary).toMatchObject({ status: 'failure', metadata: { errors: '0', warnings: '1', notes: '0' } });
    expect(report.violations).toEqual([{
      ruleName: 'startup-probe-orders-nothing (warning)',
      recommendation: expect.stringContaining("'sidecar'"),
      fix: expect.stringContaining('with this library'),
      violatingConstructs: [{ resourceName: 'web', constructPath: 'shop/object1', locations: ['spec.containers[0].startupProbe'], manifestPath: 'dist/shop.k8s.yaml' }],
    }]);
  });

  test('cdk8s synth succeeds without findings', () => {
    const { code, out, report } = synth(library, [RIGHT, WRONG], { kubernetesVersion: '1.33', ignore: ['startup-probe-orders-nothing'] });
    expect([code, report.violations, report.summary.status]).toEqual([0, [], 'success']);
    expect(out).toContain('Validations ended succesfully');
  });

  test('does not go on with a property that is misspelt', () => {
    const { code, error, out } = synth(library, [RIGHT], { failon: 'warning' });
    expect(code).not.toBe(0);
    expect(error + out).toContain("[cdk8s.yaml] unknown property `properties.failon`; did you mean 'failOn'? Correct the name "
      + '(known here: kubernetesVersion, failOn, ignore, images) [SO630]');
  });
});

async function judge(manifests: Readonly<Record<string, readonly unknown[]>>, properties = {}) {
  const violations: any[] = [];
  let status = '';
  await new StartupOrderValidation(properties).validate({
    manifests: Object.keys(manifests),
    parseManifest: path => manifests[path],
    report: { addViolation: violation => { violations.push(violation); }, submit: submitted => { status = submitted; } },
  });
  return { status, violations };
}

test.each([['1.99', 'Kubernetes 1.99 is unknown; the facts of 1.37 are used'], ['1.20', 'Kubernetes 1.20 is unknown; the facts of 1.27 are used']])(
  'the validation says that the version %s is unknown', async (kubernetesVersion, message) => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      await judge({ 'a.yaml': [RIGHT] }, { kubernetesVersion });
      expect(write.mock.calls).toEqual([[`StartupOrderValidation: ${message}\n`]]);
    } finally {
      write.mockRestore();
    }
  });

test('the validation refuses a malformed version, and reads the version that a manifest records', async () => {
  expect(() => new StartupOrderValidation({ kubernetesVersion: '1.037' })).toThrow(/\[SO631\]$/);
  const recorded = {
    ...RIGHT,
    metadata: { name: 'x', annotations: { 'cdk8s-startup-order.github.io/kubernetes-version': '1.28' } },
    spec: { ...RIGHT.spec, initContainers: [container('proxy', { restartPolicy: 'Always' })] },
  };
  const { violations } = await judge({ 'a.yaml': [recorded] });
  expect(violations.map(({ ruleName }) => ruleName)).toContain('no-native-sidecars (note)');
});

test.each([['never', 'success'], ['warning', 'failure']])(
  'two workloads with one finding are one violation; empty documents are ignored: failOn %s', async (failOn, expected) => {
    const { status, violations } = await judge({ 'a.yaml': [null, WRONG], 'b.yaml': [{ ...WRONG, metadata: { name: 'api' } }] }, { failOn });
    expect([status, violations.map(v => v.violatingResources)]).toEqual([expected, [[
      { resourceName: 'web', locations: ['spec.containers[0].startupProbe'], manifestPath: 'a.yaml' },
      { resourceName: 'api', locations: ['spec.containers[0].startupProbe'], manifestPath: 'b.yaml' },
    ]]]);
  });

test('the image file contains the commands of images, and is an error if it does not exist', async () => {
  const images = join(temporaryFolder(), 'images.json');
  const sleeping = { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], entrypoint: ['sh', '-c', 'sleep 20; exec nginx'] };
  writeFileSync(images, JSON.stringify({ version: 1, images: { 'app:1': sleeping } }));
  const { violations } = await judge({ 'a.yaml': [RIGHT] }, { images });
  expect(violations.map(v => [v.ruleName, v.violatingResources[0].locations])).toEqual([['sleep-as-order (warning)', ['spec.containers[0].image']]]);
  await expect(judge({ 'a.yaml': [RIGHT] }, { images: `${images}.gone` })).rejects.toThrow('of `images` of StartupOrderValidation cannot be read');
});

test.each([
  [{ kubernetesVersion: 1.3 }, "`properties.kubernetesVersion` is 1.3; it must be a version in quotes, such as '1.33'"],
  [{ kubernetesVersion: 'latest' }, "it must be a version in quotes, such as '1.33'"],
  [{ constructor: 1 }, 'unknown property `properties.constructor`; correct the name, or remove it (known here: kubernetesVersion, failOn, ignore, images)'],
  [{ failOn: 'errors' }, "it must be 'error', 'warning', 'note' or 'never'; did you mean 'error'?"],
  [{ ignore: 'rule' }, 'it must be a list of names of rules'],
  [{ ignore: [1] }, '`properties.ignore[0]` is 1; it must be a string'],
  [{ images: 3 }, '`properties.images` is 3; it must be a string'],
])('%j is refused', (properties, why) => { expect(() => new StartupOrderValidation(properties)).toThrow(why); });

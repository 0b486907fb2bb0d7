import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { BASE, CHART, describeFor, HOME, parseManifests, PROGRAMS, run, writeScript } from './run-program';
import { bundle, helmPlugin } from '../../../scripts/bundle';
import { writePlugins } from '../../../scripts/plugins';

// The files that a release publishes, in the real programs.
const ROOT = join(__dirname, '..', '..', '..');
const PACKAGE = join(HOME, 'cdk8s-startup-order.tgz');
const RELEASE = join(HOME, 'release');
const { helm4, krew, kustomize } = PROGRAMS;

/** Writes an npm package with the files that the release takes from it. */
async function writePackage(): Promise<void> {
  const folder = join(HOME, 'package');
  mkdirSync(join(folder, 'bundle'), { recursive: true });
  writeFileSync(join(folder, 'bundle', 'startup-order.js'), await bundle(), { mode: 0o755 });
  writeFileSync(join(folder, 'bundle', 'plugin.yaml'), helmPlugin());
  for (const file of ['LICENSE', 'package.json']) { cpSync(join(ROOT, file), join(folder, file)); }
  expect(run('tar', ['-czf', PACKAGE, 'package']).code).toBe(0);
}

/** Returns the containers of the Deployment, native sidecars first. */
function namesIn(text: string): string[] {
  const { initContainers = [], containers } = (parseManifests(text).find(({ kind }) => kind === 'Deployment')!.spec as any).template.spec;
  return [...initContainers, ...containers].map(({ name }) => name);
}

const IN_ORDER = ['proxy', 'cache', 'web'];

beforeAll(async () => {
  await writePackage();
  writePlugins(PACKAGE, RELEASE);
});

test('the same npm package gives the same archive, with the program and the licence', () => {
  const again = join(HOME, 'again');
  writePlugins(PACKAGE, again);
  const [first, second] = [RELEASE, again].map(folder => readFileSync(join(folder, 'startup-order.tgz')));
  expect(first.equals(second)).toBe(true);
  expect(run('tar', ['-tzf', join(RELEASE, 'startup-order.tgz')]).out.trim().split('\n')).toEqual(['startup-order/', ...['LICENSE', 'plugin.yaml', 'startup-order.js'].map(file => `startup-order/${file}`)]);
});

describeFor(helm4)('Helm 4', () => {
  test('installs the archive, and orders a chart', () => {
    // A release has an attestation, and no signature of Helm.
    const installed = run(helm4!, ['plugin', 'install', '--verify=false', join(RELEASE, 'startup-order.tgz')]);
    expect([installed.code, installed.error]).toEqual([0, expect.not.stringMatching(/^error/im)]);
    const { code, out, error } = run(helm4!, ['template', 'shop', CHART, '--post-renderer', 'startup-order']);
    expect([code, error, namesIn(out)]).toEqual([0, '', IN_ORDER]);
  });
});

describeFor(krew)('Krew', () => {
  const install = (manifest: string) => run(krew!, ['install', '--manifest', manifest, '--archive', join(RELEASE, 'startup-order.tgz')]);

  test('refuses another archive than that of the manifest', () => {
    const other = join(HOME, 'other', 'startup-order.yaml');
    mkdirSync(join(HOME, 'other'));
    const text = readFileSync(join(RELEASE, 'startup-order.yaml'), 'utf8');
    writeFileSync(other, text.replace(/sha256: \w+/, `sha256: ${'a'.repeat(64)}`));
    expect(install(other)).toMatchObject({ code: 1, error: expect.stringMatching(/checksum/) });
  });

  test('installs the archive by its manifest, and the plugin orders manifests', () => {
    const { code, error } = install(join(RELEASE, 'startup-order.yaml'));
    expect([code, error]).toEqual([0, expect.stringContaining('Needs Node 20.16 or newer.')]);
    const ordered = run(join(HOME, '.krew', 'bin', 'kubectl-startup_order'), ['order', join(BASE, 'manifests.yaml')]);
    expect([ordered.code, ordered.error, namesIn(ordered.out)]).toEqual([0, '', IN_ORDER]);
  });

  test('the address in the manifest is that of a file of the release', () => {
    const { spec } = parse(readFileSync(join(RELEASE, 'startup-order.yaml'), 'utf8'));
    const uri = `https://github.com/cdk8s-startup-order/cdk8s-startup-order/releases/download/${spec.version}/startup-order.tgz`;
    expect(spec.platforms).toEqual([expect.objectContaining({ uri })]);
    expect(readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')).toContain('dist/plugins/*');
  });
});

describeFor(kustomize)('kustomize', () => {
  /** Runs the command of the image definition on this machine, as docker would in the image. */
  function writeDocker(): void {
    const dockerfile = readFileSync(join(ROOT, 'scripts', 'bundle.Dockerfile'), 'utf8');
    const wordsOf = (name: string): string[] => JSON.parse(new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)![1]);
    const [, from, to] = /^COPY (\S+) (\S+)$/m.exec(dockerfile)!;
    const words = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')].map(word => (word === to ? join(HOME, 'package', 'bundle', from) : word));
    mkdirSync(join(HOME, 'bin'));
    writeScript(join(HOME, 'bin', 'docker'), `echo "$@" > ${join(HOME, 'docker.txt')}\nexec ${words.join(' ')}`);
  }

  test('runs the image as a function, without a network', () => {
    writeDocker();
    const folder = join(HOME, 'function');
    cpSync(BASE, folder, { recursive: true });
    const page = readFileSync(join(ROOT, 'docs', 'how-to', 'deploy-tools.md'), 'utf8');
    const [, image] = /^ +container: \{ image: (\S+) \}$/m.exec(page)!;
    writeFileSync(join(folder, 'order.yaml'), JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'shop', annotations: { 'config.kubernetes.io/function': `container: { image: ${image} }` } },
    }));
    const { status, stdout, stderr } = spawnSync(kustomize!, ['build', '--enable-alpha-plugins', folder], {
      encoding: 'utf8', env: { HOME, PATH: `${join(HOME, 'bin')}:${process.env.PATH}` },
    });
    expect([status, stderr, namesIn(stdout)]).toEqual([0, '', IN_ORDER]);
    expect(readFileSync(join(HOME, 'docker.txt'), 'utf8')).toMatch(/--network none .* ghcr\.io\/cdk8s-startup-order\/cdk8s-startup-order\n$/);
  });
});

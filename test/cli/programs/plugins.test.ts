import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { basename, join } from 'path';
import { parse } from 'yaml';
import { BASE, CHART, describeFor, HOME, IN_ORDER, namesIn, PROGRAMS, run, writeScript } from './run-program';
import { writePlugins } from '../../../scripts/plugins';
import { buildSbom } from '../../../scripts/sbom';
import { builtLibrary } from '../../built-library';

// The files that a release publishes, in the real programs.
const ROOT = join(__dirname, '..', '..', '..');
const { helm4, krew, kustomize } = PROGRAMS;
/** The folder of the job that publishes. */
const JOB = join(HOME, 'job');
const PACKAGE = join(JOB, 'dist', 'js', 'cdk8s-startup-order.tgz');
const PLUGINS = join(JOB, 'dist', 'plugins');
const RELEASE = join(HOME, 'release');
const FILES = ['SHA256SUMS', 'plugin.yaml', 'provenance.intoto.jsonl', 'sbom.cdx.json', 'startup-order.js', 'startup-order.tgz', 'startup-order.yaml'];
const { jobs: { release_github: { steps } } } = parse(readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8')) as
  { jobs: { release_github: { steps: { 'id'?: string; 'run'?: string; 'with'?: { 'subject-path': string }; 'continue-on-error'?: boolean }[] } } };

/** Runs a script of the workflow in the folder of the job. Bash reads its own startup files if its input is a socket, such as a pipe of Node.js. */
function runStep(script: string): string {
  const env = { ...process.env, PATH: `${JOB}/bin:${process.env.PATH}`, RELEASE_TAG_FILE: 'dist/releasetag.txt', ATTESTATION: 'attested.json', GITHUB_REPOSITORY: 'a/b' };
  const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], { cwd: JOB, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect([script, status, stderr]).toEqual([script, 0, '']);
  return stdout;
}

/** Writes the files of the job `release`: the npm package of `npx projen package`, or one with the same programs. */
function writeDist(): void {
  for (const folder of [RELEASE, join(JOB, 'bin'), join(JOB, 'dist', 'js')]) { mkdirSync(folder, { recursive: true }); }
  if (process.env.STARTUP_ORDER_PACKAGE) {
    cpSync(process.env.STARTUP_ORDER_PACKAGE, PACKAGE);
  } else {
    for (const path of ['agent/bin', 'bundle', 'package.json']) { cpSync(join(builtLibrary(), path), join(HOME, 'package', path), { recursive: true }); }
    cpSync(join(ROOT, 'LICENSE'), join(HOME, 'package', 'LICENSE'));
    expect(run('tar', ['-czf', PACKAGE, 'package']).code).toBe(0);
  }
  writePlugins(PACKAGE, PLUGINS);
  writeFileSync(join(JOB, 'dist', 'sbom.cdx.json'), JSON.stringify(buildSbom('1.2.3')));
  writeFileSync(join(JOB, 'dist', 'releasetag.txt'), 'v1.2.3\n');
  writeFileSync(join(JOB, 'attested.json'), '{}');
}

/** Runs `order` for the manifests of the kustomization. */
function expectOrdered(program: string, ...args: readonly string[]): void {
  const { code, out, error } = run(program, [...args, 'order', join(BASE, 'manifests.yaml')]);
  expect([code, error, namesIn(out)]).toEqual([0, '', IN_ORDER]);
}

beforeAll(() => {
  writeDist();
  // The command of GitHub: the release exists, and takes files with different names.
  writeScript(join(JOB, 'bin', 'gh'), `[ "$2" = upload ] || exit 0
for file in "$@"; do
  [ -f "$file" ] || continue
  [ ! -e "${RELEASE}/\${file##*/}" ] || exit 1
  cp "$file" ${RELEASE}
done`);
  for (const step of steps) {
    if (step.run !== undefined && !step['continue-on-error']) { runStep(step.run); }
  }
});

test('the steps of the release publish and attest exactly these files', () => {
  expect(readdirSync(RELEASE).sort()).toEqual(FILES);
  const patterns = steps.find(({ id }) => id === 'attest')!.with!['subject-path'].split('\n');
  const attested = runStep(`ls ${patterns.join(' ')}`).trim().split('\n').map(path => basename(path));
  expect(attested).toEqual(expect.arrayContaining(FILES.filter(file => file !== 'provenance.intoto.jsonl')));
});

test('each file of a release that a page links to is published', () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.md')).map(path => readFileSync(join(ROOT, 'docs', path), 'utf8'));
  const linked = pages.flatMap(page => [...page.matchAll(/\/cdk8s-startup-order\/releases\/latest\/download\/([\w.-]+)/g)].map(([, file]) => file));
  expect(linked.length).toBeGreaterThan(2);
  expect(linked.filter(file => !FILES.includes(file))).toEqual([]);
});

test('the single file has its checksum and orders manifests', () => {
  expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: RELEASE, encoding: 'utf8' }).stdout).toBe('startup-order.js: OK\nplugin.yaml: OK\n');
  expectOrdered(process.execPath, join(RELEASE, 'startup-order.js'));
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
    expectOrdered(join(HOME, '.krew', 'bin', 'kubectl-startup_order'));
    // The address in the manifest is that of a file of the release.
    const { spec } = parse(readFileSync(join(RELEASE, 'startup-order.yaml'), 'utf8'));
    const uri = `https://github.com/cdk8s-startup-order/cdk8s-startup-order/releases/download/${spec.version}/startup-order.tgz`;
    expect(spec.platforms).toEqual([expect.objectContaining({ uri })]);
  });
});

describeFor(kustomize)('kustomize', () => {
  test('runs the image as a function, without a network', () => {
    // The command of the image definition on this machine, as docker runs it in the image.
    const dockerfile = readFileSync(join(ROOT, 'scripts', 'bundle.Dockerfile'), 'utf8');
    const wordsOf = (name: string): string[] => JSON.parse(new RegExp(`^${name} (.*)$`, 'm').exec(dockerfile)![1]);
    const [, from, to] = /^COPY (\S+) (\S+)$/m.exec(dockerfile)!;
    const words = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')].map(word => (word === to ? join(JOB, 'package', 'bundle', from) : word));
    mkdirSync(join(HOME, 'bin'));
    writeScript(join(HOME, 'bin', 'docker'), `echo "$@" > ${join(HOME, 'docker.txt')}\nexec ${words.join(' ')}`);
    const folder = join(HOME, 'function');
    cpSync(BASE, folder, { recursive: true });
    const page = readFileSync(join(ROOT, 'docs', 'how-to', 'deploy-tools.md'), 'utf8');
    const [, image] = /^ +container: \{ image: (\S+) \}$/m.exec(page)!;
    const annotations = { 'config.kubernetes.io/function': `container: { image: ${image} }` };
    writeFileSync(join(folder, 'order.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop', annotations } }));
    const { status, stdout, stderr } = spawnSync(kustomize!, ['build', '--enable-alpha-plugins', folder], {
      encoding: 'utf8', env: { HOME, PATH: `${join(HOME, 'bin')}:${process.env.PATH}` },
    });
    expect([status, stderr, namesIn(stdout)]).toEqual([0, '', IN_ORDER]);
    expect(readFileSync(join(HOME, 'docker.txt'), 'utf8')).toMatch(/--network none .* ghcr\.io\/cdk8s-startup-order\/cdk8s-startup-order\n$/);
  });
});

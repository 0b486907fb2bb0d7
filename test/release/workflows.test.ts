import { execFileSync } from 'child_process';
import { readdirSync, readFileSync } from 'fs';
import { dirname, join } from 'path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, '.github', 'workflows');

interface Step { readonly uses?: string; readonly run?: string }

interface Job { readonly environment?: string; readonly permissions?: Record<string, string>; readonly steps: Step[] }

interface Workflow { readonly on: Record<string, unknown>; readonly permissions?: unknown; readonly jobs: Record<string, Job> }

const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const WORKFLOWS = new Map(readdirSync(FOLDER).map(name => [name, parse(text(name)) as Workflow]));
const jobsOf = (name: string) => WORKFLOWS.get(name)!.jobs;
const all = [...WORKFLOWS].flatMap(([name, { jobs }]) => Object.entries(jobs).map(([id, job]) => ({ where: `${name} ${id}`, job })));
const secretsIn = (yaml: string) => [...new Set([...yaml.matchAll(/secrets\.([A-Z_]+)/g)].map(([, secret]) => secret))].sort();

/** Returns the offences of a workflow against the rules for a safe workflow. */
function findOffences(workflow: Workflow): string[] {
  const steps = Object.values(workflow.jobs).flatMap(job => job.steps);
  return [
    ...steps.flatMap(({ uses }) => uses === undefined || uses.startsWith('./') || /@[0-9a-f]{40}$/.test(uses) ? [] : [`${uses} is not a commit`]),
    ...JSON.stringify(workflow.permissions) === '{"contents":"read"}' ? [] : ['the workflow does not limit its token to contents: read'],
    ...Object.entries(workflow.jobs).flatMap(([id, { permissions }]) => typeof permissions === 'object' ? [] : [`the job ${id} does not specify its permissions`]),
    ...Object.keys(workflow.on).filter(event => event === 'pull_request_target' || event === 'workflow_run').map(event => `${event} gives write access to a fork`),
    // A job with the right to publish runs no development dependency.
    ...Object.entries(workflow.jobs).filter(([, { environment }]) => environment === 'release')
      .flatMap(([id, job]) => job.steps.some(({ run }) => /\bnpm (ci|i|install)\b|\bprojen\b/.test(run ?? '')) ? [`the publishing job ${id} installs or builds packages`] : []),
    // An expression becomes a part of the program. Text of a pull request must reach it as an environment variable.
    ...steps.flatMap(({ run }) => /\$\{\{/.test(run ?? '') ? [`an expression in "${run}"`] : []),
  ];
}

test.each([...WORKFLOWS])('%s: pinned actions, least privileges, and no text of a pull request in a script', (_, workflow) => {
  expect(findOffences(workflow)).toEqual([]);
});

test.each<[string, (workflow: Workflow) => unknown]>([
  ['actions/checkout@v7 is not a commit', ({ jobs }) => jobs.build.steps.push({ uses: 'actions/checkout@v7' })],
  ['the workflow does not limit its token to contents: read', workflow => Object.assign(workflow, { permissions: 'write-all' })],
  ['the job build does not specify its permissions', ({ jobs }) => Object.assign(jobs.build, { permissions: 'write-all' })],
  ['pull_request_target gives write access to a fork', ({ on }) => { on.pull_request_target = {}; }],
  ['an expression in "echo ${{ github.event.pull_request.title }}"', ({ jobs }) => jobs.build.steps.push({ run: 'echo ${{ github.event.pull_request.title }}' })],
])('a workflow with this error fails: %s', (offence, change) => {
  const workflow = structuredClone(WORKFLOWS.get('build.yml')!);
  change(workflow);
  expect(findOffences(workflow)).toEqual([offence]);
});

test('a publishing job that installs the development dependencies fails', () => {
  const workflow = structuredClone(WORKFLOWS.get('release.yml')!);
  workflow.jobs.release_npm.steps.push({ run: 'cd .repo && npm ci' });
  expect(findOffences(workflow)).toEqual(['the publishing job release_npm installs or builds packages']);
});

test('each action of a workflow is in the list that Dependabot updates, with its version', () => {
  const pins = [...readFileSync(join(ROOT, 'projenrc', 'actions', 'action.yml'), 'utf8').matchAll(/uses: (\S+@[0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)].map(([, pin]) => pin);
  const used = new Set(all.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses ?? [])));
  expect([...used].sort()).toEqual([...pins].sort());
});

describe('Dependabot', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const foldersOf = (name: RegExp) => files.filter(file => name.test(file)).map(file => join('/', dirname(file)));
  const { updates } = parse(readFileSync(join(ROOT, '.github', 'dependabot.yml'), 'utf8')) as { updates: { 'package-ecosystem': string; 'directory'?: string; 'directories'?: string[] }[] };
  const updated = (ecosystem: string) => updates.filter(update => update['package-ecosystem'] === ecosystem).flatMap(({ directory, directories = [directory!] }) => directories).sort();

  test.each<[string, string[]]>([
    ['npm', foldersOf(/(^|\/)package-lock\.json$/)],
    ['gomod', foldersOf(/(^|\/)go\.mod$/).filter(folder => folder !== '/conformance/kubernetes')], // the tested versions of Kubernetes
    ['docker', foldersOf(/Dockerfile$/).filter(folder => folder !== '/agent')], // FROM scratch
    ['github-actions', foldersOf(/(^|\/)action\.yml$/)],
  ])('proposes updates for each folder with packages of %s', (ecosystem, folders) => {
    expect(folders).not.toEqual([]);
    expect(updated(ecosystem)).toEqual(folders.sort());
  });

  test('each image of a Dockerfile is pinned by its digest', () => {
    const images = files.filter(file => file.endsWith('Dockerfile')).flatMap(file => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^FROM (?!scratch$)(\S+)/gm)].map(([, image]) => image));
    expect(images).not.toEqual([]);
    expect(images.filter(image => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  });
});

test('the release attests the files of GitHub, the npm package, and the binaries of the wait agent in it', () => {
  const steps = jobsOf('release.yml').release_github.steps as (Step & { id?: string; with?: { 'subject-path': string } })[];
  const attested = steps.findIndex(({ id }) => id === 'attest');
  expect(steps[attested].with!['subject-path'].split('\n')).toEqual(['package/bundle/*', 'dist/plugins/*', 'dist/sbom.cdx.json', 'dist/js/*.tgz', 'package/agent/bin/*/wait']);
  expect(steps.slice(0, attested).map(({ run }) => run)).toContain('tar -xzf dist/js/*.tgz package/bundle package/agent/bin');
});

test('the release uses exactly the secrets of the release page', () => {
  const page = readFileSync(join(ROOT, 'docs', 'contributing', 'release.md'), 'utf8');
  // projen always requires this secret; the current server of Maven Central does not use it.
  const unused = 'MAVEN_STAGING_PROFILE_ID';
  const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name).sort();
  expect(secretsIn(text('release.yml')).filter(name => name !== 'GITHUB_TOKEN' && name !== unused)).toEqual(named);
});

test('a pull request needs no secrets and has no write permissions', () => {
  expect(secretsIn(text('build.yml'))).toEqual([]);
  expect(Object.values(jobsOf('build.yml')).map(({ permissions }) => permissions)).toEqual(Object.values(jobsOf('build.yml')).map(() => ({ contents: 'read' })));
});

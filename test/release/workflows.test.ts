import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { github } from 'projen';
import { parse } from 'yaml';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, '.github', 'workflows');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
  readonly env?: Record<string, string>;
}

interface Job {
  readonly permissions?: Record<string, string>;
  readonly environment?: string;
  readonly needs?: string | string[];
  readonly steps: Step[];
}

interface Workflow {
  readonly on: Record<string, unknown>;
  readonly jobs: Record<string, Job>;
}

const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const WORKFLOWS = new Map(readdirSync(FOLDER).map(name => [name, parse(text(name)) as Workflow]));
const jobsOf = (name: string) => WORKFLOWS.get(name)!.jobs;
const all = [...WORKFLOWS].flatMap(([name, { jobs }]) => Object.entries(jobs).map(([id, job]) => ({ where: `${name} ${id}`, job })));
const secretsIn = (yaml: string) => [...new Set([...yaml.matchAll(/secrets\.([A-Z_]+)/g)].map(([, secret]) => secret))].sort();

test('the workflows are build, release and the check of titles', () => {
  expect([...WORKFLOWS.keys()].sort()).toEqual(['build.yml', 'pull-request-lint.yml', 'release.yml']);
});

test('every action is pinned to a commit, except actions with immutable tags', () => {
  const known = new Set(Object.values(github.ActionRefs));
  const used = [...new Set(all.flatMap(({ job }) => job.steps.flatMap(({ uses }) => uses ?? [])))];
  expect(used.length).toBeGreaterThan(6);
  expect(used.filter(action => !/@[0-9a-f]{40}$/.test(action) && !known.has(action))).toEqual([]);
});

test('every job specifies its permissions, and no job has all permissions', () => {
  expect(all.filter(({ job }) => typeof job.permissions !== 'object').map(({ where }) => where)).toEqual([]);
});

describe('the release', () => {
  const jobs = jobsOf('release.yml');
  const PUBLISHING = ['release_npm', 'release_pypi', 'release_nuget', 'release_maven', 'release_golang', 'release_image'];

  test('a release starts manually', () => {
    expect(Object.keys(WORKFLOWS.get('release.yml')!.on)).toEqual(['workflow_dispatch']);
  });

  test('the GitHub release follows the registries', () => {
    expect(jobs.release_github.needs).toEqual(expect.arrayContaining(PUBLISHING));
  });

  test('the GitHub release gets the bundle of the npm package after its creation', () => {
    const runs = jobs.release_github.steps.map(({ run }) => run ?? '');
    expect(runs.findIndex(run => run.includes('gh release create'))).toBeLessThan(runs.findIndex(run => run.includes('gh release upload')));
    expect(runs.at(-1)).toContain('tar -xzf dist/js/*.tgz package/bundle && gh release upload');
  });

  test('a release is published from an environment with reviews', () => {
    expect(PUBLISHING.map(job => jobs[job].environment)).toEqual(PUBLISHING.map(() => 'release'));
  });

  test.each(['release_npm', 'release_pypi', 'release_nuget'])('%s needs no token: the registry trusts the workflow', job => {
    expect(jobs[job].permissions).toEqual({ 'id-token': 'write', 'contents': 'read' });
    const env = jobs[job].steps.at(-1)!.env!;
    expect(Object.keys(env).filter(name => name.endsWith('_TRUSTED_PUBLISHER'))).toHaveLength(1);
    expect(Object.keys(env).filter(name => /TOKEN|PASSWORD|API_KEY/.test(name))).toEqual([]);
  });

  test('a release has a provenance statement on npm and PyPI', () => {
    const { steps } = jobs.release_npm;
    expect(steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@')).map(step => step.with!['node-version'])).toEqual(['24']);
    expect(steps.at(-1)!.env).toMatchObject({ NPM_CONFIG_PROVENANCE: 'true' });
    expect(jobs.release_pypi.steps.at(-1)!.env).not.toHaveProperty('PYPI_DISABLE_ATTESTATIONS');
  });

  test('a release compares the API with the last release, as every pull request does', () => {
    for (const job of [jobs.release, jobsOf('build.yml').build]) {
      expect(job.steps.map(({ run }) => run)).toContain('npx projen compat');
    }
  });

  test('the release uses exactly the secrets of the release page', () => {
    const page = readFileSync(join(ROOT, 'docs', 'how-to', 'release.md'), 'utf8');
    // projen always requires this secret; the current server of Maven Central does not use it.
    const unused = 'MAVEN_STAGING_PROFILE_ID';
    const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name).sort();
    expect(secretsIn(text('release.yml')).filter(name => name !== 'GITHUB_TOKEN' && name !== unused)).toEqual(named);
  });
});

test('a pull request needs no secrets and has no write permissions', () => {
  expect(secretsIn(text('build.yml'))).toEqual([]);
  expect(Object.values(jobsOf('build.yml')).map(({ permissions }) => permissions)).toEqual(Object.values(jobsOf('build.yml')).map(() => ({ contents: 'read' })));
});

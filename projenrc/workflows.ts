import { readFileSync } from 'fs';
import { join } from 'path';
import { cdk8s, github, JsonPatch } from 'projen';

const { JobPermission } = github.workflows;

/** The pinned actions by name, such as `actions/checkout`. */
const PINS = new Map(
  [
    ...readFileSync(join(__dirname, 'actions', 'action.yml'), 'utf8').matchAll(/uses: ([^@\s]+)@([0-9a-f]{40}) # v/g),
  ].map(([, name, commit]) => [name, `${name}@${commit}`]),
);

/** Returns the pinned reference of an action. */
export function pinned(action: string): string {
  const reference = PINS.get(action);
  if (reference === undefined) {
    throw new Error(`projenrc/actions/action.yml does not contain ${action}`);
  }
  return reference;
}

/**
 * Adds the workflows codeql and scorecard and the configuration of Dependabot, and gives each workflow pinned actions
 * and a token that can only read.
 */
export function addTrust(project: cdk8s.ConstructLibraryCdk8s): void {
  const gh = project.github!;
  for (const [name, reference] of PINS) {
    gh.actions.set(name, reference);
  }
  addCodeql(gh);
  addScorecard(gh);
  addDependabot(gh);
  for (const workflow of gh.workflows) {
    workflow.file!.addOverride('permissions', { contents: 'read' });
  }

  // The title of a pull request needs neither secrets nor the right to write, which pull_request_target gives to a
  // fork.
  const lint = gh.tryFindWorkflow('pull-request-lint')!.file!;
  lint.addOverride('on.pull_request', { types: ['opened', 'synchronize', 'reopened', 'edited'] });
  lint.addDeletionOverride('on.pull_request_target');
  lint.addOverride('jobs.validate.permissions', { 'pull-requests': 'read' });
  lint.addOverride('jobs.validate.if', "github.event_name == 'pull_request'");
}

/** Finds bugs and vulnerabilities in all languages of the repository, and in its workflows. */
function addCodeql(gh: github.GitHub): void {
  const workflow = gh.addWorkflow('codeql');
  workflow.on({
    push: { branches: ['main'] },
    pullRequest: { branches: ['main'] },
    schedule: [{ cron: '17 4 * * 1' }],
  });
  workflow.addJob('analyze', {
    name: 'Analyze ${{ matrix.language }}',
    runsOn: ['ubuntu-latest'],
    permissions: { contents: JobPermission.READ, securityEvents: JobPermission.WRITE },
    strategy: {
      failFast: false,
      matrix: {
        include: [
          { 'language': 'actions', 'build-mode': 'none' },
          { 'language': 'c-cpp', 'build-mode': 'none' },
          { 'language': 'go', 'build-mode': 'autobuild' },
          { 'language': 'javascript-typescript', 'build-mode': 'none' },
        ],
      },
    },
    steps: [
      checkout(),
      {
        uses: pinned('github/codeql-action/init'),
        with: {
          'languages': '${{ matrix.language }}',
          'build-mode': '${{ matrix.build-mode }}',
          'queries': 'security-extended',
        },
      },
      { uses: pinned('github/codeql-action/analyze'), with: { category: '/language:${{ matrix.language }}' } },
    ],
  });
}

/** Publishes the score of OpenSSF Scorecard. Its service accepts only a workflow without `run`. */
function addScorecard(gh: github.GitHub): void {
  const workflow = gh.addWorkflow('scorecard');
  workflow.on({ push: { branches: ['main'] }, branchProtectionRule: {}, schedule: [{ cron: '43 4 * * 1' }] });
  workflow.addJob('analysis', {
    name: 'Scorecard',
    runsOn: ['ubuntu-latest'],
    permissions: { contents: JobPermission.READ, securityEvents: JobPermission.WRITE, idToken: JobPermission.WRITE },
    steps: [
      checkout(),
      {
        uses: pinned('ossf/scorecard-action'),
        with: { results_file: 'results.sarif', results_format: 'sarif', publish_results: true },
      },
      { uses: pinned('github/codeql-action/upload-sarif'), with: { sarif_file: 'results.sarif' } },
    ],
  });
}

function checkout(): github.workflows.JobStep {
  return { uses: pinned('actions/checkout'), with: { 'persist-credentials': false } };
}

/**
 * The folders with tools that the tests compile. conformance/kubernetes is not in the list: its versions are the tested
 * versions of Kubernetes.
 */
const GO_FOLDERS = ['programs', 'programs/kompose', 'programs/krew', 'images/test-app', 'node/runc', 'node/gvisor'].map(
  folder => `/conformance/${folder}`,
);

/** Proposes updates once a month, one pull request for each package manager. */
function addDependabot(gh: github.GitHub): void {
  const monthly = {
    'schedule': { interval: 'monthly' },
    'cooldown': { 'default-days': 7 },
    'groups': { all: { patterns: ['*'] } },
    'open-pull-requests-limit': 2,
  };
  const { config } = gh.addDependabot({ scheduleInterval: github.DependabotScheduleInterval.MONTHLY });
  const [npm] = config.updates;
  config.updates = [
    { ...npm, ...monthly },
    { 'package-ecosystem': 'npm', 'directory': '/site', ...monthly },
    { 'package-ecosystem': 'github-actions', 'directory': '/projenrc/actions', ...monthly },
    { 'package-ecosystem': 'gomod', 'directories': GO_FOLDERS, ...monthly },
    { 'package-ecosystem': 'docker', 'directory': '/scripts', ...monthly },
  ];
}

/** Attests that the workflow `release` built the files or the image of `subject` from its commit. */
export function attest(name: string, subject: Record<string, unknown>, id?: string): github.workflows.JobStep {
  return { name, id, if: '${{ !inputs.dry_run }}', uses: pinned('actions/attest-build-provenance'), with: subject };
}

/** The permissions of a job that attests. */
export const ATTEST = { idToken: JobPermission.WRITE, attestations: JobPermission.WRITE } as const;

/**
 * Runs every check of the commit, with the checks that are too long for a pull request. A privileged Debian, for the
 * nodes of the conformance suite.
 */
export function checkAll(): github.workflows.Job {
  return {
    name: 'Check everything',
    runsOn: ['ubuntu-latest'],
    container: { image: 'debian:trixie' },
    permissions: { contents: JobPermission.READ },
    steps: [
      {
        name: 'Install git',
        run: 'apt-get update -q && apt-get install -qy --no-install-recommends ca-certificates curl git',
      },
      checkout(),
      {
        name: 'Setup Node.js',
        uses: pinned('actions/setup-node'),
        with: { 'node-version': '20', 'package-manager-cache': false },
      },
      { name: 'Setup Go', uses: pinned('actions/setup-go'), with: { 'go-version': '1.26', 'cache': false } },
      { name: 'Check', run: 'git config --global --add safe.directory "$PWD" && scripts/check-all.sh' },
    ],
  };
}

/**
 * What the packages of the other languages need. The job `release` builds all packages, and has no right to publish.
 */
export const SETUP_LANGUAGES: github.workflows.JobStep[] = [
  {
    name: 'Setup Java',
    uses: pinned('actions/setup-java'),
    with: { 'distribution': 'corretto', 'java-version': '11' },
  },
  { name: 'Setup Python', uses: pinned('actions/setup-python'), with: { 'python-version': '3.x' } },
  { name: 'Setup .NET', uses: pinned('actions/setup-dotnet'), with: { 'dotnet-version': '6.x', 'cache': false } },
  { name: 'Setup Go', uses: pinned('actions/setup-go'), with: { 'go-version': '1.26', 'cache': false } },
];

/**
 * Removes the steps that install the development dependencies and build the package from each publishing job: code of a
 * development dependency would run with the right to publish. A publishing job uploads the files of the job `release`.
 */
export function publishOnly(project: cdk8s.ConstructLibraryCdk8s): void {
  const release = project.github!.tryFindWorkflow('release')!.file!;
  const packaging = [
    'Checkout',
    'Install Dependencies',
    'Extract build artifact',
    'Move build artifact out of the way',
    'Create',
    'Collect',
  ];
  const languages = { npm: 'js', maven: 'java', pypi: 'python', nuget: 'dotnet', golang: 'go' };
  for (const [registry, language] of Object.entries(languages)) {
    // The publishing job sets up Node, and its own language. It then downloads the files, and restores their
    // permissions.
    const first = registry === 'npm' ? 3 : 4;
    const path = `/jobs/release_${registry}/steps/${first}`;
    for (const name of packaging) {
      const inLanguage = name === 'Create' || name === 'Collect' ? `${name} ${language} artifact` : name;
      release.patch(JsonPatch.test(`${path}/name`, inLanguage), JsonPatch.remove(path));
    }
    // npx installs the publisher as it was on this day, and runs no script of its dependencies.
    release.patch(
      JsonPatch.add(`${path}/env/NPM_CONFIG_BEFORE`, '2026-11-01'),
      JsonPatch.add(`${path}/env/NPM_CONFIG_IGNORE_SCRIPTS`, 'true'),
    );
  }
}

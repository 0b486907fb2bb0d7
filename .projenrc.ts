import { cdk8s, github, javascript, release } from 'projen';

const REPOSITORY = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order';

/** What of the commits is told to users. Commits in the scopes that stand here on top are about how this library is made. */
const CHANGELOG_TYPES = [
  ...['feat', 'fix', 'perf'].flatMap(type => ['bench', 'bindings', 'ci', 'conformance', 'test'].map(scope => ({ type, scope, hidden: true }))),
  { type: 'feat', section: 'New' },
  { type: 'fix', section: 'Fixed' },
  { type: 'perf', section: 'Faster' },
  ...['docs', 'test', 'refactor', 'style', 'build', 'ci', 'chore'].map(type => ({ type, hidden: true })),
];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-startup-order',
  description: 'depends_on for the containers of a Kubernetes pod: say which container needs which, get a manifest in which that is true.',
  author: 'cdk8s-startup-order contributors',
  authorAddress: REPOSITORY,
  authorOrganization: true,
  repositoryUrl: `${REPOSITORY}.git`,
  defaultReleaseBranch: 'main',
  license: 'Apache-2.0',
  stability: 'experimental',
  // 'cdk8s' itself is what Construct Hub recognises a cdk8s library by; projen adds only 'cdk'.
  keywords: ['cdk8s', 'kubernetes', 'k8s', 'pod', 'sidecar', 'init-container', 'startup-order', 'depends-on'],

  projenVersion: '0.103.25',
  packageManager: javascript.NodePackageManager.NPM,
  projenrcTs: true,
  sampleCode: false,
  typecheckTests: true,
  jsiiVersion: '~6.0.16',
  typescriptVersion: '~6.0.3',
  minNodeVersion: '20.16.0',
  workflowNodeVersion: '20',
  // The default (13) needs Node 22.
  bumpPackage: 'commit-and-tag-version@^12',
  depsUpgrade: false,

  // A pull request changes nothing by itself, so it needs no token.
  buildWorkflowOptions: { mutableBuild: false },
  autoMerge: false,
  githubOptions: {
    mergify: false,
    pullRequestLintOptions: {
      semanticTitleOptions: { types: ['feat', 'fix', 'perf', 'docs', 'test', 'refactor', 'style', 'build', 'ci', 'chore', 'revert'] },
    },
  },

  // docs/how-to/release.md
  releaseTrigger: release.ReleaseTrigger.workflowDispatch(),
  releaseEnvironment: 'release',
  npmTrustedPublishing: true,
  // Without it the first release is 0.0.0.
  nextVersionCommand: '[ "$VERSION" != 0.0.0 ] || echo 0.1.0',
  // Bodies of commits name issues of others, and the changelog would say of each that we close it.
  versionrcOptions: { types: CHANGELOG_TYPES, issuePrefixes: ['no issue '] },
  // The public API against that of the newest release; in pull requests, too.
  postBuildSteps: [{ name: 'compat', run: 'npx projen compat' }],

  cdk8sVersion: '2.70.0',
  // 10.5.1 is the first with IMixin and Construct.with().
  constructsVersion: '10.5.1',
  peerDeps: ['cdk8s-plus-27@^2.9.0'],
  // yaml edits what users have in annotations and in the mesh configuration, and keeps their comments. Both are in the command line.
  bundledDeps: ['commander@^14', 'yaml@^2'],
  devDeps: [
    '@textlint/kernel@15.8.0', '@textlint/textlint-plugin-markdown@15.8.0', // for scripts/check-prose.ts
    '@microsoft/jest-sarif@1.0.0-beta.0', // the schema of SARIF 2.1.0, to judge our own by
    'cdk8s-cli@^2',
    'cdk8s-plus-33@^2', // a second minor, for the tests of "one call on anything"
    'diff@^8', // for the before and after in README
    'fast-check@^4',
    'github-slugger@^1.5', '@types/github-slugger@^1.3', // the anchors of headings, for the links of the docs; from 2 on it is an ES module only
    'jsii-reflect@^1.142.0',
    'markdown-it@^14', '@types/markdown-it@^14',
    'tsconfig-paths@^4', // examples import 'cdk8s-startup-order' and get src, without a build
  ],

  jestOptions: {
    jestVersion: '^30',
    // projen's default rewrites snapshots on every run, so that they can never fail.
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      moduleNameMapper: { '^cdk8s-startup-order$': '<rootDir>/src' },
      testTimeout: 60_000,
    },
  },
  eslintOptions: { dirs: ['src'], devdirs: ['test', 'examples', 'projenrc', 'scripts', 'conformance'] },

  publishToPypi: { distName: 'cdk8s-startup-order', module: 'cdk8s_startup_order', trustedPublishing: true },
  publishToMaven: {
    mavenGroupId: 'io.github.cdk8s-startup-order',
    javaPackage: 'io.github.cdk8s_startup_order',
    mavenArtifactId: 'cdk8s-startup-order',
  },
  publishToNuget: { packageId: 'Cdk8sStartupOrder', dotNetNamespace: 'Cdk8sStartupOrder', trustedPublishing: true },
  publishToGo: { moduleName: 'github.com/cdk8s-startup-order/cdk8s-startup-order-go', githubUseSsh: true },
});

// Neither pushes anything, and both run code of others.
for (const job of ['build', 'release']) { project.github!.tryFindWorkflow(job)!.file!.addOverride(`jobs.${job}.permissions.contents`, 'read'); }
// All of the package is experimental as yet, which jsii-diff would let break without a word.
project.tasks.tryFind('compat')!.reset('jsii-diff npm:cdk8s-startup-order -k --ignore-file .compatignore --error-on=all');
// npm trusts a workflow from 11.5.1 on; Node 20 brings 10.
project.github!.tryFindWorkflow('release')!.file!.addOverride('jobs.release_npm.steps.0.with.node-version', '24');

// The image of the wait agent, for AgentDelivery.IMAGE_VOLUME: one layer with the checked-in binary of the platform.
const imageSteps = [
  'docker buildx create --use',
  'echo "$GITHUB_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin',
  'tag=ghcr.io/cdk8s-startup-order/wait-agent:$(cat dist/version.txt)',
  'docker buildx build --platform linux/amd64,linux/arm64 --tag "$tag" $([ "$DRY_RUN" = true ] || echo --push) agent',
];
project.release!.addJobs({
  release_image: {
    name: 'Publish the image of the wait agent',
    needs: ['release'],
    runsOn: ['ubuntu-latest'],
    environment: 'release',
    permissions: { contents: github.workflows.JobPermission.READ, packages: github.workflows.JobPermission.WRITE },
    if: "needs.release.outputs.tag_exists != 'true' && needs.release.outputs.latest_commit == github.sha",
    steps: [
      github.WorkflowSteps.checkout(),
      { name: 'Download build artifacts', uses: 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c', with: { 'artifact-ids': '${{ needs.release.outputs.artifact_id }}', 'path': 'dist' } },
      { name: 'Build and push', run: imageSteps.join('\n'), env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}', DRY_RUN: '${{ inputs.dry_run }}' } },
    ],
  },
});
project.github!.tryFindWorkflow('release')!.file!.addOverride('jobs.release_github.needs', ['release', 'release_npm', 'release_maven', 'release_pypi', 'release_nuget', 'release_golang', 'release_image']);

// Examples and stories import the library as its users do; here the name stands for src.
project.eslint!.addOverride({
  files: ['examples/**', 'conformance/**', 'test/bindings/**'],
  rules: {
    'import/no-extraneous-dependencies': 'off',
    'import/no-unresolved': ['error', { ignore: ['^cdk8s-startup-order$'] }],
  },
});

// projen names the types of every package; those of the scripts' own are imported where they are used.
project.tryFindObjectFile('tsconfig.json')!.addOverride('compilerOptions.types', ['jest', 'node']);

// Tests check the plans of the stories, which import the library by its name, too.
project.tryFindObjectFile('test/tsconfig.json')!.addOverride('compilerOptions.paths', { 'cdk8s-startup-order': ['../src'] });

// Inline maps with the sources in them would make the package twice as large.
for (const option of ['inlineSourceMap', 'inlineSources']) { project.tryFindObjectFile('tsconfig.json')!.addDeletionOverride(`compilerOptions.${option}`); }

// unrs-resolver 1.13 (of jest and eslint) lists platform binaries that some npm mirrors lack; 'npm ci' fails there.
project.package.addField('overrides', { 'unrs-resolver': '1.12.2' });

// Outside CI projen packages for all languages, which needs their registries. The local build stays offline.
const packageJs = project.tasks.tryFind('package:js')!;
project.packageTask.reset();
project.packageTask.spawn(packageJs);

// jsii prints eleven lines about Node 20's end of life at each call.
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

// Scripts and examples run on the sources: nothing has to be built for them.
const tsNode = 'ts-node -T -P scripts/tsconfig.json';
const conformance = 'ts-node -T -P conformance/tsconfig.json conformance';
project.addTask('demo', { description: 'Synthesize examples/shop and explain it', exec: `${tsNode} scripts/demo.ts` });
project.addTask('golden', { description: 'Write the expected manifests of the examples', exec: `${tsNode} scripts/golden.ts` });
project.addTask('bench', {
  description: 'Measure the synthesis, the planner and the agent against their bars; -- --quick to see that it works',
  exec: `${tsNode} scripts/bench/main.ts`,
  receiveArgs: true,
});
const generated = [
  'errors-doc', 'glossary-doc', 'capabilities-doc', 'compliance-doc', 'meshes-doc', 'lint-doc', 'agent-contract-doc', 'hooks-doc', 'manifests-doc', 'cheat-sheet-doc', 'pictures', 'numbers/doc', 'languages-doc', 'tutorial',
  'how-to', 'pipeline-readme', 'readme',
  'source-map',
  'docs-index', // last: it lists the pages that the other scripts have written
];
project.addTask('docs', {
  description: 'Write the generated parts of the docs',
  steps: generated.map(script => ({ exec: `${tsNode} scripts/${script}.ts` })),
});
project.addTask('docs:check', {
  description: 'Fail if a generated part of the docs is stale, a snippet does not compile, a link is broken, or a page is not in plain English',
  steps: [
    ...generated.map(script => ({ exec: `${tsNode} scripts/${script}.ts --check` })),
    { exec: `${tsNode} scripts/check-snippets.ts` },
    { exec: `${conformance}/measured.ts --check` },
    { exec: `${conformance}/predicted.ts --check` },
    { exec: `${tsNode} scripts/check-links.ts` },
    { exec: `${tsNode} scripts/check-prose.ts` },
  ],
});
project.addTask('bindings', {
  description: 'Build the packages for Python, Java and Go, and see that their programs do what they do in TypeScript',
  // The packages are made of what jsii has compiled.
  steps: [{ spawn: project.compileTask.name }, { exec: `${tsNode} scripts/bindings/main.ts`, receiveArgs: true }],
});
project.addTask('agent', {
  description: 'Build the binaries of the wait agent, which are checked in; -- --check compares them with what the sources compile to',
  exec: 'agent/build.sh',
  receiveArgs: true,
});
project.addTask('conformance', {
  description: 'See on a real kubelet what the manifests promise; -- --help tells the options',
  exec: `${conformance}/run.ts`,
  receiveArgs: true,
});
project.addTask('predicted', {
  description: 'Keep the starts of -- RESULTS.json…, and write them beside what is predicted',
  exec: `${conformance}/predicted.ts`,
  receiveArgs: true,
});
const validate = project.addTask('validate', {
  description: 'Have every manifest judged by the code of Kubernetes itself, where Go is installed',
  exec: `${conformance}/validate.ts`,
});

for (const folder of ['examples', 'scripts', 'conformance']) { project.testTask.exec(`tsc --noEmit -p ${folder}/tsconfig.json`); }
// The snippets of the docs are compiled against the built library.
project.testTask.spawn(project.compileTask);
project.testTask.spawn(project.tasks.tryFind('docs:check')!);
project.testTask.exec(`${tsNode} scripts/check-package.ts`);
// Last: whatever has written README, its links are made absolute.
project.tasks.tryFind('docs')!.exec(`${tsNode} scripts/readme-links.ts`);
project.tasks.tryFind('docs:check')!.exec(`${tsNode} scripts/readme-links.ts --check`);
project.testTask.spawn(validate);

project.gitignore.exclude('.jsii.tabl.json', 'dist/', 'examples/**/dist/');
// No declaration that the package exports refers to these layers.
const internal = ['cli', 'emit', 'engine', 'inspect', 'planner', 'pod', 'report'];
project.npmignore?.exclude(...internal.map(layer => `/lib/${layer}/**/*.d.ts`));
// Manifests contain the agent's binaries, so the package does, too. The sources and the tests of the agent stay here.
project.npmignore?.exclude('/agent/*');
project.npmignore?.include('/agent/bin/');
project.gitattributes.addAttributes('/agent/bin/*/*', 'binary');
project.npmignore?.exclude('/conformance', '/docs', '/examples', '/rosetta', '/scripts', '/API.md', '/.ci', '/CONTRIBUTING.md', '/SECURITY.md', '/.compatignore');

project.synth();

import { cdk8s, github, javascript, JsonFile, release } from 'projen';
import { addTrust, ATTEST, attest, checkAll, pinned, publishOnly, SETUP_LANGUAGES } from './projenrc/workflows';

const REPOSITORY = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order';

/** The commits in the changelog for users. The hidden scopes are about the development of this library. */
const CHANGELOG_TYPES = [
  ...['feat', 'fix', 'perf'].flatMap(type =>
    ['bench', 'bindings', 'ci', 'conformance', 'test'].map(scope => ({ type, scope, hidden: true })),
  ),
  { type: 'feat', section: 'New' },
  { type: 'fix', section: 'Fixed' },
  { type: 'perf', section: 'Faster' },
  ...['docs', 'test', 'refactor', 'style', 'build', 'ci', 'chore'].map(type => ({ type, hidden: true })),
];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-startup-order',
  description:
    'depends_on for the containers of a Kubernetes pod: declare which container needs which, and get a manifest ' +
    'that enforces it.',
  author: 'cdk8s-startup-order contributors',
  authorAddress: REPOSITORY,
  authorOrganization: true,
  repositoryUrl: `${REPOSITORY}.git`,
  defaultReleaseBranch: 'main',
  license: 'Apache-2.0',
  stability: 'experimental',
  // Construct Hub recognises a cdk8s library by the keyword 'cdk8s'; projen adds only 'cdk'.
  keywords: ['cdk8s', 'kubernetes', 'k8s', 'pod', 'sidecar', 'init-container', 'startup-order', 'depends-on'],

  projenVersion: '0.103.25',
  packageManager: javascript.NodePackageManager.NPM,
  projenrcTs: true,
  sampleCode: false,
  typecheckTests: true,
  jsiiVersion: '~6.0.16',
  docgen: false, // jsii-docgen repeats all inherited members of each class: 435 kB instead of 62
  typescriptVersion: '~6.0.3',
  minNodeVersion: '20.16.0',
  workflowNodeVersion: '20',
  // The default version (13) needs Node 22.
  bumpPackage: 'commit-and-tag-version@^12',
  depsUpgrade: false,

  // The build of a pull request pushes no changes, so it needs no token.
  buildWorkflowOptions: { mutableBuild: false },
  autoMerge: false,
  githubOptions: {
    mergify: false,
    pullRequestLintOptions: {
      semanticTitleOptions: {
        types: ['feat', 'fix', 'perf', 'docs', 'test', 'refactor', 'style', 'build', 'ci', 'chore', 'revert'],
      },
    },
  },

  // docs/contributing/release.md
  releaseTrigger: release.ReleaseTrigger.workflowDispatch(),
  releaseEnvironment: 'release',
  releaseWorkflowSetupSteps: SETUP_LANGUAGES,
  // The default is the newest version, which another release of publib could change between a review and the release.
  jsiiReleaseVersion: '0.2.1061',
  npmTrustedPublishing: true,
  // Otherwise the first release would be 0.0.0.
  nextVersionCommand: '[ "$VERSION" != 0.0.0 ] || echo 0.1.0',
  // Commit messages refer to issues of other projects, which the changelog would list as closed.
  versionrcOptions: { types: CHANGELOG_TYPES, issuePrefixes: ['no issue '] },
  // Compares the public API with the newest release; in pull requests, too.
  postBuildSteps: [
    { name: 'compat', run: 'npx projen compat' },
    { name: 'sbom', run: 'npx projen sbom' },
    { name: 'plugins', run: 'npx projen plugins' },
  ],

  cdk8sVersion: '2.70.0',
  // 10.5.1 is the first version with IMixin and Construct.with().
  constructsVersion: '10.5.1',
  peerDeps: ['cdk8s-plus-27@^2.9.0'],
  devDeps: [
    // The libraries in the two files of the package: scripts/bundle.ts and scripts/bundle-library.ts. js-yaml reads
    // manifests, annotations and mesh configurations. yaml finds positions in manifests, and writes changed manifests
    // with their comments. unbash parses shell commands.
    'commander@^14',
    'js-yaml@^4',
    '@types/js-yaml@^4',
    'unbash@^6.0.4',
    'yaml@^2',
    '@biomejs/biome@2.6.8', // formats the code; another version may format it in another way
    '@noble/hashes@^2', // SHA-256 in the playground
    'ajv@^8', // validates the JSON schema of StartupOrder, in tests
    '@textlint/kernel@15.8.0',
    '@textlint/textlint-plugin-markdown@15.8.0', // for scripts/check-prose.ts
    '@microsoft/jest-sarif@1.0.0-beta.0', // the schema of SARIF 2.1.0, for the tests of our output
    'cdk8s-cli@^2',
    'cdk8s-plus-33@^2', // a second minor version, for the tests of StartupOrder.of
    'diff@^8', // for the differences of manifests in the docs
    'esbuild@0.28.2', // for the command line in one file; another version gives other bytes
    'fast-check@^4',
    'github-slugger@^1.5',
    '@types/github-slugger@^1.3', // the anchors of headings, for the link checker; version 2 is only an ES module
    'jsii-reflect@^1.142.0',
    'markdown-it@^14',
    '@types/markdown-it@^14',
    'tsconfig-paths@^4', // resolves 'cdk8s-startup-order' in the examples to src, without a build
  ],

  jestOptions: {
    jestVersion: '^30',
    // By default projen updates snapshots in every run, so they would never fail.
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      moduleNameMapper: { '^cdk8s-startup-order$': '<rootDir>/src' },
      setupFilesAfterEnv: ['<rootDir>/test/silence-notices.ts'],
      testTimeout: 60_000,
      collectCoverage: false,
    },
  },
  eslintOptions: {
    dirs: ['src', 'tools'],
    devdirs: ['test', 'examples', 'projenrc', 'scripts', 'conformance', 'site'],
  },

  publishToPypi: { distName: 'cdk8s-startup-order', module: 'cdk8s_startup_order', trustedPublishing: true },
  publishToMaven: {
    mavenGroupId: 'io.github.cdk8s-startup-order',
    javaPackage: 'io.github.cdk8s_startup_order',
    mavenArtifactId: 'cdk8s-startup-order',
    postPublishSteps: [attest('Attest the Java packages', { 'subject-path': 'dist/java/**/*.jar' })],
  },
  publishToNuget: { packageId: 'Cdk8sStartupOrder', dotNetNamespace: 'Cdk8sStartupOrder', trustedPublishing: true },
  publishToGo: { moduleName: 'github.com/cdk8s-startup-order/cdk8s-startup-order-go', githubUseSsh: true },
});

// The command line needs none of the peers, which are 192 packages with a script at their installation. Installs of the
// library name them; npm still refuses a wrong version.
project.package.addField(
  'peerDependenciesMeta',
  Object.fromEntries(['cdk8s', 'cdk8s-plus-27', 'constructs'].map(name => [name, { optional: true }])),
);

// These jobs push nothing, and run third-party code.
for (const job of ['build', 'release']) {
  project.github!.tryFindWorkflow(job)!.file!.addOverride(`jobs.${job}.permissions.contents`, 'read');
}
const docgen = project.addTask('docgen', {
  description: 'Writes API.md from the manifest .jsii',
  exec: 'ts-node -T -P scripts/tsconfig.json scripts/api-doc.ts',
});
project.postCompileTask.spawn(docgen);
project.gitignore.include('/API.md');
project.annotateGenerated('/API.md');
// The whole package is experimental, and jsii-diff ignores breaking changes of experimental API by default.
project.tasks
  .tryFind('compat')!
  .reset('jsii-diff npm:cdk8s-startup-order -k --ignore-file .compatignore --error-on=all');
// Trusted publishing needs npm 11.5.1; Node 20 contains npm 10.
project.github!.tryFindWorkflow('release')!.file!.addOverride('jobs.release_npm.steps.0.with.node-version', '24');

// The images: that of the wait agent, for the delivery IMAGE_VOLUME, with the checked-in binary of the platform; and
// that of the command line.
const imageSteps = [
  'docker buildx create --use',
  'echo "$GITHUB_TOKEN" | docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin',
  'tag=ghcr.io/cdk8s-startup-order/wait-agent:$(cat dist/version.txt)',
  'docker buildx build --platform linux/amd64,linux/arm64 --tag "$tag" --metadata-file agent.json $([ ' +
    '"$DRY_RUN" = true ] || echo --push) agent',
  // The image of the command line: one file of the npm package on Node.
  'tar -xzf dist/js/*.tgz package/bundle',
  'tag=ghcr.io/cdk8s-startup-order/cdk8s-startup-order:$(cat dist/version.txt)',
  'docker buildx build --platform linux/amd64,linux/arm64 --tag "$tag" --metadata-file cli.json $([ "$DRY_RUN" ' +
    '= true ] || echo --push) --file scripts/bundle.Dockerfile package/bundle',
  'for image in agent cli; do echo "$image=$(jq -r \'."containerimage.digest"\' $image.json)" >> ' +
    '"$GITHUB_OUTPUT"; done',
];
const attestImage = (image: string, output: string) =>
  attest(`Attest ${image}`, {
    'subject-name': `ghcr.io/cdk8s-startup-order/${image}`,
    'subject-digest': `\${{ steps.build_and_push.outputs.${output} }}`,
    'push-to-registry': true,
  });
project.release!.addJobs({
  release_image: {
    name: 'Publish the images',
    needs: ['release'],
    runsOn: ['ubuntu-latest'],
    environment: 'release',
    permissions: {
      contents: github.workflows.JobPermission.READ,
      packages: github.workflows.JobPermission.WRITE,
      ...ATTEST,
    },
    if: "needs.release.outputs.tag_exists != 'true' && needs.release.outputs.latest_commit == github.sha",
    steps: [
      github.WorkflowSteps.checkout(),
      {
        name: 'Download build artifacts',
        uses: pinned('actions/download-artifact'),
        with: { 'artifact-ids': '${{ needs.release.outputs.artifact_id }}', 'path': 'dist' },
      },
      {
        name: 'Build and push',
        id: 'build_and_push',
        run: imageSteps.join('\n'),
        env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}', DRY_RUN: '${{ inputs.dry_run }}' },
      },
      attestImage('wait-agent', 'agent'),
      attestImage('cdk8s-startup-order', 'cli'),
    ],
  },
});
project.release!.addJobs({ check_all: checkAll() });
// projen writes the options as a list, which GitHub rejects.
project.github!.tryFindWorkflow('release')!.file!.addOverride('jobs.check_all.container.options', '--privileged');
project.github!.tryFindWorkflow('release')!.file!.addOverride('jobs.release.needs', ['check_all']);
project
  .github!.tryFindWorkflow('release')!
  .file!.addOverride('jobs.release_github.needs', [
    'release',
    'release_npm',
    'release_maven',
    'release_pypi',
    'release_nuget',
    'release_golang',
    'release_image',
  ]);

// The files of the release on GitHub: the command line in one file, its checksum, the plugin of Helm and kubectl, the
// SBOM, and the attestation of all of them, of the npm package, and of the binaries of the wait agent in that package.
const ASSETS = ['package/bundle/*', 'dist/plugins/*', 'dist/sbom.cdx.json'];
project.release!.publisher.addGitHubPrePublishingSteps(
  {
    name: 'Extract the command line and the wait agent',
    run: 'tar -xzf dist/js/*.tgz package/bundle package/agent/bin',
  },
  attest(
    'Attest the files',
    { 'subject-path': [...ASSETS, 'dist/js/*.tgz', 'package/agent/bin/*/wait'].join('\n') },
    'attest',
  ),
);
project.release!.publisher.addGitHubPostPublishingSteps({
  name: 'Add the files to the release',
  if: '${{ !inputs.dry_run }}',
  env: { GITHUB_TOKEN: '${{ secrets.GITHUB_TOKEN }}', ATTESTATION: '${{ steps.attest.outputs.bundle-path }}' },
  run:
    `cp "$ATTESTATION" provenance.intoto.jsonl && gh release upload "$(cat dist/releasetag.txt)" ` +
    `${ASSETS.join(' ')} provenance.intoto.jsonl -R "$GITHUB_REPOSITORY" --clobber`,
});
for (const job of ['release_github', 'release_maven']) {
  for (const permission of ['id-token', 'attestations']) {
    project.github!.tryFindWorkflow('release')!.file!.addOverride(`jobs.${job}.permissions.${permission}`, 'write');
  }
}

// The package contains the library and the tools with their libraries.
project.eslint!.addOverride({ files: ['src/**', 'tools/**'], rules: { 'import/no-extraneous-dependencies': 'off' } });

// Biome formats the code except the tests. ESLint holds what a formatter cannot: texts, comments, and conditions.
const FORMATTED = ['src', 'tools', 'scripts', 'projenrc', '.projenrc.ts'];
project.addPackageIgnore('/biome.json');
new JsonFile(project, 'biome.json', {
  marker: false,
  obj: {
    files: { includes: ['**/*.ts'] },
    formatter: { indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
    javascript: {
      formatter: { quoteStyle: 'single', quoteProperties: 'preserve', arrowParentheses: 'asNeeded' },
    },
  },
});
project.eslint!.eslintTask.prependExec(`biome format --write ${FORMATTED.join(' ')}`);
project.eslint!.addOverride({
  files: FORMATTED.map(path => (path.endsWith('.ts') ? path : `${path}/**`)),
  rules: {
    '@stylistic/indent': 'off',
    '@stylistic/object-curly-newline': 'off',
    '@stylistic/quotes': 'off',
    '@stylistic/quote-props': 'off',
    'no-nested-ternary': 'error',
    '@stylistic/max-len': ['error', { code: 120, ignoreUrls: true }],
  },
});

const TITLE = 'Literal.arguments:first-child[value=/^.{101}/]';
project.eslint!.addOverride({
  files: ['test/**', 'site/test/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...['callee.name=/^(test|describe)$/', 'callee.callee.property.name="each"'].map(callee => ({
        selector: `CallExpression[${callee}] > ${TITLE}`,
        message: 'A title has at most 100 characters.',
      })),
    ],
  },
});

// esbuild compiles the tests, without types: `npm test` checks them once, with tsc.
// unbash is only an ES module.
project.jest!.config.transform = { '^.+\\.ts$|/node_modules/unbash/.+\\.js$': '<rootDir>/test/jest-transform.cjs' };
project.jest!.config.transformIgnorePatterns = ['/node_modules/(?!unbash/)'];
project.deps.removeDependency('ts-jest');

// Examples and stories import the library by its name, which resolves to src here.
project.eslint!.addOverride({
  files: ['examples/**', 'conformance/**', 'test/bindings/**'],
  rules: {
    'import/no-extraneous-dependencies': 'off',
    'import/no-unresolved': ['error', { ignore: ['^cdk8s-startup-order$'] }],
  },
});

// The playground uses the packages of the library, and the tests also those of site/package.json.
project.eslint!.addOverride({
  files: ['site/**'],
  rules: {
    'import/no-extraneous-dependencies': 'off',
    'import/no-unresolved': ['error', { ignore: ['playwright-core'] }],
  },
});

// projen lists the types of every package. The scripts import the types that they need.
project.tryFindObjectFile('tsconfig.json')!.addOverride('compilerOptions.types', ['jest', 'node']);

// Tests check the plans of the stories, which also import the library by its name.
project
  .tryFindObjectFile('test/tsconfig.json')!
  .addOverride('compilerOptions.paths', { 'cdk8s-startup-order': ['../src'] });
// With this option TypeScript accepts that the tools load unbash, an ES module.
project.tryFindObjectFile('test/tsconfig.json')!.addOverride('compilerOptions.module', 'nodenext');

// Inline source maps would double the size of the package.
for (const option of ['inlineSourceMap', 'inlineSources']) {
  project.tryFindObjectFile('tsconfig.json')!.addDeletionOverride(`compilerOptions.${option}`);
}

// unrs-resolver 1.13 (of jest and eslint) lists platform binaries that some npm mirrors lack; 'npm ci' fails there.
project.package.addField('overrides', { 'unrs-resolver': '1.12.2' });

// Outside CI projen packages for all languages, which needs their registries. The local build stays offline.
const packageJs = project.tasks.tryFind('package:js')!;
project.packageTask.reset();
project.packageTask.spawn(packageJs);
// A release builds the packages of all languages before a job with the right to publish starts.
project.packageTask.spawn(project.tasks.tryFind('package-all')!, { condition: '[ "$RELEASE" = true ]' });

// jsii prints eleven lines about the end of life of Node 20 in each run.
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

// Scripts and examples run on the sources, without a build.
const tsNode = 'ts-node -T -P scripts/tsconfig.json';
const conformance = 'ts-node -T -P conformance/tsconfig.json conformance';
project.addTask('demo', {
  description: 'Print how two workloads start: the default, and EVERY_START',
  exec: 'scripts/demo.sh',
});
project.addTask('golden', {
  description: 'Write the expected manifests of the examples',
  exec: `${tsNode} scripts/golden.ts`,
});
project.addTask('bench', {
  description:
    'Measure the synthesis, the planner and the agent, and compare with their limits; -- --quick only tests ' +
    'the benchmark',
  exec: `${tsNode} scripts/bench/main.ts`,
  receiveArgs: true,
});
project.addTask('docs', {
  description: 'Write the generated parts of the docs; -- NAME… for some of them',
  exec: `${tsNode} scripts/docs.ts`,
  receiveArgs: true,
});
project.addTask('docs:check', {
  description:
    'Fail if a generated part of the docs is stale, a snippet does not compile, a link is broken, or a page is ' +
    'not in plain English',
  exec: `${tsNode} scripts/docs.ts --check`,
});
project.addTask('bindings', {
  description: 'Build the packages for Python, Java and Go, and compare their programs with TypeScript',
  // The packages contain the output of jsii.
  steps: [{ spawn: project.compileTask.name }, { exec: `${tsNode} scripts/bindings/main.ts`, receiveArgs: true }],
});
project.addTask('agent', {
  description: 'Build the committed binaries of the wait agent; -- --check compares them with a new build',
  exec: 'agent/build.sh',
  receiveArgs: true,
});
project.addTask('conformance', {
  description: 'Check the guarantees of the manifests on a real kubelet; -- --help lists the options',
  exec: `${conformance}/run.ts`,
  receiveArgs: true,
});
project.addTask('admission', {
  description: 'Check the policies for start orders on real API servers with a real webhook: -- VERSION…',
  exec: `${conformance}/admission/run.ts`,
  receiveArgs: true,
});
project.addTask('predicted', {
  description: 'Save the starts of -- RESULTS.json…, and write them next to the predicted times',
  exec: `${conformance}/predicted.ts`,
  receiveArgs: true,
});
project.addTask('validate', {
  description:
    'Validate every manifest with the code of Kubernetes, the oldest and the newest version; -- --all for each ' +
    'version; needs Go',
  exec: `${conformance}/validate.ts`,
  receiveArgs: true,
});

project.addTask('site', {
  description: 'Write site/dist: the docs as a site, and the playground',
  exec: `${tsNode} scripts/site.ts`,
});
project.addTask('site:test', {
  description: 'Check the playground and the site in a browser; after the task site',
  exec: 'jest --config site/test/jest.config.cjs',
  receiveArgs: true,
});

// Publishes the site. The build has no rights; only the second job can write.
const pages = new github.GithubWorkflow(project.github!, 'site', {
  limitConcurrency: true,
  concurrencyOptions: { group: 'pages' },
});
pages.on({
  push: {
    branches: ['main'],
    paths: ['agent/bin/**', 'docs/**', 'site/**', 'src/**', 'scripts/**', 'tools/**', 'package-lock.json'],
  },
  workflowDispatch: {},
});
pages.addJobs({
  build: {
    runsOn: ['ubuntu-latest'],
    permissions: { contents: github.workflows.JobPermission.READ },
    steps: [
      github.WorkflowSteps.checkout(),
      {
        name: 'Setup Node.js',
        uses: 'actions/setup-node@v7.0.0',
        with: { 'node-version': '20', 'package-manager-cache': false },
      },
      { name: 'Install dependencies', run: 'npm ci' },
      { name: 'Build', run: 'npx projen site' },
      { name: 'Upload', uses: pinned('actions/upload-pages-artifact'), with: { path: 'site/dist' } },
    ],
  },
  deploy: {
    needs: ['build'],
    runsOn: ['ubuntu-latest'],
    environment: 'github-pages',
    permissions: { pages: github.workflows.JobPermission.WRITE, idToken: github.workflows.JobPermission.WRITE },
    steps: [{ name: 'Deploy', uses: pinned('actions/deploy-pages') }],
  },
});

// The tools in one file. npm packs it, and it runs without npm.
const bundle = project.addTask('bundle', {
  description: 'Write bundle/startup-order.js: the tools in one file',
  exec: `${tsNode} scripts/bundle.ts`,
});
project.postCompileTask.prependSpawn(bundle);
project.compileTask.exec(`${tsNode} scripts/bundle-library.ts`);

project.addTask('sbom', {
  description: 'Write dist/sbom.cdx.json: the packages and libraries in the npm package',
  exec: `${tsNode} scripts/sbom.ts`,
});
project.addTask('plugins', {
  description: 'Write dist/plugins: the archive of the npm package that Helm and Krew install, and its Krew manifest',
  exec: `${tsNode} scripts/plugins.ts dist/js/*.tgz dist/plugins`,
});
project.addTask('fuzz', {
  description: 'Run each parser on mutations of its corpus; -- --seconds N TARGET… for one parser, and longer',
  exec: `${tsNode} scripts/fuzz.ts`,
  receiveArgs: true,
});
const packageCheck = project.addTask('package:check', {
  description: 'Fail if the npm package contains a wrong file or is too large',
  exec: `${tsNode} scripts/check-package.ts`,
});
project.packageTask.spawn(packageCheck);
// -T: no types, which `npm test` checks on its own.
project.testTask.reset(`${tsNode} scripts/test.ts`, { receiveArgs: true });

project.gitignore.exclude(
  '.jsii.tabl.json',
  'dist/',
  '/bundle/',
  'examples/**/dist/',
  '/site/dist/',
  '/site/.vitepress/cache/',
);
// lib/index.js contains the code of the other files.
project.npmignore?.exclude('/lib/**/*.js');
project.npmignore?.include('/lib/index.js', '/lib/agent/read-binary.js');
// The exported declarations do not refer to these layers.
const internal = ['emit', 'engine', 'planner', 'pod/checks', 'pod/meshes', 'report'];
project.npmignore?.exclude(...internal.map(layer => `/lib/${layer}/**/*.d.ts`));
// The package contains the binaries of the agent for the manifests, but not its sources and tests.
project.npmignore?.exclude('/agent/*');
project.npmignore?.include('/agent/bin/');
project.gitattributes.addAttributes('/agent/bin/*/*', 'binary');
project.npmignore?.exclude(
  '/conformance',
  '/docs',
  '/examples',
  '/rosetta',
  '/scripts',
  '/site',
  '/tools',
  '/tsconfig.all.json',
  '/API.md',
  '/.bestpractices.json',
  '/.ci',
  '/.compatignore',
);
project.npmignore?.exclude(
  ...['ADOPTERS', 'CODE_OF_CONDUCT', 'CONTRIBUTING', 'MAINTAINERS', 'ROADMAP', 'SECURITY', 'SUPPORT'].map(
    page => `/${page}.md`,
  ),
);

addTrust(project);
publishOnly(project);
project.synth();

import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { EXAMPLE, outputs, pipelineApp, runPipeline, WAITS_FOR_ITSELF } from './app';
import { builtLibrary } from '../built-library';
import { golden } from '../golden';

/** Each run starts npm five times and a dozen other programs: seconds on an idle machine, minutes on a busy one. */
const LONG = 300_000;
const library = builtLibrary();
const made: string[] = [library];
afterAll(() => { for (const directory of made) { rmSync(directory, { recursive: true }); } });

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/** Runs the pipeline of a changed app and returns its results. */
async function pipelineOf(change: (directory: string) => void) {
  const directory = pipelineApp(library);
  made.push(directory);
  change(directory);
  const { code, out, error } = await runPipeline(directory);
  const [synth, lint] = outputs(out).map(({ output }) => output);
  const sarif = join(directory, 'start-order', 'lint.sarif');
  return { directory, code, out, error, synth, lint, results: existsSync(sarif) ? JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results : undefined };
}

function changeApp(directory: string, text: string): void {
  const main = join(directory, 'main.ts');
  writeFileSync(main, read(main).replace('\napp.synth();', `\n${text}\napp.synth();`));
}

const RULE = 'waits-for-own-pod';
const PICTURES = ['deployment-shop-redis.svg', 'deployment-shop-shop-api.svg', 'deployment-shop-shop-worker.svg', 'job-shop-shop-migrate.svg'];

test.concurrent('the unchanged app passes, and the pipeline writes manifests, an empty list of findings, and pictures', async () => {
  const { directory, code, error, lint, results } = await pipelineOf(() => {});
  expect([code, error, lint, results]).toEqual([0, '', expect.stringMatching(/^0 errors, 0 warnings, 0 notes in \d+ objects\n$/), []]);
  expect(golden(read(directory, 'dist', 'shop.k8s.yaml'))).toBe(read(EXAMPLE, 'expected.yaml'));
  expect(readdirSync(join(directory, 'start-order')).sort()).toEqual([...PICTURES, 'index.html', 'lint.sarif'].sort());
  expect(read(directory, 'start-order', 'index.html')).toContain('cloud-sql-proxy');
}, LONG);

test.concurrent('an app with a hook that waits for its own pod fails: by construct, by file and line, and in SARIF', async () => {
  const { directory, code, synth, lint, results } = await pipelineOf(app => {
    changeApp(app, `import { ApiObject } from 'cdk8s';\nnew ApiObject(chart, 'reports', ${JSON.stringify(parse(readFileSync(WAITS_FOR_ITSELF, 'utf8')))});`);
  });
  expect(code).toBe(1);
  expect(synth).toContain(`${RULE} (error)`);
  expect(synth).toContain('Construct Path: shop/reports');
  expect(lint).toMatch(/^dist\/shop\.k8s\.yaml:\d+:\d+: error: .* \[waits-for-own-pod\]\n {2}in: {3}Deployment shop\/reports, /);
  expect(results.map((r: any) => [r.ruleId, r.level, r.locations[0].physicalLocation.artifactLocation.uri])).toEqual([[RULE, 'error', 'dist/shop.k8s.yaml']]);
  const line = results[0].locations[0].physicalLocation.region.startLine;
  expect(read(directory, 'dist', 'shop.k8s.yaml').split('\n')[line - 1]).toMatch(/^ +postStart:$/);
  // The output after the failed command is complete.
  expect(readdirSync(join(directory, 'start-order')).sort()).toEqual([...PICTURES, 'deployment-shop-reports.svg', 'index.html', 'lint.sarif'].sort());
}, LONG);

test.concurrent('the pipeline fails on a manifest that no app generates', async () => {
  const { code, synth, lint, results } = await pipelineOf(app => { copyFileSync(WAITS_FOR_ITSELF, join(app, 'manifests', 'reports.yaml')); });
  expect(code).toBe(1);
  expect(synth).toContain('Validations ended succesfully');
  expect(lint).toMatch(/^manifests\/reports\.yaml:\d+:\d+: error: /);
  expect(results.map((r: any) => [r.ruleId, r.locations[0].physicalLocation.artifactLocation.uri])).toEqual([[RULE, 'manifests/reports.yaml']]);
}, LONG);

test.concurrent('the pipeline fails on an app without output', async () => {
  const { code, error, lint } = await pipelineOf(app => { changeApp(app, "new OrderedDeployment(chart, 'x', { containers: [{ name: 'a', image: 'a', dependsOn: [Dependency.on('b')] }] });"); });
  expect([code, lint]).toEqual([1, '0 errors, 0 warnings, 0 notes in 2 objects\n']);
  expect(error).toContain("container 'a' depends on 'b', which is not in this pod");
  expect(error).toContain('dist/: cannot be checked: there is no YAML or JSON file in this directory\n');
}, LONG);

describe('the workflow', () => {
  const WORKFLOW = read(EXAMPLE, '.github', 'workflows', 'startup-order.yml');
  const { on, permissions, jobs } = parse(WORKFLOW);
  const steps: any[] = jobs['startup-order'].steps;
  const runs = steps.flatMap(step => (step.run ?? '').trim().split('\n')).filter(Boolean);

  test('runs the commands of pipeline.sh', () => {
    const commands = [...read(EXAMPLE, 'pipeline.sh').matchAll(/^run (.*)$/gm)].map(m => m[1]);
    expect(commands.map(c => c.split(' ').slice(0, 3).join(' '))).toEqual(['npx cdk8s synth', ...['lint', 'lint', 'plot', 'report'].map(c => `npx cdk8s-startup-order ${c}`)]);
    expect(runs).toEqual(['npm ci', ...commands]);
  });

  test('runs for pull requests with permission to write code scanning results', () => {
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect(permissions).toEqual({ 'contents': 'read', 'actions': 'read', 'security-events': 'write' });
  });

  test('uploads the written files even after a failed command', () => {
    const uploads = steps.filter(s => /upload/.test(s.uses));
    expect(uploads.map(s => [s.uses.split('@')[0], s.with.sarif_file ?? s.with.path])).toEqual([
      ['github/codeql-action/upload-sarif', 'start-order/lint.sarif'], ['actions/upload-artifact', 'start-order/'],
    ]);
    const written = runs.flatMap(line => /--output (\S+)/.exec(line)?.[1] ?? []);
    expect(written).toEqual(['start-order/lint.sarif', 'start-order/', 'start-order/index.html']);
    const synth = steps.findIndex(s => s.run?.includes('cdk8s synth'));
    expect(steps.map(s => s.if)).toEqual(steps.map((_, i) => i <= synth ? undefined : '${{ !cancelled() }}'));
  });

  test('the workflow refers to each action by its commit, with the version in a comment', () => {
    const used = [...WORKFLOW.matchAll(/uses: (.*)$/gm)].map(m => m[1]);
    expect(used.filter(u => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(u))).toEqual([]);
    expect(used.map(u => u.split('@')[0])).toEqual(['actions/checkout', 'actions/setup-node', 'github/codeql-action/upload-sarif', 'actions/upload-artifact']);
  });
});

test('all files of the example name the same Kubernetes version', () => {
  const versions = ['main.ts', 'cdk8s.yaml', 'pipeline.sh', '.github/workflows/startup-order.yml']
    .map(file => [...read(EXAMPLE, file).matchAll(/kubernetes-?version(?:', |: | )'?(\d+\.\d+)/gi)].map(m => m[1]));
  expect(versions).toEqual([['1.33'], ['1.33'], Array(4).fill('1.33'), Array(4).fill('1.33')]);
});

test('the README describes each file of the example', () => {
  const files = (readdirSync(EXAMPLE, { recursive: true, withFileTypes: true }))
    .filter(f => f.isFile() && !/\/(?:node_modules|dist|start-order)(?:\/|$)/.test(f.parentPath.slice(EXAMPLE.length)))
    .map(f => join(f.parentPath, f.name).slice(EXAMPLE.length + 1)).filter(f => f !== 'README.md').sort();
  const described = [...read(EXAMPLE, 'README.md').matchAll(/^\| `([^`]+)` \| \S/gm)].map(m => m[1]);
  expect(described.sort()).toEqual(files);
});

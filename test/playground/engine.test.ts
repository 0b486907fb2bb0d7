import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { listPackages } from '../../scripts/bundled-packages';
import { bundlePlayground, MOST, writePlayground } from '../../scripts/playground';
import { setDependency, setRole, translate } from '../../site/playground/declarations';
import { Cluster, evaluate } from '../../site/playground/engine';
import { COMPOSE_EXAMPLE, EXAMPLES } from '../../site/playground/examples';
import { cli } from '../cli/host';

const CLUSTER: Cluster = { kubernetesVersion: '1.33', architecture: 'amd64' };
/** Nodes without native sidecars: a gate enforces the order, so the manifests get a ConfigMap with the agent. */
const WITHOUT_SIDECARS: Cluster = { ...CLUSTER, kubernetesVersion: '1.28' };
const FOLDER = join(__dirname, '..', 'cli', 'order', 'manifests');
const MANIFESTS = readdirSync(FOLDER).filter(name => name.endsWith('.yaml') && !name.endsWith('.ordered.yaml'));

/** Declares a dependency of a workload, or removes it. */
const need = (text: string, dependent: string, dependency: string, condition: string | undefined = '', index = 0) =>
  setDependency(text, index, 'annotation', dependent, dependency, condition).text!;
const remove = (text: string, dependent: string, dependency: string) => setDependency(text, 0, 'annotation', dependent, dependency, undefined).text!;

/** Returns the output of the command `order`. */
function runOrder(text: string): string {
  const { code, out } = cli(['order', '--kubernetes-version', CLUSTER.kubernetesVersion, '--architecture', CLUSTER.architecture], { stdin: text });
  expect(code).toBe(0);
  return out;
}

test('the tests find the manifests', () => { expect(MANIFESTS.length).toBeGreaterThan(2); });

test.each(MANIFESTS)('%s becomes the same text as with the command `order`', name => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  expect(evaluate(text, CLUSTER)).toMatchObject({ errors: [], ordered: runOrder(text) });
});

test('the changes separate the new ConfigMap from the changed documents', () => {
  const text = `kind: Namespace\napiVersion: v1\nmetadata: {name: other}\n---\n${need(POD, 'shop', 'cache')}`;
  const { ordered, changes } = evaluate(text, WITHOUT_SIDECARS);
  expect(changes.map(({ before, after }) => [before.match(/^kind: .*/gm), after.match(/^kind: .*/gm)])).toEqual([
    [null, ['kind: ConfigMap']], [['kind: Namespace'], ['kind: Namespace']], [['kind: Pod'], ['kind: Pod']],
  ]);
  expect(changes.map(({ after }) => after).join('')).toBe(ordered);
});

test('a List has one change for each changed item', () => {
  const items = ['first', 'second', 'third'].map(name => POD.replace('name: shop\nspec', `name: ${name}\nspec`));
  // A changed List gets a uniform layout, so this text already has it.
  const list = (texts: readonly string[]) => `apiVersion: v1\nkind: List\nitems:\n${texts.map(text => text.replace(/^# .*\n/, '').replace(/^/gm, '  ').replace(/^ {2}/, '- ').trimEnd()).join('\n')}\n`;
  const text = list(items.map((item, i) => i === 1 ? item : need(item, 'shop', 'cache')));
  const { ordered, changes, errors } = evaluate(text, WITHOUT_SIDECARS);
  expect(errors).toEqual([]);
  expect(changes.map(({ before }) => before.match(/^ {4}name: .*/gm))).toEqual([null, ['    name: first'], ['    name: third']]);
  expect(changes.every(({ after }) => ordered!.includes(after))).toBe(true);
});

test.each<[string, string, number]>([
  ['a declared order counts', '  containers: {shop: {dependsOn: [cache]}}\n', 1],
  ['a disabled order does not count', '  containers: {shop: {dependsOn: [cache]}}\n  disabledReason: for now\n', 0],
])('the number of workloads in order: %s', (_name, spec, orderedCount) => {
  const object = 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nmetadata: {name: shop}\nspec:\n  workloads: [{kind: Pod, name: shop}]\n';
  expect(evaluate(`${POD}---\n${object}${spec}`, CLUSTER)).toMatchObject({ errors: [], orderedCount });
});

test('two workloads with the same name have their own plans', () => {
  const text = `${need(POD, 'shop', 'cache')}---\n${POD}`;
  expect(evaluate(text, CLUSTER).plans.map(({ title, explanation }) => [title, explanation.includes('shop after cache ready (')])).toEqual([['Pod shop', true], ['Pod shop', false]]);
});

test.each(Object.entries(EXAMPLES))('the example %j has no error', (_name, text) => {
  expect(evaluate(text, CLUSTER, undefined, text === EXAMPLES[COMPOSE_EXAMPLE])).toMatchObject({ errors: [], orderedCount: text.includes('sleep 15') ? 0 : 1 });
});

const POD = `# A shop
kind: Pod
apiVersion: v1
metadata:
  # with a comment
  name: shop
spec:
  containers:
  - name: shop
    image: shop
    command: [/shop]
  - {name: cache, image: cache, readinessProbe: {tcpSocket: {port: 1}}}
`;

test('a dependency of the form becomes the annotation, in the short form, and the rest of the text stays', () => {
  const text = need(POD, 'shop', 'cache');
  const annotations = '  annotations:\n    cdk8s-startup-order.github.io/depends-on: \'{"shop":["cache"]}\'\n';
  expect(text).toBe(POD.replace('  name: shop\nspec', `  name: shop\n${annotations}spec`));
  // Without dependencies the annotation disappears.
  expect(remove(text, 'shop', 'cache')).toBe(POD);
});

test('a dependency with a condition becomes the long form, and the form reads it again', () => {
  const text = need(POD, 'shop', 'cache', 'started');
  expect(text).toContain('{"shop":{"cache":{"condition":"started"}}}');
  expect(evaluate(text, CLUSTER)).toMatchObject({
    errors: [],
    workloads: [{
      title: 'Pod shop',
      containers: [{ name: 'shop', role: '', planned: 'app' }, { name: 'cache', role: '', planned: 'sidecar' }],
      dependencies: { shop: { cache: 'started' } },
    }],
  });
});

test('a change of one dependency keeps the options that the form does not show', () => {
  const text = POD.replace('  name: shop\nspec', '  name: shop\n  annotations: {cdk8s-startup-order.github.io/depends-on: \'{"shop":{"cache":{"timeout":"9s"}}}\'}\nspec');
  expect(evaluate(text, CLUSTER).workloads[0].dependencies).toEqual({ shop: { cache: '' } });
  expect(need(text, 'shop', 'cache', 'started')).toContain('{"shop":{"cache":{"condition":"started","timeout":"9s"}}}');
});

test('the form shows and changes the annotation of Cloud Run', () => {
  const name = 'run.googleapis.com/container-dependencies';
  const text = need(POD, 'shop', 'cache').replace('cdk8s-startup-order.github.io/depends-on', name);
  const { form, workloads } = evaluate(text, CLUSTER);
  expect([form, workloads[0].dependencies]).toEqual(['annotation', { shop: { cache: '' } }]);
  const started = need(text, 'shop', 'cache', 'started');
  expect(started).toContain(`    ${name}: '{"shop":{"cache":{"condition":"started"}}}'\n`);
  expect(evaluate(started, CLUSTER).errors).toEqual([]);
  expect(remove(text, 'shop', 'cache')).toBe(POD);
  expect(translate(text, 'object')).toEqual(translate(need(POD, 'shop', 'cache'), 'object'));
});

test('the annotation becomes an object with the same order, and the object the annotation', () => {
  const annotation = need(POD, 'shop', 'cache', 'started');
  const object = translate(annotation, 'object').text!;
  expect(object).toBe(`${POD}---
apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
metadata:
  name: shop
spec:
  workloads:
    - kind: Pod
      name: shop
  containers:
    shop:
      dependsOn:
        cache:
          condition: started
`);
  const plansOf = (text: string) => evaluate(text, CLUSTER).plans;
  expect(plansOf(object)).toEqual(plansOf(annotation));
  expect([annotation, object].map(text => evaluate(text, CLUSTER).form)).toEqual(['annotation', 'object']);
  expect(translate(object, 'annotation')).toEqual({ text: annotation });
});

test('two workloads of one List keep their orders in both forms', () => {
  const item = (name: string) => `- ${POD.replace(/^# .*\n/, '').replace('name: shop\nspec', `name: ${name}\nspec`).trimEnd().replaceAll('\n', '\n  ')}\n`;
  const list = `apiVersion: v1\nkind: List\nitems:\n${item('one')}${item('two')}`;
  const annotations = need(need(list, 'shop', 'cache'), 'cache', 'shop', 'started', 1);
  const objects = translate(annotations, 'object').text!;
  expect(objects.match(/kind: StartupOrder/g)).toHaveLength(2);
  expect(translate(objects, 'annotation').text).toBe(annotations);
});

test('an object with fields that the annotation lacks stays an object', () => {
  const text = setRole(need(POD, 'shop', 'cache'), 0, 'cache', 'app').text!;
  expect(translate(text, 'annotation')).toEqual({ problem: 'The annotation cannot contain `role` of container cache: the declaration stays an object.' });
  const shutdown = translate(need(POD, 'shop', 'cache'), 'object').text!.replace('  containers:\n    shop', '  orderedShutdown: true\n  containers:\n    shop');
  expect(translate(shutdown, 'annotation').problem).toContain('`orderedShutdown`');
});

test('the plan follows a role in the object, and an object without roles and dependencies disappears', () => {
  const roles = (text: string) => evaluate(text, CLUSTER).workloads[0].containers.map(({ name, role, planned }) => [name, role, planned]);
  const text = setRole(need(POD, 'shop', 'cache'), 0, 'cache', 'app').text!;
  expect(text).toContain('    cache:\n      role: app\n');
  expect(text).not.toContain('depends-on');
  expect(roles(text)).toEqual([['shop', '', 'app'], ['cache', 'app', 'app']]);
  const without = setRole(text, 0, 'cache', '').text!;
  expect(roles(without)).toEqual([['shop', '', 'app'], ['cache', '', 'sidecar']]);
  expect(setDependency(without, 0, 'object', 'shop', 'cache', undefined)).toEqual({ text: POD });
});

test('a text with an error cannot be changed', () => {
  const problem = 'The text cannot be changed: correct its errors first.';
  expect(translate(need(POD, 'shop', 'cache').replace('["cache"]', '[cache'), 'object')).toEqual({ problem });
});

test('a compose file orders the manifests beside it, and messages name what they lose', () => {
  const text = EXAMPLES[COMPOSE_EXAMPLE];
  const { ordered, losses } = evaluate(text, CLUSTER, undefined, true);
  expect(ordered).not.toContain('services:');
  expect(ordered).toContain('pg_isready');
  expect(losses).toEqual([]);
  const restart = text.replace('{ condition: service_healthy }', '{ condition: service_healthy, restart: true }').replace('  db:\n    image', '  lonely: { image: a, depends_on: { db: { condition: service_started } } }\n  db:\n    image');
  expect(evaluate(restart, CLUSTER, undefined, true).errors).toEqual([{ text: expect.stringMatching(/'lonely' has no container in the manifests.*SO693/) as string }]);
  const hook = text.replace('[CMD, pg_isready, -U, shop]', '[CMD-SHELL, "pg_isready -U shop"]').replace('          image: example.com/postgres:17', '          image: example.com/postgres:17\n          livenessProbe: { exec: { command: [pg_isready -U shop] } }');
  expect(evaluate(hook, CLUSTER, undefined, true).losses).toEqual([expect.stringContaining('kompose removes the shell') as string]);
  expect(evaluate(text.slice(text.indexOf('---')), CLUSTER, undefined, true).errors).toEqual([{ text: expect.stringContaining('SO690') as string }]);
});

test('the second document gets the annotation of the second workload', () => {
  const both = `${POD}---\n${POD.replaceAll('name: shop', 'name: store')}`;
  expect(need(both, 'store', 'cache', '', 1).startsWith(`${POD}---\n`)).toBe(true);
});

test.each<[string, string, number | undefined, string]>([
  ['text without YAML', 'kind: Pod\n  name: [', 2, 'SO670'],
  ['an unknown container', POD.replace('  name: shop\nspec', '  name: shop\n  annotations: {cdk8s-startup-order.github.io/depends-on: \'{"shop":["cash"]}\'}\nspec'), 7, "'cash'"],
  ['an empty text', '', undefined, 'there is no Kubernetes object'],
])('%s is an error with a line', (_name, text, line, message) => {
  const { errors, ordered } = evaluate(text, CLUSTER);
  expect(errors).toEqual([{ line, text: expect.stringContaining(message) as string }]);
  expect(ordered).toBeUndefined();
});

test('the lint marks a finding that the order solves', () => {
  const text = EXAMPLES['A pod that waits by hand'];
  expect(evaluate(text, CLUSTER).findings).toEqual([expect.objectContaining({ rule: 'sleep-as-order', line: 14, isSolved: false })]);
  const numbered = POD.replaceAll('shop', '1st').replace('cache', '2nd');
  const marks = (manifests: string) => evaluate(manifests, CLUSTER).findings.map(({ rule, isSolved }) => [rule, isSolved]);
  expect(marks(numbered)).toEqual([['list-order-is-no-order', false]]);
  expect(marks(need(numbered, '1st', '2nd'))).toEqual([['list-order-is-no-order', true]]);
});

test('the lint does not mark a cycle that the order leaves, with any container at the start of its text', () => {
  const wait = (name: string, port: number, other: number) => `
  - name: ${name}
    image: example.com/shop
    command: [sh, -c, "until nc -z localhost ${other}; do sleep 1; done; exec /${name}"]
    ports: [{containerPort: ${port}}]`;
  const text = `kind: Pod\napiVersion: v1\nmetadata: {name: shop}\nspec:\n  containers:${wait('front', 80, 81)}${wait('back', 81, 80)}\n`;
  const { errors, findings } = evaluate(need(text, 'front', 'back', 'started'), CLUSTER);
  expect(errors).toEqual([]);
  expect(findings.filter(({ rule }) => rule === 'cyclic-order')).toEqual([expect.objectContaining({ isSolved: false })]);
});

test('the script has at most 300 kB in gzip, and contains no module of Node and no construct', async () => {
  const { script, inputs } = await bundlePlayground();
  const size = gzipSync(script).length;
  expect(size).toBeLessThanOrEqual(MOST);
  const files = Object.keys(inputs);
  expect(files.filter(file => /^(src\/(cli|constructs|validation|compose)\/|node_modules\/(constructs|cdk8s-plus))/.test(file))).toEqual([]);
  expect(files.filter(file => file.startsWith('node_modules/cdk8s/'))).toEqual(['node_modules/cdk8s/lib/duration.js']);
});

test('the playground contains the licence of each library in the script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'startup-order-playground-'));
  const log = jest.spyOn(console, 'log').mockReturnValue();
  await writePlayground(folder);
  log.mockRestore();
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  rmSync(folder, { recursive: true });
  const { inputs } = await bundlePlayground();
  const packages = listPackages(inputs).filter(name => name !== 'cdk8s');
  expect(packages).toEqual(['@noble/hashes', 'diff', 'js-yaml', 'unbash', 'yaml']);
  for (const name of packages) { expect(licences).toContain(readFileSync(join(__dirname, '..', '..', 'node_modules', name, 'LICENSE'), 'utf8').trim()); }
});

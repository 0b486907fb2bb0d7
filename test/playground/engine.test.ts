import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { listPackages } from '../../scripts/bundled-packages';
import { bundlePlayground, MOST, writePlayground } from '../../scripts/playground';
import { setDependency, setRole, translate } from '../../site/playground/declarations';
import { Cluster, evaluate } from '../../site/playground/engine';
import { COMPOSE_EXAMPLE, EXAMPLES } from '../../site/playground/examples';
import { cli } from '../cli/host';
import { temporaryFolder } from '../temporary-folder';

const CLUSTER: Cluster = { kubernetesVersion: '1.33', architecture: 'amd64' };
/** Nodes without native sidecars: a gate enforces the order, so the manifests get a ConfigMap with the agent. */
const WITHOUT_SIDECARS: Cluster = { ...CLUSTER, kubernetesVersion: '1.28' };
const FOLDER = join(__dirname, '..', 'cli', 'order', 'manifests');
const MANIFESTS = readdirSync(FOLDER).filter(name => name.endsWith('.yaml') && !name.endsWith('.ordered.yaml'));

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
const named = (name: string) => POD.replace('name: shop\nspec', `name: ${name}\nspec`);
const declaring = (order: string) => POD.replace('  name: shop\nspec', `  name: shop\n  annotations: {cdk8s-startup-order.github.io/depends-on: '${order}'}\nspec`);
/** A List has a uniform layout after a change, so this one has it already. */
const listOf = (...items: readonly string[]) =>
  `apiVersion: v1\nkind: List\nitems:\n${items.map(item => `- ${item.replace(/^# .*\n/, '').trimEnd().replaceAll('\n', '\n  ')}\n`).join('')}`;

/** Declares a dependency of a workload, or removes it. */
const need = (text: string, dependent: string, dependency: string, condition: string | undefined = '', index = 0) =>
  setDependency(text, index, 'annotation', dependent, dependency, condition).text!;
const remove = (text: string, dependent: string, dependency: string) => setDependency(text, 0, 'annotation', dependent, dependency, undefined).text!;

const NEEDS_CACHE = need(POD, 'shop', 'cache');
const BY_CLOUD_RUN = 'run.googleapis.com/container-dependencies';

test.each(MANIFESTS)('%s becomes the same text as with the command `order`', name => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const { code, out } = cli(['order', '--kubernetes-version', CLUSTER.kubernetesVersion, '--architecture', CLUSTER.architecture], { stdin: text });
  expect([code, evaluate(text, CLUSTER)]).toMatchObject([0, { errors: [], ordered: out }]);
});

test('the changes separate the new ConfigMap from the changed documents', () => {
  const text = `kind: Namespace\napiVersion: v1\nmetadata: {name: other}\n---\n${NEEDS_CACHE}`;
  const { ordered, changes } = evaluate(text, WITHOUT_SIDECARS);
  expect(changes.map(({ before, after }) => [before.match(/^kind: .*/gm), after.match(/^kind: .*/gm)])).toEqual([
    [null, ['kind: ConfigMap']], [['kind: Namespace'], ['kind: Namespace']], [['kind: Pod'], ['kind: Pod']],
  ]);
  expect(changes.map(({ after }) => after).join('')).toBe(ordered);
});

test('a List has one change for each changed item', () => {
  const { ordered, changes, errors } = evaluate(listOf(need(named('first'), 'shop', 'cache'), named('second'), need(named('third'), 'shop', 'cache')), WITHOUT_SIDECARS);
  expect([errors, changes.map(({ before }) => before.match(/^ {4}name: .*/gm))]).toEqual([[], [null, ['    name: first'], ['    name: third']]]);
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
  const text = `${NEEDS_CACHE}---\n${POD}`;
  expect(evaluate(text, CLUSTER).plans.map(({ title, explanation }) => [title, explanation.includes('shop after cache ready (')])).toEqual([['Pod shop', true], ['Pod shop', false]]);
});

test.each(Object.entries(EXAMPLES))('the example %j has no error', (_name, text) => {
  expect(evaluate(text, CLUSTER, undefined, text === EXAMPLES[COMPOSE_EXAMPLE])).toMatchObject({ errors: [], orderedCount: text.includes('sleep 15') ? 0 : 1 });
});

test('a dependency of the form becomes the annotation, in the short form, and the rest of the text stays', () => {
  const annotations = '  annotations:\n    cdk8s-startup-order.github.io/depends-on: \'{"shop":["cache"]}\'\n';
  expect(NEEDS_CACHE).toBe(POD.replace('  name: shop\nspec', `  name: shop\n${annotations}spec`));
  // Without dependencies the annotation disappears.
  expect(remove(NEEDS_CACHE, 'shop', 'cache')).toBe(POD);
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
  const text = declaring('{"shop":{"cache":{"timeout":"9s"}}}');
  expect(evaluate(text, CLUSTER).workloads[0].dependencies).toEqual({ shop: { cache: '' } });
  expect(need(text, 'shop', 'cache', 'started')).toContain('{"shop":{"cache":{"condition":"started","timeout":"9s"}}}');
});

test('the form shows and changes the annotation of Cloud Run', () => {
  const text = NEEDS_CACHE.replace('cdk8s-startup-order.github.io/depends-on', BY_CLOUD_RUN);
  const { form, workloads } = evaluate(text, CLUSTER);
  expect([form, workloads[0].dependencies]).toEqual(['annotation', { shop: { cache: '' } }]);
  const started = need(text, 'shop', 'cache', 'started');
  expect(started).toContain(`    ${BY_CLOUD_RUN}: '{"shop":{"cache":{"condition":"started"}}}'\n`);
  expect(evaluate(started, CLUSTER).errors).toEqual([]);
  expect(remove(text, 'shop', 'cache')).toBe(POD);
  expect(translate(text, 'object')).toEqual(translate(NEEDS_CACHE, 'object'));
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
  const annotations = need(need(listOf(named('one'), named('two')), 'shop', 'cache'), 'cache', 'shop', 'started', 1);
  const objects = translate(annotations, 'object').text!;
  expect(objects.match(/kind: StartupOrder/g)).toHaveLength(2);
  expect(translate(objects, 'annotation').text).toBe(annotations);
});

test('an object with fields that the annotation lacks stays an object', () => {
  const text = setRole(NEEDS_CACHE, 0, 'cache', 'app').text!;
  expect(translate(text, 'annotation')).toEqual({ problem: 'The annotation cannot contain `role` of container cache: the declaration stays an object.' });
  const shutdown = translate(NEEDS_CACHE, 'object').text!.replace('  containers:\n    shop', '  orderedShutdown: true\n  containers:\n    shop');
  expect(translate(shutdown, 'annotation').problem).toContain('`orderedShutdown`');
});

test('the plan follows a role in the object, and an object without roles and dependencies disappears', () => {
  const roles = (text: string) => evaluate(text, CLUSTER).workloads[0].containers.map(({ name, role, planned }) => [name, role, planned]);
  const text = setRole(NEEDS_CACHE, 0, 'cache', 'app').text!;
  expect([text.includes('    cache:\n      role: app\n'), text.includes('depends-on'), roles(text)]).toEqual([true, false, [['shop', '', 'app'], ['cache', 'app', 'app']]]);
  const without = setRole(text, 0, 'cache', '').text!;
  expect(roles(without)).toEqual([['shop', '', 'app'], ['cache', '', 'sidecar']]);
  expect(setDependency(without, 0, 'object', 'shop', 'cache', undefined)).toEqual({ text: POD });
});

test('a text with an error cannot be changed', () => {
  expect(translate(NEEDS_CACHE.replace('["cache"]', '[cache'), 'object')).toEqual({ problem: 'The text cannot be changed: correct its errors first.' });
});

test('a compose file orders the manifests beside it, and messages name what they lose', () => {
  const text = EXAMPLES[COMPOSE_EXAMPLE];
  const evaluateCompose = (given: string) => evaluate(given, CLUSTER, undefined, true);
  const { ordered, losses } = evaluateCompose(text);
  expect([ordered!.includes('services:'), ordered!.includes('pg_isready'), losses]).toEqual([false, true, []]);
  const restart = text.replace('{ condition: service_healthy }', '{ condition: service_healthy, restart: true }').replace('  db:\n    image', '  lonely: { image: a, depends_on: { db: { condition: service_started } } }\n  db:\n    image');
  expect(evaluateCompose(restart).errors).toEqual([{ text: expect.stringMatching(/'lonely' has no container in the manifests.*SO693/) as string }]);
  const hook = text.replace('[CMD, pg_isready, -U, shop]', '[CMD-SHELL, "pg_isready -U shop"]').replace('          image: example.com/postgres:17', '          image: example.com/postgres:17\n          livenessProbe: { exec: { command: [pg_isready -U shop] } }');
  expect(evaluateCompose(hook).losses).toEqual([expect.stringContaining('kompose removes the shell') as string]);
  expect(evaluateCompose(text.slice(text.indexOf('---'))).errors).toEqual([{ text: expect.stringContaining('SO690') as string }]);
});

test.each<[string, string, number | undefined, string]>([
  ['text without YAML', 'kind: Pod\n  name: [', 2, 'SO670'],
  ['an unknown container', declaring('{"shop":["cash"]}'), 7, "'cash'"],
  ['an empty text', '', undefined, 'there is no Kubernetes object'],
])('%s is an error with a line', (_name, text, line, message) => {
  const { errors, ordered } = evaluate(text, CLUSTER);
  expect([errors, ordered]).toEqual([[{ line, text: expect.stringContaining(message) as string }], undefined]);
});

test('the lint marks a finding that the order solves', () => {
  expect(evaluate(EXAMPLES['A pod that waits by hand'], CLUSTER).findings).toEqual([expect.objectContaining({ rule: 'sleep-as-order', line: 14, isSolved: false })]);
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
  expect([errors, findings.filter(({ rule }) => rule === 'cyclic-order')]).toEqual([[], [expect.objectContaining({ isSolved: false })]]);
});

test('the script has at most 300 kB in gzip, and contains no module of Node and no construct', async () => {
  const { script, inputs } = await bundlePlayground();
  expect(gzipSync(script).length).toBeLessThanOrEqual(MOST);
  const files = Object.keys(inputs);
  expect(files.filter(file => /^(src\/(cli|constructs|validation|compose)\/|node_modules\/(constructs|cdk8s-plus))/.test(file))).toEqual([]);
  expect(files.filter(file => file.startsWith('node_modules/cdk8s/'))).toEqual(['node_modules/cdk8s/lib/duration.js']);
});

test('the playground contains the licence of each library in the script', async () => {
  const folder = temporaryFolder();
  const log = jest.spyOn(console, 'log').mockReturnValue();
  await writePlayground(folder);
  log.mockRestore();
  const licences = readFileSync(join(folder, 'licences.txt'), 'utf8');
  const { inputs } = await bundlePlayground();
  const packages = listPackages(inputs).filter(name => name !== 'cdk8s');
  expect(packages).toEqual(['@noble/hashes', 'diff', 'js-yaml', 'unbash', 'yaml']);
  for (const name of packages) { expect(licences).toContain(readFileSync(join(__dirname, '..', '..', 'node_modules', name, 'LICENSE'), 'utf8').trim()); }
});

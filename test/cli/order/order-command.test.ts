import { readdirSync, readFileSync, writeFileSync } from 'fs';
import { join, resolve } from 'path';
import { parse, parseAllDocuments } from 'yaml';
import { BARE, DEPENDS_ON, GATED, OPTIONS, POD, startupOrder } from './shop';
import { cli } from '../host';

function order(...texts: readonly string[]): { readonly text: string; readonly problems: readonly string[] } {
  const files = Object.fromEntries(texts.map((text, i) => [`${i}.yaml`, text]));
  const { code, out, error } = cli(['order', ...Object.keys(files), ...OPTIONS], { files });
  expect([code, out === '']).toEqual(error === '' ? [0, false] : [2, true]);
  return { text: out, problems: error.split('\n').slice(0, -1) };
}

/** Returns the ordered text without the ConfigMap. */
function orderOnly(...texts: readonly string[]): string {
  const { text, problems } = order(...texts);
  expect(problems).toEqual([]);
  return text.replace(/^---\napiVersion: v1\nkind: ConfigMap\n[^]*?\nimmutable: true\n/, '');
}

test('a PodTemplate is ordered', () => {
  const text = `apiVersion: v1\nkind: PodTemplate\nmetadata: {name: shop}\ntemplate:\n${POD.replace(/^.*\n.*\n/, '').replace(/^/gm, '  ').trimEnd()}\n`;
  const { template } = parse(orderOnly(text));
  expect(template.spec.initContainers).toMatchObject([{ name: 'proxy', restartPolicy: 'Always' }]);
  expect(template.spec.containers).toMatchObject([{ name: 'app' }]);
});

test('documents without a declaration keep their bytes, and two files are separated', () => {
  const text = '\ufeff# head\r\n---\r\n# nothing\r\n---   # b\r\nkind: A\r\nx:  [1,\r\n 2]\r\n...\r\n%YAML 1.2\r\n---\r\n{"kind":   "B"}\r\n--- {kind: C}\n---\n\n---';
  expect(order(text)).toEqual({ text, problems: [] });
  expect(order('kind: A', 'kind: B\n', '# c\n---\nkind: C\n', '%YAML 1.2\n---\nkind: D\n').text).toBe('kind: A\n---\nkind: B\n# c\n---\nkind: C\n...\n%YAML 1.2\n---\nkind: D\n');
});

test('the agent\'s ConfigMap precedes the first document; a pod that the kubelet orders needs none', () => {
  expect(order('# first\nkind: A\n---\n', GATED).text).toMatch(/^---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n {2}labels:\n {4}app[^]*name: startup-order-wait-amd64-[0-9a-f]{8}\nbinaryData:\n {2}wait: f0VM\S+\nimmutable: true\n---\n# first\nkind: A\n---\n---\nkind: Pod\n/);
  expect(order('# first\nkind: A\n---\n', POD).text).toMatch(/^# first\nkind: A\n---\n---\nkind: Pod\n(?![^]*startup-order-agent)/);
});

test('a byte order mark and comments before the first separator stay before the ConfigMap', () => {
  const heads = ['\ufeff', '# head\n\n---\n', '\ufeff# head\r\n---\r\n', '\ufeff---\n'];
  const begins = heads.map(head => order(`${head}${GATED}`).text.replace(/\napiVersion: v1\nkind: ConfigMap\n[^]*immutable: true\n/, '\n').slice(0, 40));
  expect(begins).toEqual([
    expect.stringMatching(/^\ufeff---\n---\nkind: Pod\n/), expect.stringMatching(/^# head\n---\n---\nkind: Pod\n/),
    expect.stringMatching(/^\ufeff# head\r\n---\n---\r\nkind: Pod\r\n/), expect.stringMatching(/^\ufeff---\n---\nkind: Pod\n/),
  ]);
  expect(order('\ufeffkind: A\n', '\ufeffkind: B\n', '\ufeff---\nkind: C\n').text).toBe('\ufeffkind: A\n---\nkind: B\n---\nkind: C\n');
});

test('JSON objects that follow each other keep their bytes, and get separators beside YAML', () => {
  const text = '{"kind": "A"}\n{"kind": "B"}\n';
  expect(order(text).text).toBe(text);
  expect(order('kind: C\n', text).text).toBe('kind: C\n---\n{"kind": "A"}\n---\n{"kind": "B"}\n');
  expect(order(`${text}${JSON.stringify(parse(GATED))}`).text).toMatch(/immutable: true\n---\n{"kind": "A"}\n---\n{"kind": "B"}\n---\n{"kind":"Pod"/);
});

test('the items of a List are ordered in their place, in YAML and in JSON', () => {
  const indent = (text: string) => text.replace(/^(?=.)/gm, '  ').replace(/^ {2}/, '- ');
  const list = (pod: string) => `kind: List\napiVersion: v1\nitems:\n# one\n- kind: Service\n# two\n${indent(pod)}# end\n`;
  expect(orderOnly(list(POD))).toMatch(/^kind: List\napiVersion: v1\nitems:\n# one\n- kind: Service\n# two\n- kind: Pod\n/);
  expect(orderOnly(list(GATED))).toMatch(/^---\nkind: List\napiVersion: v1\nitems:\n# one\n- kind: Service\n# two\n- kind: Pod\n[^]*\n {4}- name: app # main\n[^]*# end\n$/);
  const { metadata, spec } = parse(GATED);
  const result = orderOnly(`{"kind":"PodList","apiVersion":"v1","items":[\n{"metadata":{"name":"x"}},\n${JSON.stringify({ metadata, spec })}]}\n`).replace(/^---\n/, '');
  expect(result).toMatch(/^\{"kind":"PodList","apiVersion":"v1","items":\[\{"metadata":\{"name":"x"\}\},\{"metadata":/);
  expect(JSON.parse(result).items[1].spec.volumes).toHaveLength(1);
});

const FIXTURES = join(__dirname, 'manifests');

test.each(readdirSync(FIXTURES).filter(file => !file.includes('.ordered.')))('%s is ordered with its comments, with both line endings, and only once', file => {
  const text = readFileSync(join(FIXTURES, file), 'utf8');
  const ordered = orderOnly(text);
  expect(cli(['order', '--check', ...OPTIONS], { stdin: ordered })).toMatchObject({ code: 0, error: '' });
  const golden = join(FIXTURES, file.replace(/\.(?=[a-z]+$)/, '.ordered.'));
  const constant = ordered.replace(/(?<=startup-order-wait-amd64-)[0-9a-f]{8}/g, '01234567').replace(/(?<=sha256-)[0-9a-f]{12}/g, '0123456789ab');
  if (process.env.UPDATE_GOLDEN) { writeFileSync(golden, constant); }
  expect(constant).toBe(readFileSync(golden, 'utf8'));
  expect(ordered).not.toBe(text);
  const comments = /# ?[-\w][^'"\n]*/g;
  expect(ordered.match(comments) ?? []).toEqual(expect.arrayContaining(text.match(comments) ?? []));
  expect(orderOnly(ordered)).toBe(ordered);
  const crlf = (lines: string) => lines.replaceAll('\n', '\r\n');
  expect(orderOnly(crlf(text)).replace(/^---\n/, '---\r\n').replace(/^\.\.\.\n/, '...\r\n')).toBe(crlf(ordered));
});

const ORDER = startupOrder('kubernetesVersion: "1.33"\n  architecture: amd64');

test('a StartupOrder gives the same text in a file, among the manifests, and as annotation', () => {
  const unmarked = (text: string) => text.replace(/ {2}annotations:\n(?: {4}.*\n)+/g, '');
  const inFile = cli(['order', 'a.yaml', '-f', 'order.yaml'], { files: { 'a.yaml': BARE, 'order.yaml': ORDER } });
  expect([inFile.code, inFile.error]).toEqual([0, '']);
  expect(unmarked(inFile.out)).toBe(unmarked(order(POD).text));
  expect(cli(['order'], { stdin: `${BARE}---\n${ORDER}` }).out).toBe(inFile.out);
  expect(cli(['order', '-f', 'order.yaml'], { stdin: inFile.out, files: { 'order.yaml': ORDER } }).out).toBe(inFile.out);
});

test('--explain describes the plans on standard error, and --detail adds the reasons', () => {
  const run = (...options: string[]) => cli(['order', 'a.yaml', ...options, ...OPTIONS], { files: { 'a.yaml': POD } });
  const { code, out, error } = run('--explain', '--detail');
  expect([code, out]).toEqual([0, order(POD).text]);
  const short = run('--explain').error;
  expect(short).toMatch(/^Pod shop: start order on Kubernetes 1\.33 or newer\n/);
  expect(error.startsWith(short)).toBe(true);
  expect(error.slice(short.length)).toContain('predicted');
  expect(run('--detail').error).toBe(error);
});

test('a directory is ordered without the YAML files that are no manifests', () => {
  const files = { 'd/a.yaml': 'kind: A\n', 'd/values.yaml': 'x: 1\n', 'd/z.yaml': '---\nkind: Z\n' };
  expect(cli(['order', 'd'], { files })).toMatchObject({ code: 0, out: 'kind: A\n---\nkind: Z\n' });
});

const JOB = (annotations: string) => `apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {${annotations}}
spec:
  template:
    metadata:
      annotations: {${DEPENDS_ON}: '{"job": {"proxy": {"mechanism": "entrypoint_gate"}}}'}
    spec:
      restartPolicy: Never
      containers:
        - {name: job, command: [/job]}
        - {name: proxy, startupProbe: {tcpSocket: {port: 1}}}
`;

test('a hook of Helm gets a ConfigMap that is a hook of the same events with a smaller weight', () => {
  const { text, problems } = order(`${JOB('"helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-weight": "-5"')}---\n${GATED}`);
  expect(problems).toEqual([]);
  const [ofHook, ofManifests, job] = parseAllDocuments(text).map(document => document.toJS());
  expect(ofHook.metadata.annotations).toEqual({ 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-6', 'helm.sh/hook-delete-policy': 'before-hook-creation' });
  expect([ofManifests.kind, ofManifests.metadata.annotations]).toEqual(['ConfigMap', undefined]);
  const { configMap } = job.spec.template.spec.volumes[0].projected.sources[0];
  expect([configMap.name, Object.keys(ofHook.binaryData)]).toEqual([ofHook.metadata.name, configMap.items.map((item: any) => item.key)]);
  expect(order(text)).toEqual({ text, problems });
});

test('a hook of Argo CD gets a ConfigMap that is a hook, too', () => {
  const [configMap] = parseAllDocuments(order(JOB('argocd.argoproj.io/hook: PreSync')).text);
  expect(configMap.toJS().metadata.annotations).toEqual({
    'argocd.argoproj.io/hook': 'PreSync', 'argocd.argoproj.io/sync-wave': '-1', 'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
  });
});

test('--helm-plugin prints the errors as one YAML text, which Helm shows and cannot apply', () => {
  const run = (text: string) => cli(['order', '--helm-plugin', ...OPTIONS], { stdin: text });
  expect(run(POD)).toMatchObject({ code: 0, out: order(POD).text });
  const { code, out, error } = run(POD.replace('["proxy"]', '["prxy"]'));
  expect([code, error, parse(out)]).toEqual([0, '', expect.stringMatching(/^<stdin>:6:5: Pod shop: container 'app' depends on 'prxy'.*\[SO101\]\n$/)]);
});

test('a wait for a Job gets a Role and, with consent, a service account: before the manifests, once', () => {
  const run = (stdin: string, text: string, ...args: string[]) => cli(['order', '-f', 'order.yaml', ...args], { stdin, files: { 'order.yaml': text } });
  const pod = BARE.replace('name: shop', 'name: shop\n  namespace: tools');
  const kinds = (text: string) => parseAllDocuments(text).map(document => document.toJS().kind).filter(kind => kind !== 'ConfigMap');
  const [JOB_ORDER, inObject, refused] = ['', 'createServiceAccount: true', 'createServiceAccount: false'].map(consent => startupOrder(
    `kubernetesVersion: "1.33"\n  architecture: amd64\n  externalDependencies: {migrate: {job: {name: migrate}}}\n  ${consent}`, 'migrate'));
  const { code, out, error } = run(pod, inObject);
  expect([error, code, kinds(out)]).toEqual(['', 0, ['ServiceAccount', 'Role', 'RoleBinding', 'Pod']]);
  expect(run(out, inObject).out).toBe(out);
  // The consent is no part of the order: an ordered pod stays as it is.
  expect([run(out, JOB_ORDER).out, run(pod, JOB_ORDER, '--create-service-account').out]).toEqual([out, out]);
  expect(run(pod, refused, '--create-service-account')).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO914]') });
  expect(kinds(run(pod.replace('spec:', 'spec:\n  serviceAccountName: robot'), JOB_ORDER).out)).toEqual(['Role', 'RoleBinding', 'Pod']);
  expect(run(BARE, JOB_ORDER)).toMatchObject({ code: 2, out: '', error: expect.stringContaining('[SO905]') });
});

const policy = (text: string, ...options: string[]) => cli(['order', 'pod.yaml', ...OPTIONS, '--format', 'policy', ...options], { files: { 'pod.yaml': text } });
const NAMED = ['--policy-name', 'shop', '--namespace', 'shop'];

test.each([['native sidecar', POD], ['gate', GATED]])('--format policy writes the policy of a %s and its binding, with the given namespace and action', (_mechanism, pod) => {
  const { code, out, error } = policy(pod, '--policy-name', 'shop.order', '--namespace', 'shop', '--action', 'warn');
  const [{ kind, metadata, spec: { validations } }, binding, ...others] = parseAllDocuments(out).map(document => document.toJSON());
  expect([code, error, others, kind, metadata, validations.length]).toEqual(
    [0, '', [], 'ValidatingAdmissionPolicy', { labels: { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order' }, name: 'shop.order' }, 4]);
  expect([binding.kind, binding.spec]).toEqual(['ValidatingAdmissionPolicyBinding', { policyName: 'shop.order', validationActions: ['Warn'] }]);
});

test('--format policy of manifests whose only order is disabled writes a policy without pods', () => {
  const { code, out } = policy(`${BARE}---\n${startupOrder('disabledReason: incident 7')}`, ...NAMED);
  expect([code, out]).toEqual([0, expect.stringContaining('expression: "false"')]);
});

test.each<[string, string, string[], string]>([
  ['no name', POD, ['--namespace', 'shop'], '--format policy needs --policy-name'],
  ...['Shop', '-shop', 'shop-', 'a b', '', 'a..b', 'a'.repeat(64)].map((name): [string, string, string[], string] =>
    [`the name '${name}'`, POD, ['--namespace', 'shop', '--policy-name', name], 'A name has at most 63 characters']),
  ['an invalid namespace', POD, ['--policy-name', 'shop', '--namespace', 'shop.example'], '--namespace'],
  ['a workload without an order', BARE, NAMED, '[SO909]'],
  ['an ordered workload', order(POD).text, NAMED, '[SO910]'],
])('--format policy with %s is an error', (_what, text, options, error) => {
  expect(policy(text, ...options)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(error) });
});

test('a folder may contain the file of --file; both cannot be standard input', () => {
  const names = ['dir/order.yaml', './dir/order.yaml', resolve('dir/order.yaml')];
  const files = { 'dir/pod.yaml': BARE, ...Object.fromEntries(names.map(name => [name, ORDER])) };
  const run = (...args: string[]) => cli(['order', ...args], { files, stdin: ORDER });
  for (const name of names) {
    expect(run('dir/', '--file', name)).toEqual(run('dir/pod.yaml', '--file', name));
    expect(run('dir/', '--file', name)).toMatchObject({ code: 0, out: expect.stringContaining('kind: Pod') });
  }
  expect(run('--file', '-')).toEqual({ code: 2, out: '', error: '--file and the manifests both come from standard input; pass one as a file\n', written: {} });
  expect(run('dir/', '--file', '-', '--from', '-').error).toBe('--from and --file both come from standard input; pass one as a file\n');
});

test.each<[string[], unknown]>([
  [['--namespace', 'shop'], '--namespace needs --format policy\n'],
  [['--action', 'warn', '--policy-name', 'shop', '--format', 'patches'], '--action needs --format policy\n'],
  ...[['--namespace', 'shop'], ['--action', 'warn'], ['--policy-name', 'shop'], ['--guarantee', 'EVERY_START'], ['--architecture', 'amd64'], ['--create-service-account']]
    .map((option): [string[], unknown] => [['--suggest', ...option], expect.stringContaining(`'--suggest' cannot be used with option '${option[0]}`)]),
])('an option without effect is an error: %j', (options, error) => {
  expect(cli(['order', 'pod.yaml', ...options], { files: { 'pod.yaml': POD } })).toEqual({ code: 2, out: '', error, written: {} });
});

test.each(['policy', 'patches', 'objects'])('--format %s applies to the items of a ResourceList, too', output => {
  const list = JSON.stringify({ apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: [parse(POD)] });
  const names = output === 'policy' ? NAMED : [];
  const [ofList, ofPod] = [list, POD].map(text => cli(['order', 'input.yaml', ...OPTIONS, '--format', output, ...names], { files: { 'input.yaml': text } }));
  expect(ofPod).toMatchObject({ code: 0, error: '' });
  expect(ofList).toEqual(ofPod);
});

test('workloads without any declared order are written as they are, with a note', () => {
  const plain = POD.replace(DEPENDS_ON, 'startup-order.example/depends-on');
  const note = 'the input declares no start order: neither cdk8s-startup-order.github.io/depends-on nor a StartupOrder\n';
  expect(cli(['order'], { stdin: plain })).toEqual({ code: 0, out: plain, error: note, written: {} });
  expect(cli(['order', '--check'], { stdin: plain })).toEqual({ code: 0, out: '', error: note, written: {} });
  expect(cli(['order'], { stdin: `${plain}---\n${POD}` }).error).toBe('');
  expect(cli(['order'], { stdin: 'kind: A\n' }).error).toBe('');
});

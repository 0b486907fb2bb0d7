import { toBeValidSarifLog } from '@microsoft/jest-sarif/lib/matchers/to-be-valid-sarif-log';
import { cli } from './host';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { manifest } from '../manifest';

expect.extend({ toBeValidSarifLog });

/** A pod with a startup probe on a regular container, which orders nothing. */
const WRONG = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  containers:
    - name: sidecar
      image: a
      startupProbe: {exec: {command: [cat, /tmp/healthy]}}
    - name: app
      image: b
`;
const RIGHT = 'apiVersion: v1\nkind: Pod\nmetadata: {name: fine}\nspec: {containers: [{name: app, image: b}]}\n';
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n';
const summary = (objects: string, warnings = '0 warnings') => `0 errors, ${warnings}, 0 notes in ${objects}; Kubernetes 1.29 or newer, assumed`;

test('without findings, lint exits with 0, and --output writes the result to a file', () => {
  const run = (...options: string[]) => cli(['lint', '-', ...options], { stdin: `${RIGHT}---\n${SERVICE}` });
  const out = `${summary('2 objects')}\n`;
  expect(run()).toEqual({ code: 0, out, error: '', written: {} });
  expect(run('--output', 'r.txt')).toEqual({ code: 0, out: '', error: '', written: { 'r.txt': out } });
});

test('with a finding, lint prints its position and exits with 1; JSON contains it', () => {
  const files = { 'a.yaml': `${SERVICE}---\n${WRONG}` };
  const { code, out } = cli(['lint', 'a.yaml', '--fail-on', 'warning'], { files });
  const lines = out.split('\n');
  expect([code, ...lines.slice(0, 2), lines.at(-2)]).toEqual([1, expect.stringMatching(/^a\.yaml:12:7: warning: .*'sidecar'.* \[[a-z-]+\]$/),
    '  in:   Pod shop/web, spec.containers[0].startupProbe', summary('2 objects', '1 warning')]);
  const json = cli(['lint', 'a.yaml', '--format', 'json'], { files });
  expect([json.code, JSON.parse(json.out)]).toMatchObject([0, {
    objects: 2, unreadable: [], findings: [{ severity: 'warning', path: 'spec.containers[0].startupProbe', source: 'a.yaml', position: { line: 12, column: 7 } }],
  }]);
});

test('lint reads standard input, and only once; an empty pipe is an error', () => {
  expect(cli(['lint', '-', '-'], { stdin: WRONG }).out.match(/^<stdin>:8:7: warning: /gm)).toHaveLength(1);
  expect(cli(['lint', '-'], { stdin: '\n' })).toEqual(
    { code: 2, out: '0 errors, 0 warnings, 0 notes in 0 objects\n', error: '<stdin>: cannot be checked: there is no Kubernetes object\n', written: {} });
});

test('lint reads only the manifests in a directory, in YAML and JSON, and each variant of an object', () => {
  const manifests = { 'dist/b/x.yml': WRONG, 'dist/b/y.yml': WRONG, 'dist/a.yaml': RIGHT, 'dist/c.json': '{"kind":"Service","metadata":{"name":"web"}}' };
  const others = { 'dist/README.md': '# kind', 'dist/values.yaml': 'replicas: 1\n', 'dist/empty.yaml': '', 'dist/node_modules/x/tsconfig.json': '{' };
  const { code, out, error } = cli(['lint', 'dist/', '--fail-on', 'warning'], { files: { ...manifests, ...others } });
  expect([code, error, out.match(/^.*(?=:8:7: warning)/gm), out.split('\n').at(-2)]).toEqual([1, '', ['dist/b/x.yml', 'dist/b/y.yml'], summary('4 objects', '2 warnings')]);
});

test('with an unreadable file, lint reports it, checks the others and exits with 2', () => {
  const { code, out, error } = cli(['lint', 'gone.yaml', 'a.yaml', 'b.yaml'], { files: { 'a.yaml': `kind: [\n---\n${WRONG}`, 'b.yaml': 'replicas: 1\n' } });
  expect([code, out, ...error.split('\n')]).toEqual([
    2, expect.stringMatching(/^a\.yaml:10:7: warning/), 'gone.yaml: cannot be checked: there is no such file',
    expect.stringMatching(/^a\.yaml:2:1: cannot be checked: unexpected end of the stream within a flow collection/),
    expect.stringMatching(/^b\.yaml:1:1: cannot be checked: this is not a Kubernetes object/), '',
  ]);
});

test('lint finds workloads in a List and in other files that wait for each other', () => {
  const make = (name: string, awaited: string) => {
    const initContainers = [{ name: 'wait', command: ['timeout', '60', 'sh', '-c', `until nc -z ${awaited} 80; do sleep 1; done`] }];
    const template = { metadata: { labels: { app: name } }, spec: { initContainers, containers: [{ name: 'app' }] } };
    return [manifest('Service', name, { selector: { app: name } }), manifest('Deployment', name, { template })];
  };
  const list = { apiVersion: 'v1', kind: 'List', items: [...make('idle', 'config'), ...make('shop', 'stock'), ...make('bank', 'shop')] };
  const files = { 'a.json': JSON.stringify(list), 'b.json': JSON.stringify({ ...list, items: make('stock', 'bank') }) };
  const { code, out } = cli(['lint', 'a.json', 'b.json'], { files });
  const cycles = [...out.matchAll(/^(\w\.json):.*Deployment bank → Deployment shop → Deployment stock → Deployment bank \[workloads-wait-for-each-other\]$/gm)];
  expect([code, ...cycles.map(([, file]) => file)]).toEqual([1, 'a.json', 'a.json', 'b.json']);
});

test('a file with invalid YAML gives one line, with a hint for a template', () => {
  const template = `apiVersion: v1\nkind: Pod\nmetadata:\n${'  {{- if .Values.x }}\n  name: {{ .Release.Name }}: [\n  {{- end }}\n'.repeat(50)}---\n{{ template "x" }}: [\n`;
  const { code, error } = cli(['lint', 'templates'], { files: { 'templates/a.yaml': template, 'templates/b.yaml': 'kind: [', 'templates/c.yaml': WRONG } });
  expect([code, error.split('\n')]).toEqual([2, [
    expect.stringMatching(/^templates\/a\.yaml:\d+:\d+: cannot be checked: .*pass what `helm template` prints \(and 1 more in this file\)$/),
    expect.stringMatching(/^templates\/b\.yaml:\d+:\d+: cannot be checked: (?!.*helm)/),
    '',
  ]]);
});

test('lint explains a rule once for several findings', () => {
  const { out } = cli(['lint', 'a.yaml'], { files: { 'a.yaml': Array.from({ length: 100 }, (_, i) => WRONG.replace('name: web', `name: web-${i}`)).join('---\n') } });
  expect([out.match(/: warning: /g)!.length, out.match(/ why: /g)!.length, out.match(/ fix: {2}from Kubernetes 1\.29/g)!.length]).toEqual([100, 1, 1]);
  expect(out.split('\n').length).toBeLessThan(220);
});

test('--fail-on sets the exit code, and --ignore disables rules', () => {
  const files = { 'a.yaml': WRONG };
  const rule = /\[([a-z-]+)\]$/m.exec(cli(['lint', 'a.yaml'], { files }).out)![1];
  const codes = ['never', 'error', 'warning', 'note'].map(level => cli(['lint', 'a.yaml', '--fail-on', level], { files }).code);
  expect(codes).toEqual([0, 0, 1, 1]);
  expect(cli(['lint', 'a.yaml', '--ignore', rule, '--fail-on', 'note'], { files })).toMatchObject({ code: 0, out: expect.stringMatching(/^0 errors/) });
});

describe('SARIF', () => {
  const log = (args: readonly string[], files: Record<string, string>) => JSON.parse(cli(['lint', '--format', 'sarif', ...args], { files }).out);

  test('is valid by the schema: with findings, without findings, and with unreadable files', () => {
    expect(log(['a.yaml'], { 'a.yaml': WRONG })).toBeValidSarifLog();
    expect(log(['a.yaml'], { 'a.yaml': RIGHT })).toBeValidSarifLog();
    expect(log(['a.yaml', 'gone.yaml'], { 'a.yaml': `kind: [\n---\n${WRONG}` })).toBeValidSarifLog();
    expect({ ...log(['a.yaml'], { 'a.yaml': RIGHT }), version: '2.0' }).not.toBeValidSarifLog();
  });

  test('contains the position of a finding, and its rule with the texts', () => {
    const [{ tool, results, invocations }] = log(['./dist/my app.yaml'], { './dist/my app.yaml': WRONG }).runs;
    const [{ ruleId, ruleIndex, level, locations: [{ physicalLocation }] }] = results;
    expect(physicalLocation).toEqual({ artifactLocation: { uri: 'dist/my%20app.yaml' }, region: { startLine: 8, startColumn: 7 } });
    expect([level, tool.driver.rules[ruleIndex].id, tool.driver.rules[ruleIndex].helpUri]).toEqual(['warning', ruleId, expect.stringMatching(/^https:/)]);
    expect(invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
  });

  test('reports an unreadable file as an incomplete run', () => {
    const [{ invocations: [{ executionSuccessful, toolExecutionNotifications: [notification] }] }] = log(['/x/gone.yaml'], {}).runs;
    expect([executionSuccessful, notification.message.text, notification.locations[0].physicalLocation]).toEqual(
      [false, 'there is no such file', { artifactLocation: { uri: 'file:///x/gone.yaml' } }]);
  });
});

describe('lint of a directory with templates', () => {
  const files = { 'repo/web.yaml': RIGHT, 'repo/chart/templates/web.yaml': '{{ if .Values.x }}\na: {{ .Values.x }}\n{{ end }}\n' };
  const lint = (...args: readonly string[]) => cli(['lint', ...args], { files });

  test.each(['templates', 'chart', 'chart/templates/', 'repo/chart', 'c*t', 'templates/*.yaml'])('--exclude %s skips them', pattern => {
    expect(lint('repo', '--exclude', pattern)).toMatchObject({ code: 0, error: '', out: expect.stringContaining(' in 1 object') });
  });

  test.each(['template', 'templates/*.yml', 'art', 'web.yam'])('--exclude %s matches no whole name: the templates are unreadable', pattern => {
    const error = expect.stringMatching(/^repo\/chart\/templates\/web\.yaml:\d+:\d+: cannot be checked: [^\n]*\n$/);
    expect(lint('repo', '--exclude', pattern)).toMatchObject({ code: 2, out: `${summary('1 object')}\n`, error });
  });

  test('--skip-unreadable makes them notes, but not a file that is named', () => {
    expect(lint('repo', '--skip-unreadable')).toMatchObject({ code: 0, error: expect.stringMatching(/^repo\/chart\/templates\/web\.yaml:\d+:\d+: note: skipped: /) });
    expect(lint('repo/chart/templates/web.yaml', '--skip-unreadable').code).toBe(2);
  });
});

test.each<[string[], string]>([
  [['lint'], "missing required argument 'files'"],
  [['lint', 'a.yaml', '--format', 'html'], 'Allowed choices are text, json, sarif'],
  [['lint', 'a.yaml', '--kubernetes-version', 'newest'], 'Write it as in 1.33'],
  [['explain', 'a.yaml', '--kubernetes-version', '1.3'], 'Write it as in 1.33, and 1.30 instead of 1.3.'],
  [['lint', 'a.yaml', '--fail-on', 'fatal'], 'Allowed choices are error, warning, note, never'],
  [['explain', 'a.yaml', '--workload'], "option '--workload <name>' argument missing"],
  [['lint', 'a.yaml', '--ignore', 'startup-probe-orders-nothin'], 'There is no rule of this name; did you mean startup-probe-orders-nothing?'],
  [['lint', 'a.yaml', '--ignore', 'x'], 'There is no rule of this name.'],
  [['lnt'], 'Did you mean lint'],
  [['lint', 'a.yaml', '--no-such'], "unknown option '--no-such'"],
])('%j is a usage error with exit code 2 and a reason', (args, why) => {
  expect(cli(args, { files: { 'a.yaml': RIGHT } })).toMatchObject({ code: 2, out: '', error: expect.stringContaining(why) });
});

test('each command assumes the default version, as in its help; only timeline assumes the newest version', () => {
  const help = (command: string) => cli([command, '--help']).out.replace(/\s+/g, ' ');
  for (const command of ['lint', 'explain', 'plot', 'report', 'images', 'order']) {
    expect(help(command)).toContain(`(default: the version that the manifest records, otherwise ${DEFAULT_VERSION})`);
  }
  expect(help('timeline')).toContain(`as in 1.33 (default: "1.${NEWEST_MINOR}")`);
  const sidecar = 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {initContainers: [{name: s, restartPolicy: Always}], containers: [{name: app}]}\n';
  const run = (...args: string[]) => cli([...args, '-', '--format', 'json'], { stdin: sidecar });
  expect(run('lint')).toEqual(run('lint', '--kubernetes-version', DEFAULT_VERSION));
  expect(run('explain')).toEqual(run('explain', '--kubernetes-version', DEFAULT_VERSION));
});

test('input without a manifest gives one line: an empty file, a byte order mark, a text, numbers, zeros', () => {
  const files = { 'a.yaml': '', 'b.yaml': '\uFEFF', 'c.yaml': 'hello', 'd.yaml': '42', 'e.yaml': '\u0000\u0001\u0000', 'f.json': '[]', 'g.json': '{}', 'h.yaml': '- 1\n- 2\n', 'i.yaml': '# only a comment\n' };
  for (const file of Object.keys(files)) {
    const { code, error } = cli(['lint', file], { files });
    expect([file, code, error]).toEqual([file, 2, expect.stringMatching(/^[a-i]\.(yaml|json)(:1:1)?: cannot be checked: .+\n$/)]);
  }
  expect(cli(['lint', 'a.yaml'], { files: { 'a.yaml': `\uFEFF${RIGHT.replaceAll('\n', '\r\n')}` } }).out).toBe(`${summary('1 object')}\n`);
});

test('--help lists the exit codes, and --version prints the version', () => {
  const codes = (command: string) => cli([command, '--help']).out.match(/^ {2}[012] /gm)!.map(c => c.trim());
  expect(['lint', 'explain', 'plot', 'report', 'timeline'].map(c => codes(c).join(''))).toEqual(['012', '02', '02', '02', '012']);
  expect(cli(['lint', '--help']).code).toBe(0);
  expect(cli(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('an internal error is reported as such, with its stack', () => {
  const run = (_program: string, [, what]: readonly string[]) => what === 'pod' ? '{"kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"app"}]}}' : '{"items":[]}';
  const { code, error } = cli(['timeline', 'web'], { run, now: () => { throw new TypeError('x is not a function'); } });
  expect([code, error]).toEqual([2, expect.stringMatching(/^this is a fault of cdk8s-startup-order; please report it: TypeError: x is not a function\n +at /)]);
});

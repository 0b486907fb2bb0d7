import * as fc from 'fast-check';
import { Document, isMap, isScalar, parse, parseAllDocuments, visit } from 'yaml';
import { DEPENDS_ON, OPTIONS, orderInput } from './shop';
import { isEqual } from '../../../tools/order/match-values';
import { ROLLS, rollOf, writeLayout } from '../../order/random-layout';
import { runs } from '../../runs';

const RUNS = runs(150);

const PROBE = { httpGet: { path: '/ready', port: 80 }, periodSeconds: 1 };
const SHARED = { limits: { cpu: '1', memory: '1Gi' } };

/** The dependent gets the agent before its command, and both stay app containers. */
const GATE = { mechanism: 'entrypoint_gate' };

/** A random workload whose containers have an order. */
const WORKLOADS = fc.record({
  script: fc.constantFrom('exec /app', 'set -e\nexec /app\n', 'a\n\n  b\n', 'last\u2028', 'yes'),
  args: fc.constantFrom([], ['--x', 'y: z', '#'], ['']),
  isPod: fc.boolean(),
  env: fc.boolean(),
  hasInit: fc.boolean(),
  hasHook: fc.boolean(),
  depends: fc.constantFrom<object>({ app: ['proxy'] }, { app: { proxy: GATE } }, { app: { proxy: { ...GATE, timeout: '1m' } } },
    { app: ['proxy', 'log'], log: ['proxy'] }, { app: { proxy: GATE, log: GATE }, log: { proxy: GATE } }),
}).map(({ script, args, isPod, env, hasInit, hasHook, depends }) => {
  const metadata = { labels: { app: 'shop', on: 'yes' }, annotations: { note: 'last\u00a0', [DEPENDS_ON]: JSON.stringify(depends), other: '1' } };
  const spec = {
    ...hasInit ? { initContainers: [{ name: 'init', image: 'busybox', resources: SHARED }] } : {},
    containers: [
      { name: 'app', image: 'shop/app', command: ['sh', '-c', script], ...args.length > 0 ? { args } : {}, resources: SHARED, ...env ? { env: [{ name: 'A', value: 'b' }] } : {} },
      { name: 'proxy', image: 'envoy', readinessProbe: PROBE, ...hasHook ? { lifecycle: { postStart: { exec: { command: ['/start'] } } } } : {}, resources: SHARED },
      { image: 'log', name: 'log', startupProbe: PROBE, command: ['/log'] },
    ],
    volumes: env ? [{ name: 'x', emptyDir: {} }] : null,
  };
  return isPod ? { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shop', ...metadata }, spec }
    : { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop' }, spec: { replicas: 1, template: { metadata, spec } } };
});

const TEXTS = fc.tuple(WORKLOADS, ROLLS)
  .map(([value, numbers]) => ({ value, text: writeLayout(JSON.parse(JSON.stringify(value)), rollOf(numbers)) }));

function isReadable(text: string, value: unknown): boolean { try { return isEqual(parse(text, { merge: true }), value); } catch { return false; } }

function order(text: string): string {
  const { code, out, error } = orderInput(text, ...OPTIONS);
  expect([code, error]).toEqual([0, '']);
  return out;
}

/** The documents without the ConfigMap. */
const workloadIn = (text: string): unknown => parseAllDocuments(text, { merge: true }).map(document => document.toJS()).find(value => value?.spec);

/** The value and the quotes of each text. The path contains the name of a container instead of its list and its index. */
function textsOf(text: string): ReadonlyMap<string, { readonly value: unknown; readonly quotes: unknown }> {
  const texts = new Map<string, { readonly value: unknown; readonly quotes: unknown }>();
  const document = parseAllDocuments(text, { merge: true }).find(d => isMap(d.contents) && d.has('spec')) as Document;
  visit(document, {
    Pair: (_key, { key, value }: any, path) => {
      if (!isScalar(value)) { return; }
      const keys = [...path, { key }].map((node: any) => isMap(node) && node.has('name') ? `${String(node.get('name'))}:` : String(node.key?.value ?? ''));
      texts.set(keys.join('/').replace(/(?:initContainers|containers)\/+/, ''), { value: value.value, quotes: value.type });
    },
  });
  return texts;
}

test('the random layouts contain the syntax that charts and people write', () => {
  const texts = fc.sample(TEXTS, { numRuns: 400, seed: 1 }).filter(({ text, value }) => isReadable(text, value)).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(300);
  for (const syntax of [/^--- #/m, /%YAML/, /<<: \*/, /: \*a\d/, /: &a\d/, /: !!map/, /^ *\? /m, /\[\n/, /\{\n/, /\|\+/, /\r\n/, /\t#/, /\u2028/, /\| # c/, /^\.\.\./m]) {
    expect([syntax, texts.some(text => syntax.test(text))]).toEqual([syntax, true]);
  }
});

test('a workload in any layout gives the pod of its value, keeps comments and quotes, and is ordered once', () => {
  let compared = 0;
  fc.assert(fc.property(TEXTS, ({ text, value }) => {
    fc.pre(isReadable(text, value));
    const ordered = order(text);
    expect(workloadIn(ordered)).toEqual(workloadIn(order(JSON.stringify(value))));
    expect(order(ordered)).toBe(ordered);
    // A gate of 'log' replaces its startup probe with the comments in it, and an alias can be replaced, too.
    const comments = /log\\":/.test(JSON.stringify(value)) || /[*&]/.test(text) ? [] : text.match(/# c\d+/g) ?? [];
    expect(comments.filter(comment => !new RegExp(`${comment}\\b`).test(ordered))).toEqual([]);
    const after = textsOf(ordered);
    for (const [path, old] of textsOf(text)) {
      const now = after.get(path);
      if (now?.value !== old.value) { continue; }
      expect(`${path}: ${now!.quotes}`).toBe(`${path}: ${old.quotes}`);
      compared++;
    }
  }), { numRuns: RUNS, endOnFailure: true });
  expect(compared).toBeGreaterThan(10 * RUNS);
});

const OTHER = { kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: 'l1\nl2\n', y: 'b' } };

/** The text of a document after another document. */
const follow = (text: string): string => text.startsWith('%') ? `...\n${text}` : /^(?:#.*\r?\n|\s*\n)*---/.test(text) ? text : `---\n${text}`;

test('the documents beside a workload keep their bytes', () => {
  fc.assert(fc.property(TEXTS, ROLLS, ({ text, value }, numbers) => {
    const other = writeLayout(OTHER, rollOf(numbers));
    fc.pre(isReadable(text, value) && isReadable(other, OTHER) && text.endsWith('\n') && other.endsWith('\n'));
    // The ConfigMap follows the comments before the first separator.
    const [first, last] = [order(other + follow(text)), order(text + follow(other))].map(ordered => (
      ordered.replace(/^---\napiVersion: v1\nkind: ConfigMap\n[^]*?\nimmutable: true\n/m, '')));
    expect([first.includes(other), last.endsWith(follow(other))]).toEqual([true, true]);
    expect([workloadIn(first), workloadIn(last)]).toEqual([workloadIn(order(text)), workloadIn(order(text))]);
  }), { numRuns: RUNS, endOnFailure: true });
});

const HEAD = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: shop\n  annotations:\n    ${DEPENDS_ON}: '{"app": ["proxy"]}'\n`;
const PROXY = '  - name: proxy\n    readinessProbe: {tcpSocket: {port: 80}}\n';
const APP = '  - name: app\n    command: [/app]\n';
/** The same pod, whose app gets a gate. */
const gated = (text: string) => text.replace('["proxy"]', JSON.stringify({ proxy: GATE }));
const pod = (containers: string, more = '') => `${HEAD}spec:\n  containers:\n${containers}${more}`;

test.each<[string, string]>([
  ['tags of an application', pod(APP.replace('[/app]', '!cmd [/app]') + PROXY, '  x: !e foo\n')],
  ['a merge of several maps', pod('  - <<: [*a, *b]\n    name: app\n' + PROXY).replace('  containers:', '  a: &a {image: x}\n  b: &b {command: [/app]}\n  containers:')],
  ['a merged list of containers', `${HEAD}spec:\n  <<: &s\n    containers:\n${(APP + PROXY).replace(/^/gm, '  ').trimEnd()}\n`],
  ['an alias of the list of containers', `${HEAD}spec:\n  x: &l\n${APP}${PROXY}  containers: *l\n`],
  ['an alias as a key', pod(APP + PROXY, '  x: &k y\n  *k : z\n')],
  ['a pair in brackets', pod(APP + PROXY, '  x: [a: b, c: d]\n')],
  ['tags of YAML 1.1', pod(APP + PROXY, '  x: !!binary aGVsbG8=\n  y: !!timestamp 2020-01-01\n  z: !!set {a, b}\n')],
  ['keys that are no strings', pod(APP + PROXY, '  1: x\n  ~: y\n')],
  ['two equal keys', pod(APP + PROXY, '  x: 1\n  x: 2\n')],
  ['a byte order mark before the second document', `${pod(APP + PROXY)}\ufeff---\nkind: A\n`],
  ['text after the end of the document', `${pod(APP + PROXY)}...\nkind: A\n`],
])('%s: the workload is ordered once', (_title, text) => {
  for (const [given, written] of [[text, 'restartPolicy: Always'], [gated(text), 'startup-order-agent']]) {
    const ordered = order(given);
    expect(ordered).toContain(written);
    expect(order(ordered)).toBe(ordered);
  }
});

test('a list as a key in a changed map cannot be written, which is an error', () => {
  expect(orderInput(pod(APP + PROXY, '  [x]: y\n'), ...OPTIONS)).toMatchObject({
    code: 2, out: '', error: expect.stringMatching(/^<stdin>:1:1: the text of Pod shop contains YAML that cannot be changed.* \[SO680\]\n$/),
  });
});

test.each([
  ['differ only after 15 digits', '9223372036854775807, 9223372036854775806'], ['are equal in two spellings', '9223372036854775807, 9.223372036854775807e18'],
  ['are too large', '1e400'],
])('numbers of JSON that %s would change, which is an error', (_title, numbers) => {
  const json = JSON.stringify(parse(pod(APP + PROXY, '  x: [NUMBERS]\n'))).replace('"NUMBERS"', numbers);
  expect(orderInput(json, ...OPTIONS)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/, or JSON with large numbers that would change; .* \[SO680\]\n$/) });
});

test.each(['!!set {a, b}', '!!binary aGk=', '!!timestamp 2020-01-01'])('an alias of a changed container with %s becomes its value', value => {
  const text = pod(APP.replace('- name: app\n', `- &app\n    name: app\n    x: ${value}\n`) + PROXY, '  y: *app\n');
  expect(order(gated(text))).toContain(`  y:\n    name: app\n    x: ${value}\n    command: [/app]\n`);
  expect(order(text)).toContain('  y: *app\n');
});

test.each(['x: &a [*a]', 'x: &a {b: &b [*b, *a]}'])('an alias in its own anchor is an error: %s', text => {
  expect(orderInput(`kind: A\n${text}\n`)).toMatchObject({
    code: 2, out: '', error: expect.stringMatching(/^<stdin>:2:\d+: it has more than 100 levels, or an alias in its own anchor; correct the input \[SO670\]\n$/),
  });
});

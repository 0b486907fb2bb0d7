import { parseDocuments, isUnreadable, parsePath, ManifestDocument } from '../../tools/order/parse-documents';

const read = (text: string) => [...parseDocuments('f.yaml', text)] as ManifestDocument[];
const kinds = (text: string) => read(text).map(d => isUnreadable(d) ? `${d.position?.line}:${d.position?.column} ${d.message}` : d.value.kind);

/** Returns the positions of paths, as in '7:19'. */
const places = (document: ManifestDocument, ...paths: readonly string[]) => paths.map(path => {
  const { line, column } = document.positionOf(parsePath(path));
  return `${line}:${column}`;
});

const deep = (begin: string, end = '') => `kind: A\nx: ${begin.repeat(10_000)}${end === '' ? '' : `1${end.repeat(10_000)}`}\n\n---\nkind: B\n`;
const TOO_DEEP = ['nesting exceeded maxDepth (100)', 'B'];
const lists = (depth: number) => `${'{"kind": "List", "items": ['.repeat(depth)}{"kind": "Pod"}${']}'.repeat(depth)}`;

test.each<[string, string, unknown[]]>([
  ['separators split a file', 'kind: A\n---\nkind: B\n', ['A', 'B']],
  ['empty documents', '---\n---\n# Source: chart/templates/a.yaml\n---\nkind: A\n---\n\n---\n# nothing\n', ['A']],
  ['an end and a separator', '%YAML 1.2\n---\nkind: A\n...\n---\nkind: B\n', ['A', 'B']],
  ['an empty file', '', []],
  ['separators with comments and carriage returns', '--- # first\r\nkind: A\r\n---\r\nkind: B\r\n', ['A', 'B']],
  ['indented hyphens in a block scalar are no separator', 'kind: A\ntext: |\n  ---\n  x\n---\nkind: B', ['A', 'B']],
  ['an error in one document has its line, and the others are read', 'kind: A\n---\nkind: B\nspec: [\n---\nkind: C\n',
    ['A', '5:1 unexpected end of the stream within a flow collection', 'C']],
  ['a document without a kind is no object', 'replicas: 3\n---\n- 1\n---\nkind: A', [
    '1:1 this is not a Kubernetes object: it has no `kind`; for a Helm chart pass what `helm template` prints', '3:1 this is not a Kubernetes object: it has no `kind`', 'A',
  ]],
  ['a map as a key', 'kind: A\nx: {{ y }}\n', [expect.stringMatching(/^2:1 a map cannot be a key; what is in /)]],
  ['an invalid escape', 'kind: A\nscript: "\\q"\n', ['2:11 unknown escape sequence']],
  ['a list of one kind', '{"kind": "PodList", "items": [{"metadata": {"name": "a"}}]}', ['Pod']],
  ['a List in a List', lists(8), ['Pod']],
  ['Lists below eight levels', lists(10_000), [expect.stringContaining('a List in a List is read down to 8 levels, and this one is deeper')]],
  ['JSON objects in a row', '\ufeff{"kind": "A"}{"kind": "B", "x": "}{"}\n\n{"kind": "C"}\n', ['A', 'B', 'C']],
  ['JSON objects with an error', '{"kind": "A"}\n{"kind": "B",}\n', [expect.stringMatching(/^2:1 /)]],
  ['JSON that is only YAML', '{"kind": "A",}\n---\nkind: B\n', ['A', 'B']],
])('%s: the kinds of the documents', (_title, text, expected) => { expect(kinds(text)).toEqual(expected); });

test.each([
  ['brackets', deep('[')], ['brackets that are closed', deep('[', ']')], ['items', deep('- ').replace('x: ', 'x:\n  ')], ['maps', deep('{a: ', '}')],
])('ten thousand nested %s give one clear error', (_, text) => {
  expect(read(text).map(d => isUnreadable(d) ? d.message : d.value.kind)).toEqual(TOO_DEEP);
});

test('a duplicate key is reported, and its second value counts', () => {
  const [problem, document] = read('kind: A\nx: 1\nx: 2\n');
  expect(problem).toEqual({ source: 'f.yaml', position: { line: 3, column: 1 }, message: 'duplicated mapping key', isReadable: true });
  expect([document.value, places(document, 'x')]).toEqual([{ kind: 'A', x: 2 }, ['3:1']]);
});

test('the items of a List are documents with their own positions', () => {
  const [first, second, third] = read('kind: List\nitems:\n- kind: Pod\n  spec: {}\n- kind: Pod\n  spec:\n    containers: []\n- 7\n');
  expect([first.value.kind, places(second, 'spec.containers')]).toEqual(['Pod', ['7:5']]);
  expect(third).toMatchObject({ position: { line: 8, column: 3 }, message: expect.stringContaining('no `kind`') });
  expect(read('{"kind": "DeploymentList", "apiVersion": "apps/v1", "items": [{"spec": {}}]}')[0].value).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', spec: {} });
});

const POD = '# comment\nkind: Pod\nspec:\n  containers:\n    - name: a\n    - name: b\n      lifecycle: {postStart: {sleep: {seconds: 3}}}\n';
const ALIASES = 'kind: Pod\nbase: &base\n  image: x\nspec:\n  a: *base\n  b: {<<: *base, name: c}\n';
const LIST = '{\n "kind": "List",\n "items": [\n  {"kind": "Pod"},\n  {"kind": "Pod", "spec": {"containers": [\n   {"name": "a"}]}}\n ]\n}\n';
const JSON_POD = '{"kind": "Pod", "a": "]}\\"", "spec": {"x": 1},\n "spec": {"containers": [{"name": "a"},\n  {"na\\u006de": "b", "ports": [1, [2], {}]}]}}';

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['a path is its key, and an absent path is its nearest parent', POD,
    { 'spec.containers[1].lifecycle.postStart': '7:19', 'spec.containers[1].readinessProbe': '6:7', 'spec.containers[9]': '4:3', '': '2:1' }],
  ['an item after an empty one', 'kind: A\nx:\n-\n- y: 1\n- [1, 2]\n', { 'x[0]': '3:2', 'x[1].y': '4:3', 'x[2]': '5:3', 'x[2][1]': '5:7' }],
  ['a path through an alias or a merge is its target, or its nearest parent', ALIASES, { 'spec.a.image': '3:3', 'spec.b.image': '6:3' }],
  ['an explicit key', 'kind: A\nx:\n  ? y\n  : 1\n', { 'x.y': '3:5' }],
  ['a line with a carriage return', 'kind: A\r\n---\r\nkind: B\r\nx:\r\n  - y: 1\r\n', { 'x[0].y': '5:5' }],
  ['an item of a List in JSON', LIST, { 'spec.containers[0].name': '6:5' }],
  ['the second JSON object', '{"kind": "A"}\n{"kind": "B",\n "x": 1}\n', { x: '3:2' }],
  ['the last of two equal members in JSON, and strings with brackets', JSON_POD,
    { 'spec': '2:2', 'spec.containers[1].name': '3:4', 'spec.containers[1].ports[1]': '3:35', 'spec.containers[2]': '2:11', 'x': '1:1' }],
])('the position of %s', (_title, text, expected) => {
  const last = read(text).at(-1)!;
  expect(Object.fromEntries(Object.keys(expected).map(path => [path, places(last, path)[0]]))).toEqual(expected);
});

test('aliases and merges have their values', () => {
  expect(read(ALIASES)[0].value).toMatchObject({ spec: { a: { image: 'x' }, b: { image: 'x', name: 'c' } } });
});

test('the value of a document or of an item can be read again', () => {
  const texts = ['kind: A\nx: 1\n---\nkind: PodList\nitems: [{x: 2}, {x: 3}]\n', '{"kind": "PodList", "items": [{"x": 2}]}', 'kind: A\nx: &x 1\ny: *x\n'];
  for (const document of texts.flatMap(read)) { expect(document.reread()).toEqual(document.value); }
});

test.each([
  ['spec.containers[0].env', ['spec', 'containers', '0', 'env']],
  ['metadata.annotations["a.b/c"]', ['metadata', 'annotations', 'a.b/c']],
  ["metadata.annotations['a.b/c'].x", ['metadata', 'annotations', 'a.b/c', 'x']],
  ['', []],
])('the path %j has the keys %j', (path, keys) => { expect(parsePath(path)).toEqual(keys); });

test('the escape of a quote is read like in kubectl', () => {
  const [document] = read('kind: A\nscript: "echo \\\'a\\\' \\\\ > \'/b\'"\nlast: 1\n');
  expect([document.value, places(document, 'last')]).toEqual([{ kind: 'A', script: "echo 'a' \\ > '/b'", last: 1 }, ['3:1']]);
});

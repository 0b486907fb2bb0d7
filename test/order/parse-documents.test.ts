import { parseDocuments, isUnreadable, parsePath, ManifestDocument } from '../../tools/order/parse-documents';

const read = (text: string) => [...parseDocuments('f.yaml', text)];
const kinds = (text: string) => read(text).map(d => isUnreadable(d) ? `${d.position?.line}:${d.position?.column} ${d.message}` : d.value.kind);
const only = (text: string) => read(text)[0] as ManifestDocument;

test('separators split a file into documents; empty documents do not count', () => {
  expect(kinds('kind: A\n---\nkind: B\n')).toEqual(['A', 'B']);
  expect(kinds('---\n---\n# Source: chart/templates/a.yaml\n---\nkind: A\n---\n\n---\n# nothing\n')).toEqual(['A']);
  expect(kinds('%YAML 1.2\n---\nkind: A\n...\n---\nkind: B\n')).toEqual(['A', 'B']);
  expect(kinds('')).toEqual([]);
  expect(kinds('--- # first\r\nkind: A\r\n---\r\nkind: B\r\n')).toEqual(['A', 'B']);
});

test('three indented hyphens in a block scalar are no separator', () => {
  expect(kinds('kind: A\ntext: |\n  ---\n  x\n---\nkind: B')).toEqual(['A', 'B']);
});

test('an error in one document has its line in the file, and the other documents are read', () => {
  expect(kinds('kind: A\n---\nkind: B\nspec: [\n---\nkind: C\n')).toEqual(
    ['A', '5:1 unexpected end of the stream within a flow collection', 'C']);
});

test('a duplicate key is reported, and its second value counts', () => {
  const [problem, document] = read('kind: A\nx: 1\nx: 2\n');
  expect(problem).toEqual({ source: 'f.yaml', position: { line: 3, column: 1 }, message: 'duplicated mapping key', isReadable: true });
  expect((document as ManifestDocument).value).toEqual({ kind: 'A', x: 2 });
  expect((document as ManifestDocument).positionOf('x')).toEqual({ line: 3, column: 1 });
});

test('a document without a kind is no object', () => {
  expect(kinds('replicas: 3\n---\n- 1\n---\nkind: A')).toEqual([
    '1:1 this is not a Kubernetes object: it has no `kind`; for a Helm chart pass what `helm template` prints',
    '3:1 this is not a Kubernetes object: it has no `kind`',
    'A',
  ]);
});

test('the items of a List are documents with their own positions', () => {
  const list = 'kind: List\nitems:\n- kind: Pod\n  spec: {}\n- kind: Pod\n  spec:\n    containers: []\n- 7\n';
  const [first, second, third] = read(list) as ManifestDocument[];
  expect([first.value.kind, second.positionOf('spec.containers')]).toEqual(['Pod', { line: 7, column: 5 }]);
  expect(third).toMatchObject({ position: { line: 8, column: 3 }, message: expect.stringContaining('no `kind`') });
  expect(kinds('{"kind": "PodList", "items": [{"metadata": {"name": "a"}}]}')).toEqual(['Pod']);
  expect(only('{"kind": "DeploymentList", "apiVersion": "apps/v1", "items": [{"spec": {}}]}').value).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', spec: {} });
});

test('JSON objects that follow each other are documents', () => {
  expect(kinds('\ufeff{"kind": "A"}{"kind": "B", "x": "}{"}\n\n{"kind": "C"}\n')).toEqual(['A', 'B', 'C']);
  expect((read('{"kind": "A"}\n{"kind": "B",\n "x": 1}\n')[1] as ManifestDocument).positionOf('x')).toEqual({ line: 3, column: 2 });
  expect(kinds('{"kind": "A"}\n{"kind": "B",}\n')).toEqual([expect.stringMatching(/^2:1 /)]);
});

test('documents in JSON have positions, too', () => {
  const [, second] = read('{\n "kind": "List",\n "items": [\n  {"kind": "Pod"},\n  {"kind": "Pod", "spec": {"containers": [\n   {"name": "a"}]}}\n ]\n}\n') as ManifestDocument[];
  expect([second.value.kind, second.positionOf('spec.containers[0].name')]).toEqual(['Pod', { line: 6, column: 5 }]);
  expect(kinds('{"kind": "A",}\n---\nkind: B\n')).toEqual(['A', 'B']);
});

test('the position of a path is its key; the position of an absent path is its nearest parent', () => {
  const pod = only('# comment\nkind: Pod\nspec:\n  containers:\n    - name: a\n    - name: b\n      lifecycle: {postStart: {sleep: {seconds: 3}}}\n');
  expect(pod.positionOf('spec.containers[1].lifecycle.postStart')).toEqual({ line: 7, column: 19 });
  expect(pod.positionOf('spec.containers[1].readinessProbe')).toEqual({ line: 6, column: 7 });
  expect(pod.positionOf('spec.containers[9]')).toEqual({ line: 4, column: 3 });
  expect(pod.positionOf('')).toEqual({ line: 2, column: 1 });
});

test('an empty item and a map as a key do not move the positions of others', () => {
  const list = only('kind: A\nx:\n-\n- y: 1\n- [1, 2]\n');
  expect(['x[0]', 'x[1].y', 'x[2]', 'x[2][1]'].map(list.positionOf)).toEqual(
    [{ line: 2, column: 1 }, { line: 4, column: 3 }, { line: 5, column: 3 }, { line: 5, column: 7 }]);
  expect(kinds('kind: A\nx: {{ y }}\n')).toEqual([expect.stringMatching(/^2:1 a map cannot be a key; what is in /)]);
});

test('the position of a path through an alias or a merge is its target, or its nearest parent', () => {
  const pod = only('kind: Pod\nbase: &base\n  image: x\nspec:\n  a: *base\n  b: {<<: *base, name: c}\n');
  expect(pod.value).toMatchObject({ spec: { a: { image: 'x' }, b: { image: 'x', name: 'c' } } });
  expect(pod.positionOf('spec.a.image')).toEqual({ line: 3, column: 3 });
  expect(pod.positionOf('spec.b.image')).toEqual({ line: 6, column: 3 });
});

test.each([
  ['brackets', `kind: A\nx: ${'['.repeat(10_000)}`], ['brackets that are closed', `kind: A\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ['items', `kind: A\nx:\n  ${'- '.repeat(10_000)}a\n`], ['maps', `kind: A\nx: ${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}\n`],
])('ten thousand nested %s give one clear error', (_, text) => {
  expect(read(`${text}\n---\nkind: B\n`).map(d => isUnreadable(d) ? d.message : d.value.kind)).toEqual(['nesting exceeded maxDepth (100)', 'B']);
});

test('nested Lists are read down to eight levels', () => {
  const lists = (depth: number) => `${'{"kind": "List", "items": ['.repeat(depth)}{"kind": "Pod"}${']}'.repeat(depth)}`;
  expect([kinds(lists(8)), kinds(lists(10_000))]).toEqual([['Pod'], [expect.stringContaining('a List in a List is read down to 8 levels, and this one is deeper')]]);
});

test('the value of a document or of an item can be read again', () => {
  const texts = ['kind: A\nx: 1\n---\nkind: PodList\nitems: [{x: 2}, {x: 3}]\n', '{"kind": "PodList", "items": [{"x": 2}]}', 'kind: A\nx: &x 1\ny: *x\n'];
  for (const document of texts.flatMap(text => read(text) as ManifestDocument[])) { expect(document.reread()).toEqual(document.value); }
});

test('a line that ends with a carriage return counts as one line', () => {
  const [, document] = read('kind: A\r\n---\r\nkind: B\r\nx:\r\n  - y: 1\r\n') as ManifestDocument[];
  expect([document.value, document.positionOf('x[0].y')]).toEqual([{ kind: 'B', x: [{ y: 1 }] }, { line: 5, column: 5 }]);
});

test('positions in JSON: the last of two equal members counts, and strings may contain brackets', () => {
  const json = only('{"kind": "Pod", "a": "]}\\"", "spec": {"x": 1},\n "spec": {"containers": [{"name": "a"},\n  {"na\\u006de": "b", "ports": [1, [2], {}]}]}}');
  expect(['spec', 'spec.containers[1].name', 'spec.containers[1].ports[1]', 'spec.containers[2]', 'x'].map(json.positionOf)).toEqual(
    [{ line: 2, column: 2 }, { line: 3, column: 4 }, { line: 3, column: 35 }, { line: 2, column: 11 }, { line: 1, column: 1 }]);
});

test.each([
  ['spec.containers[0].env', ['spec', 'containers', '0', 'env']],
  ['metadata.annotations["a.b/c"]', ['metadata', 'annotations', 'a.b/c']],
  ["metadata.annotations['a.b/c'].x", ['metadata', 'annotations', 'a.b/c', 'x']],
  ['', []],
])('the path %j has the keys %j', (path, keys) => { expect(parsePath(path)).toEqual(keys); });

test('the escape of a quote is read like in kubectl, and other invalid escapes are errors', () => {
  const text = 'kind: A\nscript: "echo \\\'a\\\' \\\\ > \'/b\'"\nlast: 1\n';
  expect(text).toContain("echo \\'a\\' \\\\ > '/b'");
  expect(only(text).value).toEqual({ kind: 'A', script: "echo 'a' \\ > '/b'", last: 1 });
  expect(only(text).positionOf('last')).toEqual({ line: 3, column: 1 });
  expect(kinds('kind: A\nscript: "\\q"\n')).toEqual(['2:11 unknown escape sequence']);
});

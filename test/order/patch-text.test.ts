import * as fc from 'fast-check';
import { Document, isMap, isScalar, isSeq, parse, visit } from 'yaml';
import { isEqual } from '../../tools/order/match-values';
import { readValue } from '../../tools/order/parse-documents';
import { PatchableText } from '../../tools/order/patch-text';
import { readLibraryRoot, readPlainRoot, TextNode } from '../../tools/order/text-node';

/** Patches a text whose value is known. */
function patchText(text: string, before: unknown, after: unknown): string | undefined {
  const patchable = new PatchableText(text);
  expect(isEqual(patchable.value, before)).toBe(true);
  return patchable.patch(after);
}

/** Patches the text with a function of its value. */
function patch(text: string, change: (value: any) => unknown): string {
  const before: unknown = parse(text, { merge: true });
  const after = change(structuredClone(before));
  const patched = patchText(text, before, after)!;
  expect(parse(patched, { merge: true })).toEqual(after);
  return patched;
}

test('equal values in another order of keys return the same text', () => {
  const text = '# c\r\n{a: 1,   b: "2"} # d';
  expect(patchText(text, { a: 1, b: '2' }, { b: '2', a: 1 })).toBe(text);
});

test('a changed scalar keeps the comment of its line and all other text', () => {
  expect(patch('a:   1   # one\n"b" : \'2\'  # two\nc: &x  3\n', v => ({ ...v, a: 10, b: 'on' })))
    .toBe('a: 10   # one\n"b" : "on"  # two\nc: &x  3\n');
});

test('a new key follows the last value and its comments', () => {
  expect(patch('b:\n  z: 1 # z\n  # nested\n  a: 2\n    # deeper\n\n# end\nc: 3\n', v => ({ ...v, b: { ...v.b, m: { x: ['k'], e: {}, f: [] } } })))
    .toBe('b:\n  z: 1 # z\n  # nested\n  a: 2\n    # deeper\n  m:\n    x:\n      - k\n    e: {}\n    f: []\n\n# end\nc: 3\n');
});

test('a new key of an alphabetical map has its alphabetical place', () => {
  expect(patch('a: 1\nc:\n  d: 2\n', v => ({ ...v, b: 5, 0: 'x', c: { ...v.c, e: null } }))).toBe('"0": x\na: 1\nb: 5\nc:\n  d: 2\n  e: null\n');
});

test('the first key of an item can be removed or preceded by another key', () => {
  expect(patch('l:\n- b: 1\n  c: 2\n- z: 3\n', () => ({ l: [{ c: 2 }, { a: 0, z: 3 }] }))).toBe('l:\n- c: 2\n- a: 0\n  z: 3\n');
  expect(patch('l:\n- b: 1\n  # about c\n  c: 2\n', () => ({ l: [{ c: 2 }] }))).toBe('l:\n- # about c\n  c: 2\n');
});

test('an item that moves to another list takes its comments along and gets the indentation of this list', () => {
  const text = `spec:
  # the containers
  containers:
    # the app
    - name: app # main
      command: [sh, -c, "exec /app"]

    # the proxy
    - name: proxy
      args:
        - |
          a
            b

          c
      # no limits
  volumes:
  - name: v
  initContainers:
  - name: init
`;
  expect(patch(text, v => ({ spec: { ...v.spec, containers: [v.spec.containers[0]], initContainers: [{ ...v.spec.containers[1], restartPolicy: 'Always' }, v.spec.initContainers[0]] } }))).toBe(`spec:
  # the containers
  containers:
    # the app
    - name: app # main
      command: [sh, -c, "exec /app"]
  volumes:
  - name: v
  initContainers:
  # the proxy
  - name: proxy
    args:
      - |
        a
          b

        c
    restartPolicy: Always
    # no limits
  - name: init
`);
});

test('an item can move to a new list', () => {
  expect(patch('containers:\n- name: a\n  # x\n  image: b\n- name: c\nz: 1\n', v => ({ z: 1, containers: [v.containers[1]], initContainers: [v.containers[0]] })))
    .toBe('containers:\n- name: c\ninitContainers:\n- name: a\n  # x\n  image: b\nz: 1\n');
});

test('items change their order with their comments', () => {
  expect(patch('l:\n  # a\n  - name: a\n  # b\n  - name: b # bb\nx: 1', v => ({ ...v, l: [v.l[1], v.l[0]] }))).toBe('l:\n  # b\n  - name: b # bb\n  # a\n  - name: a\nx: 1');
});

test('words before a command keep the words and their comments', () => {
  expect(patch('command:\n  - "sh" # shell\n  - -c\n  - >-\n    exec\n    /app\n', v => ({ command: ['/wait', '--for=x', ...v.command] })))
    .toBe('command:\n  - /wait\n  - --for=x\n  - "sh" # shell\n  - -c\n  - >-\n    exec\n    /app\n');
  expect(patch("command: ['sh',  -c, \"x\" ] # c\n", v => ({ command: ['/wait', 'a b', ...v.command] }))).toBe("command: [/wait,  \"a b\",  'sh',  -c, \"x\" ] # c\n");
});

test('an empty collection or an empty value becomes a block', () => {
  expect(patch('a: {} # none\nb: []\nc:\nd: # later\n', () => ({ a: { x: 1 }, b: ['k'], c: { z: 2 }, d: 3 }))).toBe('a: # none\n  x: 1\nb:\n  - k\nc:\n  z: 2\nd: 3 # later\n');
});

test('JSON stays JSON, with its indentation', () => {
  const text = '{\n   "kind": "Pod",\n   "spec": {\n      "containers": [\n         {"name": "a"},\n         {\n            "name": "b",\n            "command": ["x"]\n         }\n      ]\n   }\n}\n';
  expect(patch(text, v => ({ ...v, spec: { containers: [{ ...v.spec.containers[0], l: { x: 'y' } }], initContainers: [{ ...v.spec.containers[1], command: ['w', 'x'] }] } })))
    .toBe('{\n   "kind": "Pod",\n   "spec": {\n      "containers": [\n         {"name": "a", "l": {"x": "y"}}\n      ],\n      "initContainers": [\n         {\n            "name": "b",\n            "command": ["w", "x"]\n         }\n      ]\n   }\n}\n');
  expect(patch('{"a":[1,2],"b":{}}', v => ({ ...v, a: [0, 1, 2], b: { c: ['d'] } }))).toBe('{"a":[0,1,2],"b":{"c":["d"]}}');
});

test('the line endings, the byte order mark and the markers stay', () => {
  expect(patch('\ufeff%YAML 1.2\r\n---\r\na: 1\r\nl:\r\n  - x\r\n...\r\n', v => ({ ...v, a: 2, l: ['x', { q: ['z'] }] })))
    .toBe('\ufeff%YAML 1.2\r\n---\r\na: 2\r\nl:\r\n  - x\r\n  - q:\r\n      - z\r\n...\r\n');
  expect(patch('\ufeffa: 1\n', v => ({ ...v, 0: 2 }))).toBe('\ufeff"0": 2\na: 1\n');
});

test('an alias stays if its anchor has the same value, and is replaced otherwise', () => {
  const text = 'a: &x {p: 1}\nb: *x\nc: &y\n  q: 2\nd: *y\n';
  expect(patch(text, v => ({ ...v, c: { q: 3 } }))).toBe('a: &x {p: 1}\nb: *x\nc: &y\n  q: 3\nd:\n  q: 2\n');
  expect(patch(text, v => ({ ...v, c: { q: 3 }, d: { q: 3 } }))).toBe('a: &x {p: 1}\nb: *x\nc: &y\n  q: 3\nd: *y\n');
  expect(patch(text, ({ b, c, d }) => ({ b, c, d }))).toBe('b:\n  p: 1\nc: &y\n  q: 2\nd: *y\n');
});

test('an anchor that moves after its alias gives its value to the alias', () => {
  expect(patch('a:\n- name: x\n  e: &e [1]\n- name: y\n  e: *e\n', v => ({ a: [v.a[1], v.a[0]] }))).toBe('a:\n- name: y\n  e:\n  - 1\n- name: x\n  e: &e [1]\n');
});

test('a merge key stays, and changed members override it', () => {
  const text = 'base: &b\n  x: 1\n  y: 2\nuse:\n  <<: *b\n  z: 3\n';
  expect(patch(text, v => ({ ...v, use: { ...v.use, x: 5 } }))).toBe('base: &b\n  x: 1\n  y: 2\nuse:\n  <<: *b\n  z: 3\n  x: 5\n');
  expect(patch(text, v => ({ ...v, use: { x: 1, z: 3 } }))).toBe('base: &b\n  x: 1\n  y: 2\nuse:\n  z: 3\n  x: 1\n');
  expect(patch(text, v => ({ ...v, base: { x: 9, y: 2 } }))).toBe('base: &b\n  x: 9\n  y: 2\nuse:\n  <<: *b\n  z: 3\n  x: 1\n');
});

test('a block scalar that keeps its empty lines is followed by a new key', () => {
  expect(patch('a: |+\n  x\n\n', v => ({ ...v, b: 1 }))).toBe('a: |+\n  x\n\nb: 1\n');
  expect(patch('a: |\n  x\n\n\n', v => ({ ...v, b: 1 }))).toBe('a: |\n  x\nb: 1\n\n\n');
});

/** Random YAML texts: a value in random styles, with comments and empty lines. */
const KEYS = ['name', 'image', 'b', 'zeta', 'on', 'a.b/c', '7'];
const STRINGS = ['a', 'b b', '', 'yes', '1', '- x', 'k: v', '#', 'l1\nl2\n', 'l1\n\n  l2', 'a\u2028b', '~', 'x\ty', '😀 é'];
const scalars = fc.oneof(fc.constantFrom(...STRINGS), fc.integer({ min: -9, max: 99 }), fc.boolean(), fc.constant(null));
const values = fc.letrec<{ value: any; map: any; list: any; named: any }>(tie => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'medium' }, scalars, tie('map'), tie('list'), tie('named')),
  map: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  list: fc.array(tie('value'), { maxLength: 4 }),
  named: fc.uniqueArray(fc.record({ name: fc.constantFrom('n1', 'n2', 'n3', 'n4'), image: tie('value') }), { selector: ({ name }) => name, maxLength: 4 }),
}));
const roots = fc.tuple(fc.dictionary(fc.constantFrom(...KEYS), values.value, { minKeys: 1, maxKeys: 5 }), values.named, values.named)
  .map(([map, containers, initContainers]) => ({ ...map, kind: 'K', containers, initContainers }));

const STYLES = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;

interface TextOptions {
  readonly indentSeq: boolean;
  readonly crlf: boolean;
  readonly isBlock: boolean;
}

function writeText(value: unknown, numbers: readonly number[], { indentSeq, crlf, isBlock }: TextOptions): string {
  let next = 0;
  const roll = (sides: number) => numbers[next++ % numbers.length] % sides;
  const document = new Document(value);
  visit(document, (key, node) => {
    if (isScalar(node)) {
      if (key === 'key') { return; }
      if (typeof node.value === 'string') { node.type = STYLES[roll(STYLES.length)]; }
      if (roll(4) === 0) { node.comment = ` c${next}`; }
    } else if (isMap(node) || isSeq(node)) {
      if (!isBlock && node !== document.contents && roll(5) === 0) { node.flow = true; }
      if (roll(5) === 0) { node.commentBefore = ` before ${next}`; }
    }
  });
  visit(document, {
    Pair: (_key, { key }) => {
      if (!isScalar(key) || roll(5) > 0) { return; }
      key.commentBefore = ` key ${next}`;
      key.spaceBefore = roll(2) === 0;
    },
  });
  const text = document.toString({ indentSeq, lineWidth: [0, 20, 80][roll(3)], flowCollectionPadding: roll(2) === 0, indent: roll(2) + 2 });
  return crlf ? text.replaceAll('\n', '\r\n') : text;
}

const rolls = fc.array(fc.nat(999), { minLength: 5, maxLength: 60 });

const textsOf = (isBlock: boolean) => fc.record({ value: roots, numbers: rolls, indentSeq: fc.boolean(), crlf: fc.boolean() })
  .map(({ value, numbers, ...style }) => ({ value, text: writeText(value, numbers, { ...style, isBlock }) }))
  .filter(({ value, text }) => isEqual(readValue(text), value)); // the library cannot write each string in each style

/** Changes a value at random: members and items are added, removed, changed and moved. */
function changeValue(value: any, roll: (sides: number) => number, other: unknown): any {
  if (roll(4) === 0) { return other; }
  if (Array.isArray(value)) {
    const kept = value.filter(() => roll(5) > 0).map(item => roll(3) === 0 ? changeValue(item, roll, other) : item);
    if (roll(3) === 0) { kept.splice(roll(kept.length + 1), 0, other); }
    return roll(4) === 0 ? kept.reverse() : kept;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(() => roll(6) > 0)
      .map(([key, member]) => [key, roll(2) === 0 ? changeValue(member, roll, other) : member]);
    return { ...Object.fromEntries(entries), ...roll(3) === 0 ? { [KEYS[roll(KEYS.length)]]: other } : {} };
  }
  return value;
}

function changeRoot(value: any, numbers: readonly number[], other: unknown): any {
  let next = 0;
  const roll = (sides: number) => numbers[next++ % numbers.length] % sides;
  const changed = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, roll(2) === 0 ? changeValue(member, roll, other) : member]));
  const [from, to] = [changed.containers, changed.initContainers];
  if (Array.isArray(from) && Array.isArray(to)) {
    const moved = from.filter(item => !to.some(i => i?.name === item?.name) && roll(2) === 0);
    return { ...changed, containers: from.filter(item => !moved.includes(item)), initContainers: [...moved, ...to] };
  }
  return changed;
}

test('the value of a patched text is the wanted value, and the way back gives the first value', () => {
  fc.assert(fc.property(textsOf(false), rolls, values.value, ({ value, text }, numbers, other) => {
    const after = changeRoot(value, numbers, other);
    const patched = patchText(text, value, after);
    expect(patched).toBeDefined();
    expect(parse(patched!)).toEqual(after);
    expect(parse(patchText(patched!, after, value)!)).toEqual(value);
    expect(patchText(patched!, after, structuredClone(after))).toBe(patched);
  }), { numRuns: 100 });
});

test('a new member leaves all lines of a block text as they are', () => {
  fc.assert(fc.property(textsOf(true), values.value, ({ value, text }, other) => {
    const patched = patchText(text, value, { ...value, added: other })!;
    const lines = patched.split('\n');
    expect(text.split('\n').filter(line => { const at = lines.indexOf(line); lines.splice(0, at + 1); return at < 0; })).toEqual([]);
  }), { numRuns: 100 });
});

test('JSON with any indentation is patched to the wanted value', () => {
  fc.assert(fc.property(roots, fc.constantFrom(undefined, 1, 2, 4, '\t'), rolls, values.value, (value, indent, numbers, other) => {
    const after = changeRoot(value, numbers, other);
    expect(JSON.parse(patchText(JSON.stringify(value, undefined, indent), value, after)!)).toEqual(after);
  }), { numRuns: 100 });
});

test('the plain reader and the YAML library read the same nodes', () => {
  const describe = ({ kind, isFlow, begin, content, end, isLinked, entries }: TextNode): unknown => (
    { kind, isFlow, begin, content, end, isLinked, entries: entries.map(({ value, ...entry }) => ({ ...entry, value: value && describe(value) })) });
  const simplify = (value: any): any => Array.isArray(value) ? value.map(simplify) : typeof value !== 'object' || value === null ? value
    : Object.fromEntries(Object.entries(value).filter(([key]) => /^[a-z]{2,}$/.test(key)).map(([key, member]) => [key, simplify(member)]));
  let compared = 0;
  fc.assert(fc.property(roots, rolls, fc.boolean(), fc.boolean(), (value, numbers, indentSeq, isBlock) => {
    const text = writeText(simplify(value), numbers, { indentSeq, isBlock, crlf: false });
    const plain = readPlainRoot(text);
    if (!plain) { return; }
    compared++;
    expect(describe(plain.node)).toEqual(describe(readLibraryRoot(text)!));
  }), { numRuns: 300 });
  expect(compared).toBeGreaterThan(20);
});

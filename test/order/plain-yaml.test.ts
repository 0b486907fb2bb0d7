import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import * as fc from 'fast-check';
import { isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml';
import { Places, readPlainYaml } from '../../tools/order/plain-yaml';
import { manyDeployments } from '../cli/many-deployments';
import { EXAMPLES } from '../examples';

/** The offset of each key and item, by its path. */
function placesOf(text: string): Record<string, number> {
  const all: Record<string, number> = {};
  const walk = (node: unknown, path: string) => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const at = `${path}.${String(isScalar(key) ? key.value : key)}`;
        all[at] = isNode(key) ? key.range![0] : -1;
        walk(value, at);
      }
    } else if (isSeq(node)) {
      node.items.forEach((item, i) => {
        all[`${path}.${i}`] = isNode(item) ? item.range![0] : -1;
        walk(item, `${path}.${i}`);
      });
    }
  };
  walk(parseDocument(text).contents, '');
  return all;
}

function plainPlacesOf(text: string): Record<string, number> {
  const places: Places = new Map();
  const all: Record<string, number> = {};
  const walk = (value: unknown, path: string) => {
    for (const [key, { offset }] of places.get(value as object) ?? []) {
      all[`${path}.${key}`] = offset;
      walk((value as Record<string, unknown>)[key], `${path}.${key}`);
    }
  };
  walk(readPlainYaml(text, places)!.value, '');
  return all;
}

/** Whether the plain reader supports the text. If so, its result must be that of the library. */
function isRead(text: string): boolean {
  const read = readPlainYaml(text);
  if (!read) { return false; }
  const document = parseDocument(text, { logLevel: 'error', merge: true });
  expect([text, document.errors.map(e => e.message), read.value]).toEqual([text, [], document.toJS()]);
  return true;
}

const partsOf = (text: string) => text.split(/^(?=---)/m);
const directories = ['right', 'wrong'].map(name => join(__dirname, '..', 'inspect', 'lint', name));
const MANIFESTS = [...directories.flatMap(directory => readdirSync(directory).map(file => join(directory, file))), ...EXAMPLES.map(e => join(e.directory, 'expected.yaml'))];

test.each(['\u00a0', '\u2028', '\u3000', '\ufeff'])('white space %j at the end of a scalar is a part of the scalar', space => {
  expect([`a: b${space}\n`, `a: b${space} # c\n`, `a: [b${space}, c${space}]\n`].map(isRead)).toEqual([true, true, true]);
});

test('the plain reader reads each manifest of this repository like the library, or leaves it to the library', () => {
  const parts = MANIFESTS.flatMap(file => partsOf(readFileSync(file, 'utf8')));
  const read = parts.filter(isRead);
  expect(read.length).toBeGreaterThan(parts.length / 2);
});

test('the plain reader reads the output of charts, with the positions of all keys', () => {
  for (const part of partsOf(manyDeployments(2)).slice(1)) {
    expect([isRead(part), plainPlacesOf(part)]).toEqual([true, placesOf(part)]);
  }
});

test.each([
  'a: 1\nb: -2\nc: 1.50\nd: 1.2.3\ne: 100m\nf: ~\ng:\nh: True\ni: "true"\nj: 0755\nk: +3\nl: 25%\nm: -c\nn: 2001-01-01\n',
  'a:\n- b\n-\n- c: 1\n  d:\n  - 1\n- - 1\n', 'a:\n  - b:\n      c: 1\n    d: 2 # why\n  # comment\n  -  e: 3\n     f: 4\n', 'a: |\n  x\n   y\n\n  z\n\n\nb: |-\n    q\nc: |\nd: 1\n',
  'a: [x, -c, "q, r", \'s\'\'t\', {b: 1, c: [2]}, []]\nb: {}\n', '"a b": 1\n\'c\': 2\n', "a: 'it''s' # x\nb: \"\\u0041\\n\\\"\" \nc: \"#\"\n", '---\na: b#c\nd: http://x:80/y\n',
  'a:\n\n  b: 1\n\n\nc: 2', '- a\n- b: 1\n', 'x: - a\n', 'a: b: c\n', 'a: b\n  c\n', 'a: "b\n  c"\n', 'a: &x 1\nb: *x\n', 'a: !!str 1\n', 'a: >-\n  x\n  y\nb: 1\n', 'a: >\n  x\n\n  y\n', 'a: >\n  x\n   y\n', 'a:\n  - >\n    x y\n    z\n\n', 'a: >-\n\nb: 1\n', 'a: |2\n   x\n', 'a: 1\na: 2\n',
  '<<: {a: 1}\n', '? a\n: b\n', 'a:\n b: 1\n  c: 2\n', ' a: 1\nb: 2\n', 'a: [x: 1]\n', 'a: [b\n', 'a: {b: 1, b: 2}\n', 'a: [1,2,]\n', 'a: [,]\n', 'a: {b}\n', 'a: b\r\n', 'a:\tb\n', 'a: .inf\nb: 1e3\nc: 0x1f\n',
  'true: 1\nnull: 2\n', 'a: |\n  x\n # c\nb: 1\n', 'a: |\n  x\n#c\nb: 1\n', 'a: @x\n', 'a: [a b , c]\n', 'a: {b:  1 , c: -x}\n', 'a:#b\n', 'a: #b\nc: 1\n', 'a: - \n', '-', '- \n-\n', 'a: ?x\n', 'a: x?\n', 'a: "x"y\n',
  'a: x:\n', 'a: |\n  x', 'a: |\n\n  x\n', 'a: |\n   \n  x\n', 'a:\n  x\n', 'x', '', '# only\n', '---\n', '--- a\n', 'a: 1\n...\n', '%YAML 1.2\n---\na: 1\n', '{"a": 1}\n', 'a: {"b": 1}\n', 'a:\n  - |\n    x\n  - y\n',
  'a:\n  -\n    b: 1\n', 'a:\n  -\n  b: 1\n', 'a: [ ]\nb: { }\n', 'a: [x] y\n', 'a: [x]# y\n', 'a: "" # y\n', 'a: 123456789012345678\n', '__proto__: 1\n', 'a: {c: http://x}\n', 'a: -\n', 'a: --x\n', 'a: =\n', 'a: 1_000\n', 'a: 12:30\n',
])('the plain reader reads %j like the library, or leaves it to the library', text => { isRead(text); });

const texts = fc.oneof(fc.string(), fc.constantFrom('a', 'a: b', '- x', '#', ' x ', '1', 'true', 'null', '~', '', "it's", 'x\ny\n', 'x\n\n', '{', 'a #b', '0x1', '1.0', '-', '-c', 'é', '\t', 'x\n  y', ' x\ny'));
const values = fc.letrec(tie => ({
  value: fc.oneof({ maxDepth: 4 }, texts, fc.integer(), fc.boolean(), fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(fc.oneof(fc.constantFrom('name', 'spec', 'a.b/c', 'x-y'), texts), tie('value'), { maxKeys: 5 })),
})).value;

test('the plain reader reads random YAML like the library, or leaves it to the library', () => {
  const form = fc.record({ indent: fc.constantFrom(2, 3, 4), indentSeq: fc.boolean(), lineWidth: fc.constantFrom(0, 20, 80), collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const) });
  fc.assert(fc.property(values, form, (value, options) => { isRead(stringify(value, options)); }), { numRuns: 3000, seed: 18 });
});

test('the plain reader reads damaged manifests like the library, or leaves them to the library', () => {
  const [part] = partsOf(manyDeployments(1)).slice(1);
  const damage = fc.constantFrom(' ', '  ', '\n', '-', '- ', ':', ': ', '#', ' #', '"', "'", '[', ']', '{', '}', '|', '>', '&a', '*a', '!', '\t', ',', 'x', '1', '\n\n', '\n  ', '\r');
  fc.assert(fc.property(fc.nat(part.length - 1), fc.nat(4), damage, (at, removed, text) => {
    isRead(`${part.slice(0, at)}${text}${part.slice(at + removed)}`);
  }), { numRuns: 4000, seed: 18 });
});

import { changeText } from '../../tools/order/change-text';
import { formatYaml } from '../../tools/order/format-yaml';
import { readValue } from '../../tools/order/parse-documents';

type Update = (value: any) => unknown;

/** Changes the text with a function of its value. */
const change = (text: string, update: Update): string | undefined => changeText(text, readValue(text), update(structuredClone(readValue(text))));
/** Sets these members. */
const set = (members: object): Update => value => ({ ...value, ...members });

const WORDS = 'a: 0755\nb: yes\nc: 0x1F\nd: 1e3\ne: 12345678901234567890\nf: ~\ng: True\nh: 1:30\n';
const NEW_WORDS = { i: 'yes', j: '1:30', k: '0755', l: '1_000', m: '--x=1', o: '2001-01-01' };
const COMMENTS = '# first\nb: \'x\' # b\n# about a\na:\n  # about d\n  d: "1"\n  c: 2\n# last\n';
const ALIASES = 'a: &x {p: 1}\nb: *x\nc: &y\n  q: 2\nd: *y\n';
const BLOCK_ITEM = 'i: [{name: m}]\nd: [x]\nc:\n- name: p\n  args:\n  - --url=/x?y=1\n  - :80\n  k?: a:b\n- x\n';
const MERGE = 'base: &b\n  x: 1\n  y: 2\nuse:\n  <<: *b\n  z: 3\n';

test.each<[string, string, Update, string]>([
  ['words that kubectl reads in another way than YAML 1.2 stay, and new ones get quotes', WORDS, set(NEW_WORDS),
    `${WORDS}i: "yes"\nj: "1:30"\nk: "0755"\nl: "1_000"\nm: --x=1\no: "2001-01-01"\n`],
  ['comments, quotes and the order of keys stay', COMMENTS, value => ({ ...value, a: { ...value.a, e: 3, c: 4 } }), COMMENTS.replace('c: 2\n', 'c: 4\n  e: 3\n')],
  ['an item that moves to another list takes its comments and quotes along',
    'containers:\n  - name: a\n  # about b\n  - name: "b" # bb\n    args: [x,  y]\nvolumes: []\n',
    ({ containers: [a, b] }) => ({ containers: [a], volumes: [], initContainers: [{ ...b, z: 1 }] }),
    'containers:\n  - name: a\nvolumes: []\ninitContainers:\n  # about b\n  - name: "b" # bb\n    args: [x, y]\n    z: 1\n'],
  ['the line ending, a byte order mark and the separator stay', '\ufeff%YAML 1.2\r\n---\r\na: 1\r\nb: |\r\n  x\r\n# end', set({ a: 2 }),
    '\ufeff%YAML 1.2\r\n---\r\na: 2\r\nb: |\r\n  x\r\n# end'],
  ['the version in a directive stays, and selects no other keys and values', '%YAML 1.1\n---\non: yes # on\nb: 1:30\n', set({ c: 'no' }),
    '%YAML 1.1\n---\non: yes # on\nb: 1:30\nc: "no"\n'],
  ['a missing last line ending stays', 'a: 1', set({ b: 2 }), 'a: 1\nb: 2'],
  ['an alias stays if its anchor has the same value, and becomes its value otherwise', ALIASES, set({ c: { q: 3 } }),
    'a: &x {p: 1}\nb: *x\nc: &y\n  q: 3\nd:\n  q: 2\n'],
  ['an alias that changes becomes its value', ALIASES, set({ d: { q: 3 } }), 'a: &x {p: 1}\nb: *x\nc: &y\n  q: 2\nd:\n  q: 3\n'],
  ['an alias that changes with its anchor becomes its value', ALIASES, set({ c: { q: 3 }, d: { q: 3 } }), 'a: &x {p: 1}\nb: *x\nc: &y\n  q: 3\nd:\n  q: 3\n'],
  ['an anchor that moves after its alias gives it its value', 'a:\n- name: x\n  e: &e [1]\n- name: y\n  e: *e\n',
    value => ({ a: [value.a[1], value.a[0]] }), 'a:\n- name: y\n  e: [1]\n- name: x\n  e: &e [1]\n'],
  ['a merge key stays, and changed members override it', MERGE, value => ({ ...value, use: { ...value.use, x: 5 } }), `${MERGE}  x: 5\n`],
  ['a merge key without a member becomes the other members', MERGE, set({ use: { x: 1, z: 3 } }), 'base: &b\n  x: 1\n  y: 2\nuse:\n  x: 1\n  z: 3\n'],
  ['a merge key of a changed map becomes its members', MERGE, set({ base: { x: 9, y: 2 } }), 'base: &b\n  x: 9\n  y: 2\nuse:\n  x: 1\n  y: 2\n  z: 3\n'],
  ['in brackets, a text with ? or with : at the begin gets quotes, also if it moves there from a block', BLOCK_ITEM,
    ({ i, c }) => ({ i: [...i, c[0]], d: ['?a', ':8', 'b:9'], c: [c[1]] }),
    'i: [{name: m}, {name: p, args: ["--url=/x?y=1", ":80"], "k?": a:b}]\nd: ["?a", ":8", b:9]\nc:\n- x\n'],
  ['a new text that YAML reads as a number, or drops as empty lines, gets quotes', 'a: 1\n',
    set({ b: '-0o7', c: '+_1', d: '1e_5', e: '0_xF', f: ' \n', g: '1-a' }),
    'a: 1\nb: "-0o7"\nc: "+_1"\nd: "1e_5"\ne: "0_xF"\nf: " \\n"\ng: 1-a\n'],
  ['a missing value in brackets becomes null, because kubectl reads `c:}` as the key `c:`', 'a: {b: , c: }\n', set({ d: 1 }), 'a: {b: null, c: null}\nd: 1\n'],
  ["a text with the escape \\' can be changed", 'a: "b\\\'c"\n', set({ d: 1 }), 'a: "b\'c"\nd: 1\n'],
])('%s', (_title, text, update, expected) => { expect(change(text, update)).toBe(expected); });

test('equal values in another order of keys return the same text', () => {
  const text = '# c\r\n{a: 1,   b: "2"} # d';
  expect(changeText(text, { a: 1, b: '2' }, { b: '2', a: 1 })).toBe(text);
});

test.each(['\u2028', '\u0085', '\ufeff', '\ud800', '\x7f'])('a new text with %j is written with an escape', character => {
  expect(change('a: 1\n', set({ b: `x${character}y` }))).toMatch(/^a: 1\nb: "x\\u[0-9a-f]{4}y"\n$/);
});

test.each([
  ['list', 'a: [\n  {name: x}, # x\n  {name: y}, # y\n] # a\nb: []\n', '    {name: x} # x\n  ] # a\nb:\n  - {name: y} # y\n'],
  ['map', 'a: {\n  x: 1, # x\n  y: 2, # y\n  # end\n}\nb: 1\n', '    x: 1, # x\n    y: 3 # y\n  } # end\nb: 1\n'],
])('a comment after the last comma of a %s in brackets stays with the item before it', (_, text, expected) => {
  expect(change(text, ({ a, b }) => Array.isArray(a) ? { a: [a[0]], b: [a[1]] } : { a: { ...a, y: 3 }, b })).toContain(expected);
});

test.each([
  ['two and no', 'a:\n  b:\n  - c\n', '  ', ''], ['four', 'a:\n    b:\n      - c\n', '    ', '    '], ['three', 'a:\n   b:\n    - c: {d: 1}\n', '   ', '   '],
])('a text with an indentation of %s spaces keeps it', (_, text, indent, dash) => {
  expect(change(text, set({ x: { z: 1 }, v: [1], w: 1 }))).toContain(`\nx:\n${indent}z: 1\nv:\n${dash}- 1\nw: 1\n`);
});

test('JSON keeps its indentation, last line ending and order of keys; compact JSON stays compact', () => {
  const update = (value: any) => ({ a: 1, b: [{ x: 1, name: 'n' }], ...value.c });
  const value = { b: [{ name: 'n', x: 2 }], a: 1, c: { d: null } };
  const wanted = { b: [{ name: 'n', x: 1 }], a: 1, d: null };
  for (const indent of [undefined, 2, 3, '\t']) {
    expect(change(`${JSON.stringify(value, undefined, indent)}\n`, update)).toBe(`${JSON.stringify(wanted, undefined, indent)}\n`);
  }
});

test.each([
  ['keeps numbers that JavaScript rounds', '{"a":9223372036854775807,"b":-1e22,"c":"9223372036854775807 \\"1e22","d":10}', '{"e":1,$&'],
  ['keeps the escapes without which it is no YAML', '{"a":"\\u2028\\u007f\\ufeff"}', true],
  ['with two large numbers that JavaScript takes for equal is refused', '{"a":9223372036854775807,"b":9223372036854775806}', false],
  ['with a number that JavaScript takes for infinite is refused', '{"a":1e400}', false],
])('JSON %s', (_, text, isChanged) => { expect(change(text, set({ e: 1 }))).toBe(isChanged ? text.replace(/\}$/, ',"e":1}') : undefined); });

test('equal values in a new document are written twice, without an anchor', () => {
  const shared = { a: [1] };
  expect(formatYaml({ x: shared, z: shared })).toBe('x:\n  a:\n    - 1\nz:\n  a:\n    - 1\n');
});

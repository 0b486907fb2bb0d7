import { readYaml } from '../../tools/read/read-yaml';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

test('scalars have the types of YAML 1.2, and tags have no effect', () => {
  expect(readYaml('a: yes\nb: 0755\nc: 0o17\nd: 2001-01-01\ne: 1:30\nf: ~\ng: True\nh: 1e3\ni: .5\nj: "1"\nk: <<\n').value).toEqual(
    { a: 'yes', b: 755, c: 15, d: '2001-01-01', e: '1:30', f: null, g: true, h: 1000, i: 0.5, j: '1', k: '<<' });
  expect(readYaml('a: !!binary aGk=\nb: !!timestamp 2020-01-01\nc: !!set {x, y}\nd: !cmd [/app]\ne: !!str 1\nf: !e\n').value).toEqual(
    { a: 'aGk=', b: '2020-01-01', c: { x: null, y: null }, d: ['/app'], e: '1', f: null });
});

test('a merge key adds the members that a map lacks', () => {
  expect(readYaml('a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 5}\n').value).toMatchObject({ c: { x: 5, y: 2, z: 4 } });
});

test('the key __proto__ is a member, and no prototype', () => {
  const { value } = readYaml('a: {__proto__: {polluted: true}}\nb: {<<: {__proto__: {polluted: true}}}\n');
  expect(JSON.stringify(value)).toBe('{"a":{"__proto__":{"polluted":true}},"b":{"__proto__":{"polluted":true}}}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('of two equal keys, the last one counts, and the second one is an error', () => {
  expect(readYaml('a: 1\nb: {c: 1, c: 2}\n')).toMatchObject({ value: { a: 1, b: { c: 2 } }, error: { message: 'duplicated mapping key', place: 15 } });
});

test("the escape \\' is read like in kubectl, in each text, and in no other quotes", () => {
  const text = 'a: "echo \\\'a\\\' \\\\ > \'/b\'"\nb: \'\\\'\nc: "\\""\nd: ["\\\'", "\\\\\\\'"]\n';
  expect(readYaml(text).value).toEqual({ a: "echo 'a' \\ > '/b'", b: '\\', c: '"', d: ["'", "\\'"] });
  expect(readYaml('a: "\\q"').error).toEqual({ message: 'unknown escape sequence', place: 5 });
});

test('a map as a key is an error with the keys of its place', () => {
  expect(readYaml('a:\n  - b: {{ .Values.b }}\n').error).toEqual({ message: 'a map cannot be a key', place: ['a', '0', 'b', '[object Object]'] });
});

describe('aliases', () => {
  test.each([
    ['aliases', 'spec: *base', { spec: { image: 'x', args: ['a', 'b'] } }],
    ['merge keys', '<<: *base', { image: 'x', args: ['a', 'b'] }],
  ])('400 %s are read', (_what, use, expected) => {
    const text = `base: &base {image: x, args: [a, b]}\nall:\n${numbers(400).map(i => `  - name: c${i}\n    ${use}\n`).join('')}`;
    const { value, error } = readYaml(text) as { value: any; error?: unknown };
    expect([error, value.all.length, value.all[399]]).toEqual([undefined, 400, { name: 'c399', ...expected }]);
  });

  const TOO_LARGE = { message: 'its aliases expand it to more than 1000000 characters', place: 0 };
  const bomb = (first: string, next: (name: string) => string) => `a0: &a0 ${first}\n${numbers(30).map(i => `a${i + 1}: &a${i + 1} ${next(`*a${i}`)}\n`).join('')}`;

  test.each([
    ['lists', bomb('[x, x]', name => `[${name} , ${name} ]`)],
    ['maps', bomb('{x: 1}', name => `{x: ${name} , y: ${name} }`)],
    ['merged maps', bomb('{x: 1, y: 1}', name => `{<<: ${name} , x: ${name} , y: ${name} }`)],
    ['a long text', `a: &a ${'x'.repeat(5000)}\nb: [${numbers(300).map(() => '*a').join(', ')}]\n`],
  ])('a bomb of %s is an error', (_, text) => {
    const begun = Date.now();
    expect(readYaml(text)).toEqual({ text, error: TOO_LARGE });
    expect(Date.now() - begun).toBeLessThan(1000);
  });

  test('a long text may expand to ten times its length', () => {
    const text = `a: &a ${'x'.repeat(200_000)}\nb: [*a, *a, *a, *a, *a, *a, *a]\n`;
    expect([readYaml(text).error, readYaml(text.replace(']', ', *a, *a, *a]')).error]).toEqual([undefined, expect.objectContaining({ place: 0 })]);
  });

  test('more than ten thousand merged members are an error', () => {
    const text = `a: &a {${numbers(200).map(i => `k${i}: 1`).join(', ')}}\n${numbers(200).map(i => `b${i}: {<<: *a}\n`).join('')}`;
    expect(readYaml(text).error!.message).toBe('merge keys exceeded maxTotalMergeKeys (10000)');
  });

  test('the levels that aliases add count, in any order of keys', () => {
    const chain = (levels: number) => `${numbers(levels).map(i => `${levels - i}: &a${i + 1} ${i === 0 ? 'x' : `[*a${i}]`}\n`).join('')}`;
    expect([99, 100, 101, 5000].map(levels => readYaml(chain(levels)).error?.message)).toEqual([undefined, undefined, TOO_DEEP, TOO_DEEP]);
  });

  const TOO_DEEP = 'it has more than 100 levels, or an alias in its own anchor';

  test.each(['a: &a [*a]', 'a: &a {b: &b [*b, *a]}'])('an alias in its own anchor is an error: %s', text => {
    expect(readYaml(text).error!.message).toBe(TOO_DEEP);
  });
});

test.each([['brackets', '['], ['closed brackets', '[', ']'], ['maps', '{a: ', '1}'], ['items', '- '], ['keys', '? ']])('ten thousand nested %s are an error', (_, open, close = '') => {
  const text = `${open.repeat(10_000)}${close.repeat(10_000)}`;
  expect(readYaml(text)).toEqual({ text, error: { message: 'nesting exceeded maxDepth (100)', place: expect.any(Number) } });
});

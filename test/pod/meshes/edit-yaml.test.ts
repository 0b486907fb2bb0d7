import { setYamlField } from '../../../src/pod/meshes/edit-yaml';

test.each([
  ['nothing', '', 'hold: true'],
  ['text that ends as it ended', 'a: 1', 'a: 1\nhold: true'],
  ['text that ends with a line', 'a: 1\n', 'a: 1\nhold: true\n'],
  ['comments and order', '# ours\nb: 2 # two\na: [1,   2]\n', '# ours\nb: 2 # two\na: [ 1, 2 ]\nhold: true\n'],
  ['flow style', '{"a": 1}', '{ "a": 1, hold: true }'],
  ['the field itself', '{"hold":true}', '{"hold":true}'],
  ['an empty field', 'hold:\n', 'hold: true\n'],
  ['the comments of lines that end with CR and LF', '# a\r\nb: 1 # c\r\n', '# a\nb: 1 # c\nhold: true\n'],
  ['a long line', `a: "${'x '.repeat(80)}"`, `a: "${'x '.repeat(80)}"\nhold: true`],
])('setting a field keeps %s', (_what, before, after) => {
  expect(setYamlField(before, ['hold'], true)).toEqual({ text: after });
});

test('setting a nested field creates the missing mappings', () => {
  expect(setYamlField('mesh:\n  config: # here\n    a: 1\n', ['mesh', 'config', 'hold'], true)).toEqual({ text: 'mesh:\n  config:\n    # here\n    a: 1\n    hold: true\n' });
  expect(setYamlField('a: 1\n', ['mesh', 'config', 'hold'], true)).toEqual({ text: 'a: 1\nmesh:\n  config:\n    hold: true\n' });
});

test('an existing field with another value is reported and not overwritten', () => {
  expect(setYamlField('hold: false', ['hold'], true)).toEqual({ given: false });
});

test.each([
  ['[1]', 'it is no mapping'],
  ['hold', 'it is no mapping'],
  ['mesh: 5', "'mesh' is no mapping"],
])('%s cannot contain the field, and the reason is reported', (text, why) => {
  expect(setYamlField(text, ['mesh', 'hold'], true)).toEqual({ why });
});

test('invalid YAML is reported with the reason', () => {
  expect(setYamlField('a: [', ['hold'], true)).toEqual({ why: expect.stringContaining('Flow sequence') });
});

test.each([
  ['null', 'Expected a YAML collection as document contents'],
  ['a: *b', 'Unresolved alias (the anchor must be set before the alias): b'],
  ['#\u2028', 'it contains a line break other than a line feed (CR, U+2028 or U+2029)'],
  [`a: ${'['.repeat(20_000)}`, 'it is nested too deeply to be read'],
  ['{{ .Values.mesh }}', 'a map or a list cannot be a key'],
])('YAML that cannot get the field is reported with the reason: %#', (text, why) => {
  expect(setYamlField(text, ['hold'], true)).toEqual({ why });
});

test('400 nested keys are rejected in a second', () => {
  const begin = Date.now();
  expect(setYamlField('? '.repeat(400), ['hold'], true)).toEqual({ why: 'a map or a list cannot be a key' });
  expect(Date.now() - begin).toBeLessThan(1000);
});

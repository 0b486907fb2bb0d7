import { setYamlField } from '../../../src/pod/meshes/edit-yaml';

test.each([
  ['nothing', '', 'hold: true'],
  ['a comment alone', '# ours\n', '# ours\nhold: true\n'],
  ['text that ends as it ended', 'a: 1', 'a: 1\nhold: true'],
  ['text that ends with a line', 'a: 1\n', 'a: 1\nhold: true\n'],
  ['comments, order and layout', '# ours\nb: 2 # two\na: [1,   2]\n', '# ours\nb: 2 # two\na: [1,   2]\nhold: true\n'],
  ['indentation', '---\n  a:\n    b: 1\n', '---\n  a:\n    b: 1\n  hold: true\n'],
  ['braces', '{"a": 1}', '{"a": 1, hold: true}'],
  ['empty braces', '{ }\n', '{hold: true}\n'],
  ['the field itself', '{"hold":true}', '{"hold":true}'],
  ['texts that look like an alias', 'a: "*x"\nb: x & y\n', 'a: "*x"\nb: x & y\nhold: true\n'],
  ['a long line', `a: "${'x '.repeat(80)}"`, `a: "${'x '.repeat(80)}"\nhold: true`],
])('setting a field keeps %s', (_what, before, after) => { expect(setYamlField(before, 'hold', true)).toEqual({ text: after }); });

test('an existing field with another value is reported and not overwritten', () => {
  expect(setYamlField('hold: false', 'hold', true)).toEqual({ given: false });
});

test.each([
  ['[1]', 'it is no mapping'],
  ['hold', 'it is no mapping'],
  ['a: [', 'unexpected end of the stream within a flow collection'],
  ['a: *b', 'it contains an anchor or an alias'],
  [`a: ${'['.repeat(20_000)}`, 'nesting exceeded maxDepth (100)'],
  ['{{ .Values.mesh }}', 'it is no mapping'],
  ['null', 'it has no place for `hold: true`'],
  ['a: 1\n...\n', 'it has no place for `hold: true`'],
  ['hold:\n', 'it has no place for `hold: true`'],
])('YAML that cannot get the field is reported with the reason: %#', (text, why) => { expect(setYamlField(text, 'hold', true)).toEqual({ why }); });

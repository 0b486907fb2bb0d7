import { isTooDeep } from '../../src/pod/yaml-depth';

const flow = (levels: number) => `x: ${'['.repeat(levels)}${']'.repeat(levels)}`;

test('500 nested brackets are read, 501 are not', () => {
  expect([isTooDeep(flow(500)), isTooDeep(flow(501))]).toEqual([false, true]);
});

test('many brackets next to each other, in texts and in comments are not nested', () => {
  expect(isTooDeep(`x:\n${'- [a, {b: c}]\n'.repeat(1000)}`)).toBe(false);
  expect(isTooDeep(`x: "${'['.repeat(1000)}"\ny: '${'{'.repeat(1000)}'\nz: |\n  ${'['.repeat(1000)}\n# ${'{'.repeat(1000)}\n`)).toBe(false);
});

test('closing brackets in a text do not hide open brackets', () => {
  expect(isTooDeep(`x: ${'["]", '.repeat(600)}`)).toBe(true);
});

test('a block is too deep by its items in one line, or by its columns', () => {
  expect([isTooDeep(`x:\n  ${'- '.repeat(498)}a`), isTooDeep(`x:\n  ${'- '.repeat(501)}a`)]).toEqual([false, true]);
  expect(isTooDeep(`x:\n${' '.repeat(1001)}a: b`)).toBe(true);
  expect(isTooDeep(`x: |\n  ${'-'.repeat(2000)}\n`)).toBe(false);
});

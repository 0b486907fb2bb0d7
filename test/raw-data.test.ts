import { rawJson } from '../scripts/raw-data';

test('short values and lists of numbers take one line', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i);
  const rows = [{ name: 'a', numbers }, { name: 'b', numbers: [1] }];
  expect(rawJson({ date: 'today', rows }).split('\n')).toEqual([
    '{', ' "date": "today",', ' "rows": [', '  {', '   "name": "a",', `   "numbers": [${numbers.join(',')}]`, '  },', '  {"name":"b","numbers":[1]}', ' ]', '}', '',
  ]);
});

test('formatted data contains all values', () => {
  const value = { a: [[1, 2], ['x'.repeat(200), null]], b: { c: true, d: 'ä"\n' }, e: [] };
  expect(JSON.parse(rawJson(value))).toEqual(value);
  expect(JSON.parse(rawJson({ long: 'x'.repeat(200), gone: undefined }))).toEqual({ long: 'x'.repeat(200) });
});

import { readFileSync } from 'fs';
import { dirname, join } from 'path';

const PAGE = join(__dirname, '..', '..', 'docs', 'explanation', 'threat-model.md');
const ROWS = readFileSync(PAGE, 'utf8').split('\n').filter(line => /^\| (?!part|---)/.test(line));
const CITED = ROWS.flatMap(row => [...row.matchAll(/\]\((\.\.\/\.\.\/test\/[^)]+)\): ((?:"[^"]+"(?:, )?)+)/g)])
  .flatMap(([, file, titles]) => [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => [file, title]));

test('each row of the threat model names a test, or states that it has no test', () => {
  expect(ROWS.length).toBeGreaterThan(20);
  expect(ROWS.filter(row => !/test\.ts\)|pods\.ts\)|none: a|\| – \|$/.test(row))).toEqual([]);
});

test.each(CITED)('the threat model names a test that exists: %s: %s', (file, title) => {
  expect(readFileSync(join(dirname(PAGE), file), 'utf8')).toContain(title);
});

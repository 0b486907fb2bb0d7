import { readFileSync } from 'fs';
import { dirname, join } from 'path';
import * as contract from '../../src/agent/contract';
import { AGENT_DELIVERIES } from '../../src/api/private/enums';

const PAGE = join(__dirname, '..', '..', 'docs', 'contributing', 'threat-model.md');
const ROWS = readFileSync(PAGE, 'utf8').split('\n').filter(line => /^\| (?!part|---)/.test(line));
const CITED = ROWS.flatMap(row => [...row.matchAll(/\]\((\.\.\/\.\.\/test\/[^)]+)\): ((?:"[^"]+"(?:, )?)+)/g)])
  .flatMap(([, file, titles]) => [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => [file, title]));

test('each row of the threat model names a test, or states that it has no test', () => {
  expect(ROWS.length).toBeGreaterThan(20);
  expect(ROWS.filter(row => !/test\.ts\)|pods\.ts\)|none: a|\| – \|$/.test(row))).toEqual([]);
});

test('the threat model names each added volume and init container, and each delivery of the agent', () => {
  const added = Object.entries(contract).flatMap(([name, value]) => /_(VOLUME|INSTALLER|DIR)$/.test(name) ? [value as string] : []);
  expect(added.length).toBeGreaterThan(5);
  const page = ROWS.join('\n');
  // The folder of a volume has the name of the volume.
  expect([...added.map(name => name.replace(/^\//, '')), ...AGENT_DELIVERIES].filter(name => !new RegExp(`\`/?${name}\``).test(page))).toEqual([]);
});

test.each(CITED)('the threat model names a test that exists: %s: %s', (file, title) => {
  expect(readFileSync(join(dirname(PAGE), file), 'utf8')).toContain(title);
});

import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { errorIndex } from '../scripts/errors-doc';
import { PROBLEM_INDEX, WARNING_INDEX } from '../scripts/problem-index';
import { startOrderError } from '../src/api/private/problem';
import { problem } from '../src/planner/problems';
import { problem as podProblem } from '../src/pod/problems';

const CODES = PROBLEM_INDEX.map(([code]) => code);

test('no two folders use the same code', () => { expect([...new Set(CODES)]).toEqual(CODES); });

test('docs/reference/errors.md has one row for each code, which links to its page', () => {
  expect([...errorIndex().matchAll(/\[(\w+)\]\(errors\/\1\.md\)/g)].map(([, code]) => code)).toEqual([...CODES, ...WARNING_INDEX.map(([code]) => code)]);
});

test('a test provokes each error code', () => {
  const texts = (readdirSync(__dirname, { recursive: true }) as string[]).filter(file => file.endsWith('.test.ts') && file !== 'errors.test.ts')
    .map(file => readFileSync(join(__dirname, file), 'utf8')).join('\n');
  expect(CODES.filter(code => !texts.includes(code))).toEqual([]);
});

/** All values of an example, at any depth, except flags and absent values, which only select the text. */
const given = (value: unknown): string[] =>
  typeof value === 'boolean' || value === undefined ? [] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(given) : [String(value)];

test.each([...PROBLEM_INDEX, ...WARNING_INDEX])('the text of %s contains all given values and is not too long', (_, { example, text }) => {
  const shown = text(example);
  expect(given(example).filter(value => !shown.includes(value))).toEqual([]);
  expect(shown.length).toBeLessThan(400);
  expect(shown).not.toMatch(/undefined|\[object|\s{2}|[.;,]$/);
});

test.each(PROBLEM_INDEX)('the text of %s contains the correction', (_, { example, text }) => {
  expect(text(example)).toMatch(/[;?.:] (?:\S+ )?(?:[^;]*\b)?(correct|keep|remove|give|use|add|declare|leave|choose|set|write|rename|mount|pass|attach|must be|accept)\b/i);
});

test.each(PROBLEM_INDEX)('%s has a unique headline', (code, { title }) => {
  expect(PROBLEM_INDEX.filter(([, other]) => other.title === title).map(([other]) => other)).toEqual([code]);
  expect(title).toMatch(/^[^.]+[^.]$/);
});

test('an error has a line for each problem, from its place to its code', () => {
  const first = { path: 'shop/web', problem: problem('SO201', { cycle: ['api'] }) };
  const second = { path: 'shop/job', problem: podProblem('SO608', {}) };
  const line = "[shop/web] container 'api' depends on itself; remove that dependency [SO201]";
  expect(startOrderError([first]).message).toBe(line);
  expect(startOrderError([first, second]).message.split('\n')).toEqual([
    'the start order has 2 problems:', `  ${line}`,
    '  [shop/job] `disabledReason` is empty; write the reason for disabling the order, which the plan shows [SO608]',
  ]);
});

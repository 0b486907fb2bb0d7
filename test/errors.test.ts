import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { ERRORS_DOC, errorsDoc, exampleOf } from '../scripts/errors-doc';
import { CATALOGUE, Code, problem, startOrderError } from '../src/api/private/problem';

const CODES = Object.keys(CATALOGUE) as Code[];

test('docs/reference/errors.md is up to date', () => {
  expect(readFileSync(ERRORS_DOC, 'utf8')).toBe(errorsDoc());
});

test('docs/reference/errors.md has one heading for each code, and the heading contains only the code', () => {
  expect([...errorsDoc().matchAll(/^### (.+)$/gm)].map(([, code]) => code)).toEqual(CODES);
});

test('a test provokes each error code', () => {
  const texts = (readdirSync(__dirname, { recursive: true }) as string[])
    .filter(file => file.endsWith('.test.ts') && file !== 'errors.test.ts')
    .map(file => readFileSync(join(__dirname, file), 'utf8')).join('\n');
  expect(CODES.filter(code => !texts.includes(code))).toEqual([]);
});

/** All values of an example, at any depth, except flags, which only select the text. */
function given(value: unknown): string[] {
  return typeof value === 'boolean' ? [] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(given) : [String(value)];
}

test.each(CODES)('the text of %s contains all given values and is not too long', code => {
  const text = exampleOf(code);
  expect(given(CATALOGUE[code].example).filter(value => !text.includes(value))).toEqual([]);
  expect(text.length).toBeLessThan(400);
  expect(text).not.toMatch(/undefined|\[object|\s{2}|[.;,]$/);
});

test.each(CODES)('the text of %s contains the correction', code => {
  expect(exampleOf(code)).toMatch(/[;?.:] (?:\S+ )?(?:[^;]*\b)?(correct|keep|remove|give|use|add|declare|leave|choose|set|write|rename|mount|pass|attach|must be|accept)\b/i);
});

test.each(CODES)('%s has a unique headline', code => {
  const { title } = CATALOGUE[code];
  expect(CODES.filter(other => CATALOGUE[other].title === title)).toEqual([code]);
  expect(title).toMatch(/^[^.]+[^.]$/);
});

describe('an error', () => {
  const first = { path: 'shop/web', problem: problem('SO201', { cycle: ['api'] }) };
  const second = { path: 'shop/job', problem: problem('SO608', {}) };

  test('an error begins with the place and ends with the code', () => {
    expect(startOrderError([first]).message).toBe("[shop/web] container 'api' depends on itself; remove that dependency [SO201]");
  });

  test('an error with several problems has a line for each problem', () => {
    expect(startOrderError([first, second]).message).toBe([
      'the start order has 2 problems:',
      "  [shop/web] container 'api' depends on itself; remove that dependency [SO201]",
      '  [shop/job] `disabledReason` is empty; write the reason for disabling the order, which the plan shows [SO608]',
    ].join('\n'));
  });
});

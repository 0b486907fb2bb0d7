import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { ERRORS_DOC, errorsDoc, exampleOf } from '../scripts/errors-doc';
import { CATALOGUE, Code, problem, startOrderError } from '../src/api/private/problem';

const CODES = Object.keys(CATALOGUE) as Code[];

test('docs/reference/errors.md says what the catalogue says', () => {
  expect(readFileSync(ERRORS_DOC, 'utf8')).toBe(errorsDoc());
});

test('docs/reference/errors.md has each code once', () => {
  expect([...errorsDoc().matchAll(/^### (SO\d+)/gm)].map(([, code]) => code)).toEqual(CODES);
});

test('each code is provoked by a test', () => {
  const texts = (readdirSync(__dirname, { recursive: true }) as string[])
    .filter(file => file.endsWith('.test.ts') && file !== 'errors.test.ts')
    .map(file => readFileSync(join(__dirname, file), 'utf8')).join('\n');
  expect(CODES.filter(code => !texts.includes(code))).toEqual([]);
});

/** Whatever stands in an example, at any depth; a flag chooses the words and does not stand in them. */
function given(value: unknown): string[] {
  return typeof value === 'boolean' ? [] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(given) : [String(value)];
}

test.each(CODES)('%s names all that was given, in a sentence that is not too long', code => {
  const text = exampleOf(code);
  expect(given(CATALOGUE[code].example).filter(value => !text.includes(value))).toEqual([]);
  expect(text.length).toBeLessThan(400);
  expect(text).not.toMatch(/undefined|\[object|\s{2}|[.;,]$/);
});

test.each(CODES)('%s says what to write instead', code => {
  expect(exampleOf(code)).toMatch(/[;?.:] (?:\S+ )?(?:[^;]*\b)?(correct|keep|remove|give|use|add|declare|leave|choose|set|write|rename|mount|pass|attach|must be|accept)\b/i);
});

test.each(CODES)('%s has a headline of its own', code => {
  const { title } = CATALOGUE[code];
  expect(CODES.filter(other => CATALOGUE[other].title === title)).toEqual([code]);
  expect(title).toMatch(/^[^.]+[^.]$/);
});

describe('an error', () => {
  const first = { path: 'shop/web', problem: problem('SO201', { cycle: ['api'] }) };
  const second = { path: 'shop/job', problem: problem('SO608', { given: '`enabled: false`' }) };

  test('has the place in front and the code at the end', () => {
    expect(startOrderError([first]).message).toBe("[shop/web] container 'api' depends on itself; remove that dependency [SO201]");
  });

  test('of several problems has a line for each', () => {
    expect(startOrderError([first, second]).message).toBe([
      'the start order has 2 problems:',
      "  [shop/web] container 'api' depends on itself; remove that dependency [SO201]",
      '  [shop/job] `enabled: false` needs a `reason`, which the plan shows to whoever wonders; add one [SO608]',
    ].join('\n'));
  });
});

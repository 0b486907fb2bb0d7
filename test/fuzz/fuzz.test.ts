import { readdirSync } from 'fs';
import { corpusOf, CORPUS, findFailure, fuzz } from './fuzz-target';
import { TARGETS } from './targets';

/** `npx projen fuzz` runs as many mutations as its duration allows. */
const MUTATIONS = 100;

test('each target has a corpus, and each corpus has a target', () => { expect(readdirSync(CORPUS).sort()).toEqual(Object.keys(TARGETS).sort()); });

describe.each(Object.keys(TARGETS))('the parser %s', target => {
  test('each file of the corpus, and its mutations, give a result or a coded error in time', () => {
    expect(corpusOf(target).map(input => findFailure(target, input))).toEqual(corpusOf(target).map(() => undefined));
    expect(fuzz(target, 1, inputs => inputs === MUTATIONS).failure).toBeUndefined();
  });

  test('the corpus has accepted and rejected inputs, so mutations reach the code after the first check', () => {
    expect(new Set(corpusOf(target).map(input => TARGETS[target](input)))).toEqual(new Set([true, false]));
  });
});

describe('the runner finds', () => {
  const withTarget = (run: (input: string) => boolean) => Object.assign(TARGETS, { yaml: run });
  const { yaml } = TARGETS;
  afterEach(() => { withTarget(yaml); });

  test('an exception, and shortens its input', () => {
    withTarget(input => { if (input.includes('kind')) { throw new TypeError('broken'); } return true; });
    const { failure } = fuzz('yaml', 1, inputs => inputs === 100);
    expect([failure!.input, failure!.reason]).toEqual(['kind', expect.stringContaining('TypeError: broken')]);
  });

  test('an input that takes too long twice, also in a regular expression', () => {
    withTarget(() => /^(a+)+$/.test(`${'a'.repeat(40)}b`));
    expect(findFailure('yaml', '', 50)).toBe('takes more than 50 ms');
    let runs = 0;
    withTarget(() => { while (runs++ === 0) { /^(a+)+$/.test(`${'a'.repeat(40)}b`); } return true; });
    expect(findFailure('yaml', '', 50)).toBeUndefined();
  });
});

import * as fc from 'fast-check';
import { escapeForExpansion } from '../../src/agent/contract';
import { ANY_WORD, expand, VARIABLES } from '../expand';

test('the kubelet replaces known variables and halves doubled dollars', () => {
  expect(expand('$(HOME) $$(HOME) $$$(HOME) $(no) $(HOME $x $', VARIABLES)).toBe('/root $(HOME) $/root $(no) $(HOME $x $');
});

test('kubelet 1.33 breaks a character of several bytes after a `$`, unless the `$` is escaped', () => {
  expect(expand('$é', {})).not.toBe('$é');
  expect(expand(escapeForExpansion('$é'), {})).toBe('$é');
});

test('the kubelet expands escaped text to the original text', () => {
  fc.assert(fc.property(ANY_WORD, text => expand(escapeForExpansion(text), VARIABLES) === text), { numRuns: 5000 });
});

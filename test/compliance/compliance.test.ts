import { BEHAVIOURS } from './behaviours';
import { Behaviour, Cell, doesNotApply, holds, judge } from './matrix';
import { COLUMNS } from './subjects';

describe.each(BEHAVIOURS)('$title', behaviour => { test.each(COLUMNS)('%s', column => judge(behaviour, column)); });

test('each mechanism supports its main behaviour', () => {
  expect(COLUMNS.filter(m => !BEHAVIOURS.some(b => b.cells[m].kind === 'holds'))).toEqual([]);
});

describe('the matrix itself', () => {
  const behaviour = (cell: Cell | undefined, then: Behaviour['then'] = () => undefined): Behaviour =>
    ({ title: '', given: {}, then, cells: { POST_START: cell, GUARDED_HOOK: cell } as never });
  const fails = () => expect(1).toBe(2);

  test('a behaviour without a cell for a mechanism is an error', () => {
    expect(() => judge(behaviour(undefined), 'POST_START')).toThrow('no word on POST_START');
  });

  test('a cell that claims unsupported behaviour is an error', () => {
    expect(() => judge(behaviour(holds, fails), 'POST_START')).toThrow('Expected: 2');
  });

  test('a cell that claims another refusal is an error', () => {
    expect(() => judge(behaviour(doesNotApply('', 'SO404')), 'POST_START')).toThrow('nothing was thrown');
    expect(() => judge({ ...behaviour(doesNotApply('', 'SO404')), given: { spec: { os: { name: 'windows' } } } }, 'POST_START')).toThrow('SO408');
  });

  test('a cell with wrong evidence for its reason is an error', () => {
    expect(() => judge(behaviour(doesNotApply('', fails)), 'POST_START')).toThrow('Expected: 2');
  });
});

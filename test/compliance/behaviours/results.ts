import { Behaviour, EVERYWHERE } from '../matrix';

export const statedGuarantee: Behaviour = {
  title: 'the plan contains the mechanism, its guarantee and a reason',
  given: {},
  then: ({ edge, subject, explained }) => {
    expect([edge!.mechanism, edge!.guarantee]).toEqual([subject.mechanism, subject.guarantee]);
    expect(edge!.reason).toMatch(/\w+ \w+/);
    expect(explained).toMatch(new RegExp(`app after dep .*: ${subject.waiter}, (.*, )?${subject.guarantee}\\b`));
    expect(explained).toContain(`- app after dep: ${edge!.reason}`);
  },
  cells: EVERYWHERE,
};

export const sameBytes: Behaviour = {
  title: 'synthesizing twice gives the same bytes',
  given: { withFree: true, withSecond: true },
  then: ({ yaml: [first, second] }) => {
    expect(second).toBe(first);
    expect(first).toContain('example/app');
  },
  cells: EVERYWHERE,
};

/** The given manifest is frozen, so a change would throw. */
export const untouchedInput: Behaviour = {
  title: 'the input manifest is not modified',
  given: { withFree: true, withSecond: true },
  then: ({ given, spec }) => {
    expect([given, ...given.containers!].every(Object.isFrozen)).toBe(true);
    expect(spec).not.toEqual(given);
  },
  cells: EVERYWHERE,
};

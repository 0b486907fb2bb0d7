import { everywhere } from '../matrix';

export const statedGuarantee = everywhere('the plan contains the mechanism, its guarantee and a reason', {}, ({ edge, subject, explained }) => {
  expect([edge!.mechanism, edge!.guarantee]).toEqual([subject.mechanism, subject.guarantee]);
  expect(edge!.reason).toMatch(/\w+ \w+/);
  expect(explained).toMatch(new RegExp(`app after dep .*: ${subject.waiter}, (.*, )?${subject.guarantee}\\b`));
  expect(explained).toContain(`- app after dep: ${edge!.reason}`);
});

export const sameBytes = everywhere('synthesizing twice gives the same bytes', { withFree: true, withSecond: true }, ({ yaml: [first, second] }) => {
  expect(second).toBe(first);
  expect(first).toContain('example/app');
});

/** The given manifest is frozen, so a change would throw. */
export const untouchedInput = everywhere('the input manifest is not modified', { withFree: true, withSecond: true }, ({ given, spec }) => {
  expect([given, ...given.containers!].every(Object.isFrozen)).toBe(true);
  expect(spec).not.toEqual(given);
});

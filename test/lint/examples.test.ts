import { findings } from './documents';
import { RULES } from '../../src/lint/lint';

describe.each(RULES.map(rule => [rule.id, rule] as const))('%s', (id, { severity, example, what, why, fix, source }) => {
  const { kubernetesVersion } = example;

  test('is found in its example, and nothing else is', () => {
    const all = findings(example.wrong, { kubernetesVersion });
    expect(all.map(f => f.rule)).toEqual([id]);
    expect(all[0]).toMatchObject({ severity, why, fix, docs: expect.stringContaining(`docs/lint.md#${id}`) });
  });

  test('finds nothing in what to write instead, nor does any other rule', () => {
    expect(findings(example.right, { kubernetesVersion })).toEqual([]);
  });

  test('says what, why, what to write instead and where that was read', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [what, why, fix.withLibrary, fix.without, source]) {
      expect(text.length).toBeGreaterThan(15);
      expect(text).not.toMatch(/ {2}|undefined/);
    }
  });
});

test('ids are unique', () => {
  expect(new Set(RULES.map(rule => rule.id)).size).toBe(RULES.length);
});

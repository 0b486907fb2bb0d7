import { documentsOf, findings as findAll } from './documents';
import { RULES } from '../../tools/lint/lint';
import { findWorkloads } from '../../tools/read/find-workloads';

/** Each hook that holds a container also gets the note about serial starts. */
const NOTE = 'hold-needs-serial-starts';

describe.each(RULES.map(rule => [rule.id, rule] as const))('%s', (id, { severity, example, what, why, fix, source }) => {
  const findings = (text: string) => findAll(text, { kubernetesVersion: example.kubernetesVersion }).filter(f => id === NOTE || f.rule !== NOTE);

  test('is the only finding, once for each workload, in the wrong example of the rule', () => {
    const all = findings(example.wrong);
    const names = documentsOf(example.wrong).flatMap(findWorkloads).map(w => w.name);
    expect(all.map(f => [f.rule, f.workload.name])).toEqual(names.map(name => [id, name]));
    expect(all[0]).toMatchObject({ severity, why, fix, docs: expect.stringContaining(`docs/reference/lint/${id}.md`) });
  });

  test('no rule finds anything in the right example', () => { expect(findings(example.right)).toEqual([]); });

  test('has a heading, a cause, two remedies that end no healthy container, and a source', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [what, why, fix.withLibrary, fix.without, source]) {
      expect(text.length).toBeGreaterThan(15);
      expect(text).not.toMatch(/ {2}|undefined|`periodSeconds: 1`(?!.*failureThreshold)|`activeDeadlineSeconds`(?! of a Job)|add `restartPolicy: Always`; before/);
    }
  });
});

test('the ids of rules are unique', () => { expect(new Set(RULES.map(rule => rule.id)).size).toBe(RULES.length); });

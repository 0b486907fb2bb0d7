import { Story } from './runner/story';
import { Stamp } from './runner/timestamps';

/** The fields of `test-reports/conformance.json` for the tables of the docs. */
export interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly load: readonly number[] };
  readonly nodes: readonly { readonly version: string }[];
  readonly runs: readonly RunResult[];
}

export interface RunResult {
  readonly story: string;
  readonly version: string;
  readonly passed: boolean;
  readonly verdicts: readonly { readonly milliseconds?: number }[];
  readonly stamps: readonly Stamp[];
}

export type NamedStory = readonly [name: string, story: Story];

/** Joins the results of several runs, such as one for each version. */
export function joined(all: readonly Results[]): Results {
  return { machine: all[0].machine, nodes: all.flatMap(r => r.nodes), runs: all.flatMap(r => r.runs) };
}

/** Returns the versions of nodes with one version. Nodes with an older kubelet, or with a runtime that mounts images, run other stories. */
function versionsOf(nodes: Results['nodes']): string[] {
  return [...new Set(nodes.map(n => n.version))].filter(v => /^[\d.]+$/.test(v)).sort();
}

/** Throws if a story failed, or did not run on a version that it applies to: a table is complete, or not written. */
export function assertAllPassed({ nodes, runs }: Results, stories: readonly NamedStory[]): void {
  const wrong = stories.flatMap(([name, story]) => {
    const applies = versionsOf(nodes).filter(v => story.doesNotApply?.(Number(v.split('.')[1])) === undefined);
    return applies.length === 0 ? [`${name}: no version that it applies to`] : applies.flatMap(version => {
      const mine = runs.filter(r => r.story === name && r.version === version);
      const failed = mine.filter(r => !r.passed).length;
      if (mine.length === 0) { return [`${name}: no run on ${version}`]; }
      return failed > 0 ? [`${name}: ${failed} of ${mine.length} runs failed on ${version}`] : [];
    });
  });
  if (wrong.length > 0) { throw new Error(wrong.join('\n')); }
}

/** Returns the date, versions and machine of the runs. */
export function provenance({ machine, nodes, runs }: Results, stories: readonly NamedStory[]): string {
  const names = new Set(stories.map(([name]) => name));
  const count = runs.filter(r => names.has(r.story)).length;
  return `${machine.date}, Kubernetes ${versionsOf(nodes).join(', ')}: ${count} runs; every run matched its expectations. Up to eight pods ran at the same time on ${machine.cores} cores, `
    + `with a load average of ${machine.load[0].toFixed(0)} at the end. [measured.md](measured.md) contains times from an idle machine.`;
}
